// Controls: time, rotation, selection of a link.
const byId = (id) => document.getElementById(id);
let playing = 0;

function name(output) {
  const [node, port] = [Math.floor(output / outputs), output % outputs];
  const place = (n) => `node ${n} [${coordinates(n).join(", ")}]`;
  if (!isLink(output)) return `To the memory of ${place(node)}`;
  return `${run.ports[port]} from ${place(node)} to ${place(neighbour(node, port))}`;
}

// Short form of a link's name, for lists.
function brief(output) {
  const [node, port] = [Math.floor(output / outputs), output % outputs];
  return `${run.ports[port]}\u2002[${coordinates(node).join(" ")}] → [${coordinates(neighbour(node, port)).join(" ")}]`;
}

function show() {
  draw();
  const step = view.step;
  byId("time").value = step;
  byId("when").textContent = step === 0 ? `whole run, ${time(run.end_ns)}` : `${time(edges[step - 1])} to ${time(edges[step])}`;
  byId("high").textContent = view.what === "waiting" ? plain(longest) + " packets" : "100 %";
  busiest();
  chosen();
  drawRun();
  history.replaceState(null, "", `#t=${step}&what=${view.what}` + (view.chosen < 0 ? "" : `&link=${view.chosen}`));
}

function ranked() {
  const links = [];
  for (let output = 0; output < nodes * outputs; output++) {
    const value = isLink(output) ? valueOf(output, view.what, view.step) : 0;
    if (value > 0) links.push([value, output]);
  }
  return links.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
}

function busiest() {
  const list = ranked().slice(0, 10).map(([value, output]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `${view.what === "waiting" ? value.toFixed(2) : percent(value)}\u2002${brief(output)}`;
    button.title = name(output);
    button.addEventListener("click", () => choose(output));
    const item = document.createElement("li");
    item.append(button);
    return item;
  });
  byId("busiest").replaceChildren(...list);
}

function chosen() {
  const output = view.chosen;
  if (output < 0) return;
  byId("name").textContent = name(output);
  byId("about").textContent = `${run.packets[output]} packets; sent ${percent(run.all_busy[output])} of the time, ` +
    `waited for buffer space ${percent(run.all_blocked[output])}; at most ${run.most_waiting[output]} packets in its queue`;
  plot("queue", { x: edges, xName: "virtual time", mark: marked(), lines: [
    { name: "load", values: [...rows.busy[output]], most: 1, show: percent },
    { name: "waiting for buffer space", values: [...rows.blocked[output]], most: 1, show: () => "" },
    { name: "packets in its queue", values: [...rows.waiting[output]], right: true, show: plain }] });
}

function choose(output) {
  view.chosen = output;
  show();
}

function goTo(step) {
  view.step = Math.min(Math.max(step, 0), steps);
  show();
}

function play() {
  byId("play").textContent = playing ? "Play" : "Stop";
  if (playing) {
    clearInterval(playing);
    playing = 0;
    return;
  }
  playing = setInterval(() => goTo(view.step >= steps ? 1 : view.step + 1), 120);
}

function turn(across, up) {
  view.turn += across;
  view.tilt = Math.min(Math.max(view.tilt + up, -1.5), 1.5);
  draw();
}

function zoom(by) {
  view.zoom = Math.min(Math.max(view.zoom * by, 0.3), 12);
  draw();
}

const KEYS = {
  ArrowLeft: () => turn(-0.1, 0), ArrowRight: () => turn(0.1, 0), ArrowUp: () => turn(0, 0.1), ArrowDown: () => turn(0, -0.1),
  "+": () => zoom(1.15), "=": () => zoom(1.15), "-": () => zoom(1 / 1.15),
  ",": () => goTo(view.step - 1), ".": () => goTo(view.step + 1), " ": play,
  b: () => ranked().length && choose(ranked()[0][1]),
  Home: () => { Object.assign(view, { step: 0, ...HOME }); show(); },
};

canvas.addEventListener("keydown", (event) => {
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

let held = null;
canvas.addEventListener("pointerdown", (event) => {
  held = { x: event.offsetX, y: event.offsetY, moved: 0 };
  try { canvas.setPointerCapture(event.pointerId); } catch { /* a pointer that is gone already */ }
});
canvas.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [dx, dy] = [event.offsetX - held.x, event.offsetY - held.y];
  held = { x: event.offsetX, y: event.offsetY, moved: held.moved + Math.abs(dx) + Math.abs(dy) };
  turn(0.008 * dx, 0.008 * dy);
});
canvas.addEventListener("pointerup", (event) => {
  const output = held && held.moved < 4 ? under(event.offsetX, event.offsetY) : -1;
  held = null;
  if (output >= 0) choose(output);
});
canvas.addEventListener("pointercancel", () => { held = null; });
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(Math.exp(-0.0015 * event.deltaY));
}, { passive: false });

byId("time").max = steps;
byId("time").addEventListener("input", (event) => goTo(Number(event.target.value)));
byId("what").addEventListener("change", (event) => { view.what = event.target.value; show(); });
byId("play").addEventListener("click", play);
byId("summary").textContent = run.summary;
document.querySelector("#ramp b").style.background = `linear-gradient(90deg,${[0, 0.2, 0.4, 0.6, 0.8, 1].map(ramp).join(",")})`;

// A view can be shared as a link: #t=STEP&what=busy&link=OUTPUT
const asked = new URLSearchParams(location.hash.slice(1));
const number = (key, most) => {
  const value = asked.has(key) ? Number(asked.get(key)) : NaN;
  return Number.isInteger(value) && value >= 0 && value <= most ? value : undefined;
};
view.step = number("t", steps) ?? 0;
view.chosen = number("link", nodes * outputs - 1) ?? ranked()[0]?.[1] ?? -1;
if (asked.get("what") in full) view.what = byId("what").value = asked.get("what");

window.addEventListener("resize", () => { show(); drawLatencies(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { show(); drawLatencies(); drawMatrix(); });
drawLatencies();
drawMatrix();
show();
