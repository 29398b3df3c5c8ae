//! The path of a single packet.

use skifch_sim::engine::{Arrival, Delivery, Departure, Model, Port, Probe, Seen};

/// An event in the life of the packet.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Submitted(u64, Seen),
    Arrives(Arrival),
    Departs(Departure),
    TakenOut(Arrival),
    Lost(u64),
    Delivered(Delivery),
}

/// Records the events of one packet.
#[derive(Debug)]
pub(crate) struct Follow {
    tag: u64,
    seen: Vec<Stage>,
}

impl Follow {
    pub(crate) fn new(tag: u64) -> Self {
        Self { tag, seen: Vec::new() }
    }

    /// A line for each event.
    pub(crate) fn said(&self, model: &Model) -> Vec<String> {
        if self.seen.is_empty() {
            return vec![format!("packet {} was never sent", self.tag)];
        }
        let mut came_at = 0;
        let line = |stage: &Stage| match stage {
            Stage::Submitted(at, packet) => {
                let (tag, bytes) = (packet.tag, packet.bytes);
                let to = place(model, packet.to);
                let from = place(model, packet.from);
                line(model, *at, &format!("packet {tag}, {bytes} bytes, from {from} to {to}"))
            }
            Stage::Arrives(arrival) => {
                came_at = arrival.at;
                let from = match arrival.came {
                    Port::Link(to) => format!("over {to}"),
                    Port::Host(_) => "from memory".to_owned(),
                };
                let node = place(model, arrival.node);
                let what = format!("arrives at {node} {from}, next output {}", arrival.wants);
                line(model, arrival.at, &what)
            }
            Stage::Departs(departure) => departs(model, departure, came_at),
            Stage::TakenOut(waited) => {
                let (node, wants) = (place(model, waited.node), waited.wants);
                line(model, waited.at, &format!("is removed from {node}: no route over {wants}"))
            }
            Stage::Lost(at) => line(model, *at, "is lost"),
            Stage::Delivered(delivery) => {
                let took = model.clock.ns(delivery.at - delivery.born);
                line(
                    model,
                    delivery.at,
                    &format!("is delivered to its program, {took:.1} ns after submission"),
                )
            }
        };
        self.seen.iter().map(line).collect()
    }
}

fn departs(model: &Model, departure: &Departure, came_at: u64) -> String {
    let Departure { at, lasts, node, port, tries, .. } = *departure;
    let ns = |ticks| model.clock.ns(ticks);
    let mut what =
        format!("leaves {} through {port}, which takes {:.1} ns", place(model, node), ns(lasts));
    if at > came_at {
        what += &format!(", after waiting {:.1} ns", ns(at - came_at));
    }
    let blocked = departure.blocked.min(at - came_at);
    if blocked > 0 {
        what += &format!(", {:.1} ns of it for buffer space", ns(blocked));
    }
    if tries > 1 {
        what += &format!(", sent {tries} times");
    }
    line(model, at, &what)
}

fn line(model: &Model, at: u64, what: &str) -> String {
    format!("{:12.1} ns  {what}", model.clock.ns(at))
}

fn place(model: &Model, node: u32) -> String {
    format!("node {node} {:?}", &model.torus.coordinates(node)[..model.torus.dims()])
}

impl Follow {
    fn keep(&mut self, tag: u64, stage: Stage) {
        if tag == self.tag {
            self.seen.push(stage);
        }
    }
}

impl Probe for Follow {
    fn submitted(&mut self, at: u64, packet: &Seen) {
        self.keep(packet.tag, Stage::Submitted(at, *packet));
    }

    fn arrives(&mut self, arrival: &Arrival) {
        self.keep(arrival.packet.tag, Stage::Arrives(*arrival));
    }

    fn departs(&mut self, departure: &Departure) {
        self.keep(departure.packet.tag, Stage::Departs(*departure));
    }

    fn taken_out(&mut self, waited: &Arrival) {
        self.keep(waited.packet.tag, Stage::TakenOut(*waited));
    }

    fn lost(&mut self, at: u64, packet: &Seen) {
        self.keep(packet.tag, Stage::Lost(at));
    }

    fn delivered(&mut self, delivery: &Delivery) {
        self.keep(delivery.tag, Stage::Delivered(*delivery));
    }
}
