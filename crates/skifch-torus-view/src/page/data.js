// Decodes the recording in the page. A row is one output over time; rows of idle outputs are empty.
// Outputs are numbered node by node: links first, then the two ports to memory.
const run = JSON.parse(document.getElementById("run").textContent);
const steps = run.offered.length;
const outputs = run.ports.length;
const dims = run.sizes.length;
const nodes = run.sizes.reduce((all, size) => all * size, 1);
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const digit = new Map([...DIGITS].map((letter, value) => [letter, value]));

function decoded(text, scale, width) {
  const values = new Float32Array(steps);
  for (let step = 0; text && step < steps; step++) {
    let number = 0;
    for (let place = 0; place < width; place++) {
      number = number * 64 + digit.get(text[step * width + place]);
    }
    values[step] = number / scale;
  }
  return values;
}

const rows = {
  busy: run.busy.map((text) => decoded(text, 4095, 2)),
  blocked: run.blocked.map((text) => decoded(text, 4095, 2)),
  waiting: run.waiting.map((text) => decoded(text, 16, 3)),
};
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const whole = {
  busy: run.all_busy,
  blocked: run.all_blocked,
  waiting: rows.waiting.map(mean),
};
// Queues have no natural maximum: the scale ends at the longest mean queue of a link.
const isLink = (output) => output % outputs < 2 * dims;
const longest = rows.waiting.reduce(
  (most, row, output) => (isLink(output) ? row.reduce((a, b) => Math.max(a, b), most) : most), 1);
const full = { busy: 1, blocked: 1, waiting: longest };

// The current view; step 0 is the whole run.
const HOME = { turn: 0.6, tilt: 0.45, zoom: 1 };
const view = { step: 0, what: "busy", chosen: -1, ...HOME };

function valueOf(output, what, step) {
  return step === 0 ? whole[what][output] : rows[what][output][step - 1];
}

function coordinates(node) {
  return run.sizes.map((size) => {
    const at = node % size;
    node = Math.floor(node / size);
    return at;
  });
}

function neighbour(node, port) {
  const at = coordinates(node);
  const dim = port >> 1;
  at[dim] = (at[dim] + (port & 1 ? -1 : 1) + run.sizes[dim]) % run.sizes[dim];
  return at.reduceRight((sum, place, d) => sum * run.sizes[d] + place, 0);
}

function time(ns) {
  if (ns < 1e4) return ns.toFixed(0) + " ns";
  return ns < 1e7 ? (ns / 1e3).toFixed(1) + " us" : (ns / 1e6).toFixed(2) + " ms";
}

const percent = (share) => (100 * share).toFixed(share < 1 ? 1 : 0) + "\u00a0%";
