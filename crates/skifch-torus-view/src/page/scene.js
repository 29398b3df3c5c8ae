// The torus in 3D on a 2D canvas: points are rotated, projected in perspective, and drawn back to
// front.
const canvas = document.getElementById("torus");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const RAMP = [[49, 104, 172], [62, 158, 190], [150, 200, 110], [250, 200, 50], [240, 110, 40], [205, 20, 40]];

function ramp(share) {
  const at = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1);
  const low = Math.min(Math.floor(at), RAMP.length - 2);
  const part = RAMP[low].map((from, i) => Math.round(from + (RAMP[low + 1][i] - from) * (at - low)));
  return `rgb(${part.join(",")})`;
}

// Dimension w is laid out side by side: a copy of the others for each coordinate.
const box = [0, 1, 2].map((dim) => run.sizes[dim] || 1);
const copies = run.sizes[3] || 1;
const wide = box[0] * copies + 1.5 * (copies - 1);
const reach = Math.hypot(wide, box[1], box[2]) / 2 + 0.6;

function home(node) {
  const at = coordinates(node);
  const [x, y, z, w] = [at[0], at[1] || 0, at[2] || 0, at[3] || 0];
  return [x + w * (box[0] + 1.5) - (wide - 1) / 2, y - (box[1] - 1) / 2, z - (box[2] - 1) / 2];
}

const homes = Array.from({ length: nodes }, (_, node) => home(node));

// Line segments of each link: one between neighbours, or two ends if it wraps around.
const lines = [];
for (let node = 0; node < nodes; node++) {
  for (let port = 0; port < 2 * dims; port++) {
    const [from, to] = [homes[node], homes[neighbour(node, port)]];
    const [dim, sign] = [port >> 1, port & 1 ? -1 : 1];
    const at = coordinates(node)[dim];
    const output = node * outputs + port;
    if (at + sign >= 0 && at + sign < run.sizes[dim]) {
      lines.push({ output, from, to });
    } else {
      const along = [0, 1, 2].map((d) => (d === dim % 3 ? 0.42 * sign : dim === 3 && d === 1 ? 0.2 : 0));
      const beyond = (place, way) => place.map((p, d) => p + way * along[d]);
      lines.push({ output, from, to: beyond(from, 1) }, { output, from: beyond(to, -1), to });
    }
  }
}

let size = { width: 0, height: 0 };
let fit = { scale: 1, x: 0, y: 0 };

// Rotates and projects a point; the result is not scaled to the canvas yet.
function flat([x, y, z], { turn, tilt }) {
  const [ct, st, cp, sp] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
  const [a, b] = [x * ct + z * st, z * ct - x * st];
  const depth = y * sp + b * cp;
  const near = 1 / (1 + (0.35 * depth) / reach);
  return { x: a * near, y: -(y * cp - b * sp) * near, depth, near };
}

// Scale and centre with which the whole torus fits in the initial view.
function fitted() {
  const all = lines.flatMap((line) => [flat(line.from, HOME), flat(line.to, HOME)]);
  const ends = (of) => all.reduce(([low, high], p) => [Math.min(low, of(p)), Math.max(high, of(p))], [Infinity, -Infinity]);
  const [left, right] = ends((p) => p.x);
  const [top, bottom] = ends((p) => p.y);
  const scale = 0.92 * Math.min(size.width / (right - left || 1), size.height / (bottom - top || 1));
  return { scale, x: (left + right) / 2, y: (top + bottom) / 2 };
}

function turned(place) {
  const at = flat(place, view);
  const scale = fit.scale * view.zoom;
  return { ...at, x: size.width / 2 + (at.x - fit.x) * scale, y: size.height / 2 + (at.y - fit.y) * scale };
}

// Shifts each direction of a link to its right, so that both are visible.
function beside(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const shift = (2.6 * Math.min(view.zoom, 2)) / (Math.hypot(dx, dy) || 1);
  const moved = (p) => ({ x: p.x - dy * shift, y: p.y + dx * shift });
  return [moved(from), moved(to)];
}

// The items drawn last, for hit testing.
let shown = [];

function draw() {
  const pixels = window.devicePixelRatio || 1;
  if (size.width !== canvas.clientWidth || size.height !== canvas.clientHeight) {
    size = { width: canvas.clientWidth, height: canvas.clientHeight };
    fit = fitted();
  }
  [canvas.width, canvas.height] = [size.width * pixels, size.height * pixels];
  const pen = canvas.getContext("2d");
  pen.scale(pixels, pixels);
  pen.lineCap = "round";
  const places = homes.map(turned);
  shown = lines.map((line) => {
    const [a, b] = [turned(line.from), turned(line.to)];
    const [from, to] = beside(a, b);
    return { output: line.output, from, to, depth: (a.depth + b.depth) / 2, near: (a.near + b.near) / 2 };
  });
  places.forEach((place, node) => shown.push({ output: node * outputs + 2 * dims, at: place, depth: place.depth - 0.01, near: place.near }));
  shown.sort((a, b) => b.depth - a.depth);
  const [faint, seen, dim] = [colour("--faint"), colour("--seen"), colour("--dim")];
  let lit = 0;
  for (const item of shown) {
    const share = valueOf(item.output, view.what, view.step) / full[view.what];
    pen.globalAlpha = Math.min(1, Math.max(0.35, 0.6 * item.near + 0.3));
    if (item.at) {
      point(pen, item, share, dim);
    } else {
      lit += share > 0 ? 1 : 0;
      line(pen, item, share, faint, seen);
    }
  }
  pen.globalAlpha = 1;
  axes(pen, dim);
  Object.assign(document.documentElement.dataset, { drawn: lines.length, lit, step: view.step, chosen: view.chosen });
}

// Draws the axes in a corner.
function axes(pen, ink) {
  const [x, y, length] = [46, size.height - 46, 26];
  pen.lineWidth = 1.5;
  pen.strokeStyle = pen.fillStyle = ink;
  pen.font = "600 12px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (let dim = 0; dim < Math.min(dims, 3); dim++) {
    const way = flat([0, 1, 2].map((d) => (d === dim ? 1 : 0)), view);
    const [dx, dy] = [way.x / way.near * length, way.y / way.near * length];
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + dx, y + dy);
    pen.stroke();
    // The label of an axis that points at the viewer is moved aside.
    const far = 1 + 12 / Math.max(Math.hypot(dx, dy), 12);
    pen.fillText("XYZ"[dim], x + dx * far, y + dy * far);
  }
}

function line(pen, item, share, faint, seen) {
  const width = (share > 0 ? 1.3 + 3 * Math.min(share, 1) : 1) * item.near * Math.min(view.zoom, 2);
  const stroke = (style, extra) => {
    pen.strokeStyle = style;
    pen.lineWidth = width + extra;
    pen.beginPath();
    pen.moveTo(item.from.x, item.from.y);
    pen.lineTo(item.to.x, item.to.y);
    pen.stroke();
  };
  if (item.output === view.chosen) {
    pen.globalAlpha = 1;
    stroke(seen, 5);
  }
  stroke(share > 0 ? ramp(share) : faint, 0);
}

function point(pen, item, share, dim) {
  const radius = Math.min(4, 26 / Math.cbrt(nodes)) * item.near * Math.min(view.zoom, 2);
  pen.beginPath();
  pen.arc(item.at.x, item.at.y, Math.max(1, radius), 0, 7);
  pen.fillStyle = share > 0 ? ramp(share) : dim;
  pen.fill();
  if (item.output === view.chosen) {
    pen.lineWidth = 3;
    pen.strokeStyle = colour("--seen");
    pen.stroke();
  }
}

// The output drawn at a position: among close ones, that nearest to the viewer; -1 for none.
function under(x, y) {
  let best = { output: -1, far: 7 };
  for (const item of shown) {
    const far = item.at ? Math.hypot(item.at.x - x, item.at.y - y) - 1 : distance(item, x, y);
    if (far < 7 && far <= best.far + 0.5) best = { output: item.output, far };
  }
  return best.output;
}

function distance({ from, to }, x, y) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const part = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const at = Math.min(Math.max(part, 0), 1);
  return Math.hypot(from.x + at * dx - x, from.y + at * dy - y);
}
