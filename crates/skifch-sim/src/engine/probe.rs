//! Looking at a run while it goes on.

use super::Port;

/// The head of a packet leaves a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// When, in ticks.
    pub at: u64,
    /// Ticks for which it occupies the port.
    pub lasts: u64,
    /// The node it leaves.
    pub node: u32,
    /// Through what.
    pub port: Port,
    /// As it was sent.
    pub tag: u64,
}

/// Is told what packets do. `()` looks at nothing and costs nothing.
pub trait Probe {
    /// Whether there is anybody to tell.
    const IS_ON: bool = true;

    /// A packet leaves a node.
    fn departs(&mut self, departure: &Departure);
}

impl Probe for () {
    const IS_ON: bool = false;

    fn departs(&mut self, _: &Departure) {}
}

/// Keeps everything: for following a packet, and for tests.
impl Probe for Vec<Departure> {
    fn departs(&mut self, departure: &Departure) {
        self.push(*departure);
    }
}
