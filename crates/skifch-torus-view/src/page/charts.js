// Plots: lines over a common axis, each on its own scale if it says so.
function plot(id, { x, lines, mark, xName, bars }) {
  const canvas = document.getElementById(id);
  const pixels = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  [canvas.width, canvas.height] = [width * pixels, height * pixels];
  const pen = canvas.getContext("2d");
  pen.scale(pixels, pixels);
  pen.font = "12px system-ui, sans-serif";
  const area = { left: 52, right: width - 60, top: 22, bottom: height - 34 };
  const end = x[x.length - 1] || 1;
  const across = (value) => area.left + ((area.right - area.left) * (value - x[0])) / (end - x[0] || 1);
  frame(pen, area, x[0], end, xName);
  let key = area.left;
  lines.forEach((line, number) => {
    const most = line.most || line.values.reduce((a, b) => Math.max(a, b), 0) || 1;
    const up = (value) => area.bottom - ((area.bottom - area.top) * Math.min(value, most)) / most;
    pen.strokeStyle = pen.fillStyle = colour(`--c${number}`);
    pen.lineWidth = 1.5;
    (bars ? columns : path)(pen, line.values, x, across, up, area.bottom);
    const isRight = line.right || false;
    pen.textAlign = isRight ? "left" : "right";
    pen.fillText(line.show(most), isRight ? area.right + 4 : area.left - 4, area.top + 4);
    pen.textAlign = "left";
    pen.fillText("▬ " + line.name, key, 12);
    key += pen.measureText("▬ " + line.name).width + 14;
  });
  if (mark !== undefined) {
    pen.strokeStyle = colour("--ink");
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(across(mark), area.top);
    pen.lineTo(across(mark), area.bottom);
    pen.stroke();
  }
}

function frame(pen, area, begin, end, xName) {
  pen.strokeStyle = colour("--grid");
  pen.strokeRect(area.left, area.top, area.right - area.left, area.bottom - area.top);
  pen.fillStyle = colour("--dim");
  pen.textAlign = "left";
  pen.fillText(time(begin), area.left, area.bottom + 15);
  pen.textAlign = "right";
  pen.fillText(time(end), area.right, area.bottom + 15);
  pen.fillText("0", area.left - 4, area.bottom);
  pen.textAlign = "center";
  pen.fillText(xName, (area.left + area.right) / 2, area.bottom + 30);
}

// Draws a step function: a value holds for its whole interval.
function path(pen, values, x, across, up) {
  pen.beginPath();
  values.forEach((value, at) => {
    pen.lineTo(across(x[at]), up(value));
    pen.lineTo(across(x[at + 1]), up(value));
  });
  pen.stroke();
}

function columns(pen, values, x, across, up, bottom) {
  values.forEach((value, at) => {
    const left = across(x[at]);
    pen.fillRect(left, up(value), Math.max(1, across(x[at + 1]) - left - 0.5), bottom - up(value));
  });
}

const edges = Array.from({ length: steps + 1 }, (_, at) => Math.min(at * run.step_ns, run.end_ns));
const marked = () => (view.step === 0 ? undefined : edges[view.step - 1]);
const plain = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));

function drawRun() {
  const most = Math.max(...run.offered, ...run.accepted) || 1;
  plot("loads", { x: edges, xName: "virtual time", mark: marked(), lines: [
    { name: "offered", values: run.offered, most, show: percent },
    { name: "accepted load per node", values: run.accepted, most, show: () => "" }] });
  plot("flight", { x: edges, xName: "virtual time", mark: marked(), lines: [
    { name: "in flight", values: run.under_way, show: plain },
    { name: "mean latency", values: run.mean_ns, right: true, show: time }] });
}

// Histogram of latencies with bins of equal width, up to the 99.9th percentile.
function drawLatencies() {
  const all = run.latencies.reduce((sum, [, , count]) => sum + count, 0);
  if (all === 0) return;
  let seen = 0;
  const last = run.latencies.find(([, , count]) => (seen += count) >= 0.999 * all)[1];
  const first = run.latencies[0][0];
  const count = 60;
  const wide = (last - first) / count || 1;
  const values = new Array(count).fill(0);
  for (const [from, to, packets] of run.latencies) {
    const at = Math.floor(((from + to) / 2 - first) / wide);
    if (at < count) values[at] += packets;
  }
  const x = Array.from({ length: count + 1 }, (_, at) => first + at * wide);
  plot("latency", { x, bars: true, xName: "from program to program; 0.1 % is beyond", lines: [
    { name: `packets, of ${all}`, values, show: plain }] });
}

function drawMatrix() {
  if (run.traffic.length === 0) {
    document.getElementById("matrix-card").remove();
    return;
  }
  const matrix = document.getElementById("matrix");
  matrix.width = matrix.height = nodes;
  const pen = matrix.getContext("2d");
  const most = run.traffic.reduce((a, [, , bytes]) => Math.max(a, bytes), 1);
  pen.fillStyle = colour("--c0");
  for (const [from, to, bytes] of run.traffic) {
    pen.globalAlpha = 0.15 + (0.85 * bytes) / most;
    pen.fillRect(to, from, 1, 1);
  }
}
