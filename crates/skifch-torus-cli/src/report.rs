//! Results for people and for other programs.

use comfy_table::{CellAlignment, Table, presets};
use skifch_sim::engine::Model;
use skifch_sim::run::{Hottest, Summary};

/// A point of a sweep.
pub(crate) struct Point {
    pub(crate) torus: String,
    pub(crate) pattern: String,
    pub(crate) summary: Summary,
}

/// Columns: name, digits behind the point, value.
type Column = (&'static str, usize, fn(&Summary) -> f64);

const COLUMNS: &[Column] = &[
    ("offered", 4, |summary| summary.offered),
    ("accepted", 4, |summary| summary.accepted),
    ("bound", 4, |summary| summary.bound),
    ("mean_ns", 1, |summary| summary.latency.mean_ns),
    ("p50_ns", 1, |summary| summary.latency.p50_ns),
    ("p99_ns", 1, |summary| summary.latency.p99_ns),
    ("max_ns", 1, |summary| summary.latency.max_ns),
    ("least", 4, |summary| summary.least),
    ("fairness", 4, |summary| summary.fairness),
    ("busiest", 3, |summary| summary.busiest.share),
    ("blocked", 3, |summary| summary.blocked.share),
];

fn row(point: &Point) -> Vec<String> {
    let Point { torus, pattern, summary } = point;
    let values = COLUMNS.iter().map(|(_, digits, value)| format!("{:.digits$}", value(summary)));
    [torus.clone(), pattern.clone()].into_iter().chain(values).collect()
}

fn header() -> Vec<&'static str> {
    ["torus", "pattern"].into_iter().chain(COLUMNS.iter().map(|(name, ..)| *name)).collect()
}

pub(crate) fn table(points: &[Point]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header());
    table.add_rows(points.iter().map(row));
    table
        .column_iter_mut()
        .skip(2)
        .for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    format!("{table}\n")
}

pub(crate) fn csv(points: &[Point]) -> String {
    let lines = points.iter().map(|point| row(point).join(","));
    std::iter::once(header().join(",")).chain(lines).map(|line| line + "\n").collect()
}

/// One run in words.
pub(crate) fn text(model: &Model, summary: &Summary) -> String {
    let Summary { offered, accepted, bound, latency, .. } = summary;
    let place = |hottest: &Hottest| {
        let at = &model.torus.coordinates(hottest.node)[..model.torus.dims()];
        let Hottest { node, port, share } = hottest;
        format!("{port} of node {node} {at:?}, {:.1} % of the time", 100.0 * share)
    };
    let mut text = format!(
        "load      offered {offered:.4}, accepted {accepted:.4}, bound {bound:.4} of a link\n\
         latency   mean {:.1}, p50 {:.1}, p99 {:.1}, max {:.1} ns over {} packets\n\
         fairness  {:.4}; least {:.4}, from node {}\n\
         busiest   {}\n\
         blocked   {}\n",
        latency.mean_ns,
        latency.p50_ns,
        latency.p99_ns,
        latency.max_ns,
        latency.packets,
        summary.fairness,
        summary.least,
        summary.slowest,
        place(&summary.busiest),
        place(&summary.blocked),
    );
    if let Some(why) = &summary.saturated {
        text += &format!("SATURATED {why}\n");
    }
    let counters = &summary.counters;
    let (packets, hops, events) = (counters.delivered, counters.hops, counters.events);
    if counters.replays > 0 {
        text += &format!("errors    {} packets were sent again over a link\n", counters.replays);
    }
    text + &format!(
        "whole run {packets} packets, {hops} hops, {events} events, trace {:016x}\n\
         checked   nothing lost, every credit home, order kept, Little's law\n",
        counters.trace
    )
}
