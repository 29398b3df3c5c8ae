//! One packet on its way.

use skifch_sim::engine::{Departure, Model, Probe};

/// Keeps the departures of one packet; of none when there is none to follow.
#[derive(Debug, Default)]
pub(crate) struct Follow {
    pub(crate) tag: Option<u64>,
    seen: Vec<Departure>,
}

impl Follow {
    pub(crate) fn new(tag: Option<u64>) -> Self {
        Self { tag, seen: Vec::new() }
    }

    /// A line for each node that it left.
    pub(crate) fn said(&self, model: &Model) -> Vec<String> {
        let line = |departure: &Departure| {
            let Departure { at, lasts, node, port, .. } = departure;
            let place = &model.torus.coordinates(*node)[..model.torus.dims()];
            let (at, lasts) = (model.clock.ns(*at), model.clock.ns(*lasts));
            format!("{at:12.1} ns  node {node} {place:?} through {port}, {lasts:.1} ns long")
        };
        match (self.tag, self.seen.is_empty()) {
            (Some(tag), true) => vec![format!("there was no packet {tag}")],
            _ => self.seen.iter().map(line).collect(),
        }
    }
}

impl Probe for Follow {
    fn departs(&mut self, departure: &Departure) {
        if self.tag == Some(departure.tag) {
            self.seen.push(*departure);
        }
    }
}
