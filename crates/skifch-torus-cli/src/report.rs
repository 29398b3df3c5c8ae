//! Results as text and as CSV.

use comfy_table::{CellAlignment, Table, presets};
use skifch_sim::engine::{FaultEvent, Loss, Model};
use skifch_sim::run::{Hottest, Summary};
use std::collections::BTreeMap;

/// A point of a sweep.
pub(crate) struct Point {
    pub(crate) torus: String,
    pub(crate) pattern: String,
    pub(crate) routing: &'static str,
    pub(crate) summary: Summary,
}

/// The points of one torus, pattern and routing.
pub(crate) struct Curve<'a> {
    pub(crate) name: String,
    pub(crate) points: Vec<&'a Point>,
}

/// The curves of a sweep, in order.
pub(crate) fn curves(points: &[Point]) -> Vec<Curve<'_>> {
    let is_same = |a: &Point, b: &Point| {
        (&a.torus, &a.pattern, a.routing) == (&b.torus, &b.pattern, b.routing)
    };
    let is_one_way = points.iter().all(|point| point.routing == points[0].routing);
    let way = |point: &Point| match is_one_way {
        true => String::new(),
        false => format!(" {}", point.routing),
    };
    points
        .chunk_by(is_same)
        .map(|some| Curve {
            name: format!("{} {}{}", some[0].torus, some[0].pattern, way(&some[0])),
            points: some.iter().collect(),
        })
        .collect()
}

/// A column: name, number of decimals, value.
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
    let Point { torus, pattern, routing, summary } = point;
    let values = COLUMNS.iter().map(|(_, digits, value)| format!("{:.digits$}", value(summary)));
    [torus.as_str(), pattern, routing].map(str::to_owned).into_iter().chain(values).collect()
}

fn header() -> Vec<&'static str> {
    ["torus", "pattern", "routing"]
        .into_iter()
        .chain(COLUMNS.iter().map(|(name, ..)| *name))
        .collect()
}

pub(crate) fn table(points: &[Point]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header());
    table.add_rows(points.iter().map(row));
    table
        .column_iter_mut()
        .skip(3)
        .for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    format!("{table}\n")
}

pub(crate) fn csv(points: &[Point]) -> String {
    let lines = points.iter().map(|point| row(point).join(","));
    std::iter::once(header().join(",")).chain(lines).map(|line| line + "\n").collect()
}

/// The summary of one run as text.
pub(crate) fn text(model: &Model, summary: &Summary) -> String {
    let Summary { offered, accepted, bound, latency, .. } = summary;
    let place = |hottest: &Hottest| {
        let at = &model.torus.coordinates(hottest.node)[..model.torus.dims()];
        let Hottest { node, port, share } = hottest;
        format!("{port} of node {node} {at:?}, {:.1} % of the time", 100.0 * share)
    };
    let mut text = format!(
        "load      offered {offered:.4}, accepted {accepted:.4}, bound {bound:.4} of a \
         link\nlatency   mean {:.1}, p50 {:.1}, p99 {:.1}, max {:.1} ns over {} packets\nfairness  \
         {:.4}; lowest {:.4}, of node {}\nhottest   link {}; mean of all links {:.1} %\nbusiest   \
         {}\nblocked   {}\n",
        latency.mean_ns,
        latency.p50_ns,
        latency.p99_ns,
        latency.max_ns,
        latency.packets,
        summary.fairness,
        summary.least,
        summary.slowest,
        place(&summary.hottest),
        100.0 * summary.links,
        place(&summary.busiest),
        place(&summary.blocked),
    );
    if let Some(why) = &summary.saturated {
        text += &format!("SATURATED {why}\n");
    }
    text += &fate(model, &summary.news);
    let counters = &summary.counters;
    let (packets, hops, events) = (counters.delivered, counters.hops, counters.events);
    if counters.replays > 0 {
        text += &format!("errors    {} packets were retransmitted over a link\n", counters.replays);
    }
    text + &format!(
        "whole run {packets} packets, {hops} hops, {events} events, trace {:016x}\nchecked   \
         nothing{} lost, all credits returned, order kept, Little's law\n",
        counters.trace,
        if counters.lost > 0 { " else" } else { "" },
    )
}

/// Maximum number of unroutable pairs that are listed.
const NAMED: usize = 8;

/// Failures during the run and their consequences.
fn fate(model: &Model, news: &[FaultEvent]) -> String {
    let ns = |ticks| model.clock.ns(ticks);
    let mut text = String::new();
    let mut lost: BTreeMap<Loss, u64> = BTreeMap::new();
    for news in news {
        match news {
            FaultEvent::Died { at, what } => {
                text += &format!("failed    {what} at {:.1} ns\n", ns(*at));
            }
            FaultEvent::Switched { at, stopped_at, moved, stepped, unroutable } => {
                text += &format!(
                    "tables    new at {:.1} ns, after {:.1} ns without sending; {moved} packets \
                     rerouted, {stepped} pairs routed with a first or last step\n",
                    ns(*at),
                    ns(*at - *stopped_at)
                );
                if !unroutable.is_empty() {
                    let named = unroutable.iter().take(NAMED);
                    let named: Vec<_> = named.map(|(from, to)| format!("{from} to {to}")).collect();
                    let more = match unroutable.len().saturating_sub(NAMED) {
                        0 => String::new(),
                        more => format!(" and {more} more"),
                    };
                    text += &format!("no route  from {}{more}\n", named.join(", "));
                }
            }
            FaultEvent::Lost { why, .. } => *lost.entry(*why).or_default() += 1,
        }
    }
    for (why, packets) in lost {
        text += &match why {
            Loss::Node(node) => format!("lost      {packets} packets with node {node}\n"),
            Loss::NoRoute => format!("lost      {packets} packets without a route\n"),
        };
    }
    text
}
