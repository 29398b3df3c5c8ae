//! Networks for tests.

use crate::config::Settings;
use crate::engine::{Delivery, Model, Network, Probe, Send, Subnet};

/// Links of one byte per nanosecond, and interfaces that are as fast and never the bottleneck.
const PLAIN: &str = "
link = { mbit_s = 8000, wire_ns = 1 }
router = { delay_ns = 1, slots = 6 }
packet = { header_bytes = 0, payload_bytes = 256 }
host = { mbit_s = 8000, packets_per_s = 1000000000, send_ns = 1, receive_ns = 1, receive_slots = 6 }
";

fn read(texts: &[&str]) -> Model {
    let settings = Settings::read(texts).unwrap_or_else(|error| panic!("{texts:?}: {error}"));
    Model::new(&settings).unwrap()
}

/// M3 with these changes.
pub(super) fn model(changes: &str) -> Model {
    read(&["preset = \"m3\"", changes])
}

/// A network in which a packet of 256 bytes takes 256 ticks on a link.
pub(super) fn plain(torus: &str, changes: &str) -> Model {
    read(&["preset = \"m3\"", PLAIN, &format!("torus = \"{torus}\""), changes])
}

pub(super) fn packet(from: u32, to: u32, payload_bytes: u16, tag: u64) -> Send {
    Send { from, to, payload_bytes, subnet: Subnet::Request, tag }
}

/// Everything that is delivered up to `until`.
pub(super) fn deliveries<P: Probe>(network: &mut Network<P>, until: u64) -> Vec<Delivery> {
    let mut all = Vec::new();
    while network.advance_until(until) < until || network.has_deliveries() {
        all.extend(network.deliveries());
    }
    network.check().unwrap();
    all
}
