//! A run as a self-contained page: the torus in 3D with its links coloured by load over time, the
//! queue of a selected link, and plots.

mod digits;

use crate::Recording;
use crate::tables::is_link;
use digits::{row, shares};
use serde_json::{Value, json};
use skifch_sim::topology::Torus;

/// Maximum number of nodes that can be drawn legibly.
pub const MOST_NODES: u32 = 4096;
/// Maximum number of nodes of the traffic matrix: beyond it, cells are smaller than a pixel.
const MATRIX_NODES: u32 = 512;

/// Texts shown in the page.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The heading.
    pub title: &'a str,
    /// The summary of the run, as lines of text.
    pub summary: &'a str,
}

/// Whether a torus can be drawn.
///
/// # Errors
/// The torus has too many nodes; the text says how many are possible.
pub fn check(torus: &Torus) -> Result<(), String> {
    let nodes = torus.nodes();
    match nodes <= MOST_NODES {
        true => Ok(()),
        false => Err(format!(
            "a page can show {MOST_NODES} nodes, but the torus {torus} has {nodes}: write CSV \
             tables instead, which have no limit"
        )),
    }
}

/// The complete page.
///
/// # Errors
/// The torus has too many nodes to be drawn.
pub fn html(recording: &Recording, words: &Words<'_>) -> Result<String, String> {
    check(&recording.torus)?;
    // A script must not contain its end tag.
    let data = data(recording, words).to_string().replace('<', "\\u003c");
    let script = concat!(
        "\"use strict\";\n",
        include_str!("data.js"),
        include_str!("scene.js"),
        include_str!("charts.js"),
        include_str!("panel.js"),
    );
    let parts = [("STYLE", include_str!("page.css")), ("SCRIPT", script), ("DATA", &data)];
    let title = escaped(words.title);
    let page = include_str!("page.html").replace("{{TITLE}}", &title);
    Ok(parts.iter().fold(page, |page, (name, text)| page.replace(&format!("{{{{{name}}}}}"), text)))
}

fn data(recording: &Recording, words: &Words<'_>) -> Value {
    let ns = |ticks: u64| recording.clock.ns(ticks);
    let tick_ns = ns(1);
    let of = |rows: &dyn Fn(usize) -> String| -> Vec<String> {
        (0..recording.outputs.len()).map(rows).collect()
    };
    let steps = |value: &dyn Fn(&crate::Step) -> f64| -> Vec<f64> {
        recording.steps.iter().map(|step| short(value(step))).collect()
    };
    let share =
        |bytes: u64, step: &crate::Step| recording.share(bytes, step.to.saturating_sub(step.from));
    let totals = |value: &dyn Fn(&crate::Output) -> f64| -> Vec<f64> {
        recording.outputs.iter().map(|output| short(value(output))).collect()
    };
    let whole = recording.end.max(1) as f64;
    json!({
        "title": words.title,
        "summary": words.summary,
        "sizes": recording.torus.sizes(),
        "step_ns": ns(recording.step),
        "end_ns": ns(recording.end),
        "ports": ports(recording),
        "busy": of(&|at| shares(recording.busy(at))),
        "blocked": of(&|at| shares(recording.blocked(at))),
        "waiting": of(&|at| row(recording.waiting(at), 16.0, 3)),
        "packets": totals(&|output| output.packets as f64),
        "all_busy": totals(&|output| output.busy as f64 / whole),
        "all_blocked": totals(&|output| output.blocked as f64 / whole),
        "most_waiting": totals(&|output| output.most_waiting.into()),
        "offered": steps(&|step| share(step.sent_bytes, step)),
        "accepted": steps(&|step| share(step.came_bytes, step)),
        "under_way": steps(&|step| step.under_way),
        "mean_ns": steps(&|step| step.latency * tick_ns),
        "max_ns": steps(&|step| step.longest as f64 * tick_ns),
        "latencies": latencies(recording),
        "traffic": traffic(recording),
    })
}

/// The outputs of a node; links come first.
fn ports(recording: &Recording) -> Vec<String> {
    let of_first = recording.outputs.iter().take_while(|output| output.node == 0);
    of_first.map(|output| output.port.to_string()).collect()
}

fn latencies(recording: &Recording) -> Vec<(f64, f64, u64)> {
    let all = recording.latencies();
    let some = all.iter_recorded().map(|some| {
        let value = some.value_iterated_to();
        let (from, to) = (all.lowest_equivalent(value), all.highest_equivalent(value) + 1);
        (short(recording.clock.ns(from)), short(recording.clock.ns(to)), some.count_at_value())
    });
    some.collect()
}

/// Sender, receiver and bytes; empty if the torus is too large for the matrix.
fn traffic(recording: &Recording) -> Vec<(u32, u32, u64)> {
    if recording.torus.nodes() > MATRIX_NODES {
        return Vec::new();
    }
    recording.traffic.iter().map(|((from, to), some)| (*from, *to, some.bytes)).collect()
}

/// Rounds to the digits that are displayed.
fn short(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Text with HTML markup characters escaped.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Number of links that sent anything: the page reports this as the number of links drawn.
pub fn lit(recording: &Recording) -> usize {
    (0..recording.outputs.len())
        .filter(|at| is_link(recording, *at) && recording.outputs[*at].packets > 0)
        .count()
}
