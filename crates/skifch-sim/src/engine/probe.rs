//! Observing a run while it is simulated.

use super::{Delivery, Port, Subnet};

/// A packet, as probes see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Sending node.
    pub from: u32,
    /// Receiving node.
    pub to: u32,
    /// With the header.
    pub bytes: u16,
    /// The subnetwork.
    pub subnet: Subnet,
    /// The tag from [`super::Send`].
    pub tag: u64,
}

/// A packet arrives at a node, where it may have to wait for its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When, in ticks.
    pub at: u64,
    /// The node.
    pub node: u32,
    /// Where it came from: a link, or the node's own interface.
    pub came: Port,
    /// Its output; with adaptive routing, the one that it would take in direction order.
    pub wants: Port,
    /// The packet.
    pub packet: Seen,
}

/// The head of a packet leaves a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// When, in ticks.
    pub at: u64,
    /// Ticks for which it occupies the port.
    pub lasts: u64,
    /// The node that it leaves.
    pub node: u32,
    /// The port through which it leaves.
    pub port: Port,
    /// The port announced when it arrived ([`Arrival::wants`]).
    pub wanted: Port,
    /// Where it came from: a link, or the node's own interface.
    pub came: Port,
    /// Ticks up to now in which packets waited at the port for room at its other end.
    pub blocked: u64,
    /// Number of transmissions over this link, the last one undamaged.
    pub tries: u32,
    /// The packet.
    pub packet: Seen,
}

/// All packets that waited at a port for room at its other end have left through other ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relief {
    /// When, in ticks.
    pub at: u64,
    /// The node.
    pub node: u32,
    /// The port.
    pub port: Port,
    /// Ticks up to now in which packets waited there.
    pub blocked: u64,
}

/// Observer of packets. `()` observes nothing and costs nothing. A probe does not affect the
/// network.
pub trait Probe {
    /// Whether it observes anything; if not, the calls are compiled out.
    const IS_ON: bool = true;

    /// A program hands a packet over to the interface of its node.
    fn submitted(&mut self, _at: u64, _packet: &Seen) {}

    /// The head of a packet can be routed.
    fn arrives(&mut self, _arrival: &Arrival) {}

    /// A packet leaves a node.
    fn departs(&mut self, departure: &Departure);

    /// No packet waits at a port any more, and none of those that did has left through it.
    fn relieved(&mut self, _relief: &Relief) {}

    /// A packet that had arrived is taken out of the router: its route leads over a failed part, or
    /// it is addressed to the unit there.
    fn taken_out(&mut self, _waited: &Arrival) {}

    /// A packet is lost.
    fn lost(&mut self, _at: u64, _packet: &Seen) {}

    /// A packet has reached its program.
    fn delivered(&mut self, _delivery: &Delivery) {}
}

impl Probe for () {
    const IS_ON: bool = false;

    fn departs(&mut self, _: &Departure) {}
}

/// Collects every departure, for tests.
impl Probe for Vec<Departure> {
    fn departs(&mut self, departure: &Departure) {
        self.push(*departure);
    }
}

/// Two probes at once.
impl<A: Probe, B: Probe> Probe for (A, B) {
    const IS_ON: bool = A::IS_ON || B::IS_ON;

    fn submitted(&mut self, at: u64, packet: &Seen) {
        self.0.submitted(at, packet);
        self.1.submitted(at, packet);
    }

    fn arrives(&mut self, arrival: &Arrival) {
        self.0.arrives(arrival);
        self.1.arrives(arrival);
    }

    fn departs(&mut self, departure: &Departure) {
        self.0.departs(departure);
        self.1.departs(departure);
    }

    fn relieved(&mut self, relief: &Relief) {
        self.0.relieved(relief);
        self.1.relieved(relief);
    }

    fn taken_out(&mut self, waited: &Arrival) {
        self.0.taken_out(waited);
        self.1.taken_out(waited);
    }

    fn lost(&mut self, at: u64, packet: &Seen) {
        self.0.lost(at, packet);
        self.1.lost(at, packet);
    }

    fn delivered(&mut self, delivery: &Delivery) {
        self.0.delivered(delivery);
        self.1.delivered(delivery);
    }
}

/// A probe that is optional at run time.
impl<P: Probe> Probe for Option<P> {
    const IS_ON: bool = P::IS_ON;

    fn submitted(&mut self, at: u64, packet: &Seen) {
        if let Some(probe) = self {
            probe.submitted(at, packet);
        }
    }

    fn arrives(&mut self, arrival: &Arrival) {
        if let Some(probe) = self {
            probe.arrives(arrival);
        }
    }

    fn departs(&mut self, departure: &Departure) {
        if let Some(probe) = self {
            probe.departs(departure);
        }
    }

    fn relieved(&mut self, relief: &Relief) {
        if let Some(probe) = self {
            probe.relieved(relief);
        }
    }

    fn taken_out(&mut self, waited: &Arrival) {
        if let Some(probe) = self {
            probe.taken_out(waited);
        }
    }

    fn lost(&mut self, at: u64, packet: &Seen) {
        if let Some(probe) = self {
            probe.lost(at, packet);
        }
    }

    fn delivered(&mut self, delivery: &Delivery) {
        if let Some(probe) = self {
            probe.delivered(delivery);
        }
    }
}
