//! Looking at a run while it goes on.

use super::{Delivery, Port, Subnet};

/// A packet, as those are told who look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Node that sent it.
    pub from: u32,
    /// Node that receives it.
    pub to: u32,
    /// With the header.
    pub bytes: u16,
    /// Which of the two networks.
    pub subnet: Subnet,
    /// As it was sent.
    pub tag: u64,
}

/// A packet comes to where it has to wait for what is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When, in ticks.
    pub at: u64,
    /// The node.
    pub node: u32,
    /// How it came: the link it was on, or the node's own interface.
    pub came: Port,
    /// Through what it will leave; where routing is adaptive, through what it would by the order of
    /// directions.
    pub wants: Port,
    /// Which packet.
    pub packet: Seen,
}

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
    /// Through what it was said to leave when it came ([`Arrival::wants`]).
    pub wanted: Port,
    /// How it came to the node: the link it was on, or the node's own interface.
    pub came: Port,
    /// Ticks up to now in which packets waited at the port for room at its other end.
    pub blocked: u64,
    /// How often it is sent over this link before it is received without damage.
    pub tries: u32,
    /// Which packet.
    pub packet: Seen,
}

/// All packets that waited at a port for room at its other end have left another way.
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

/// Is told what packets do. `()` looks at nothing and costs nothing. What it does changes nothing
/// for the network.
pub trait Probe {
    /// Whether there is anybody to tell.
    const IS_ON: bool = true;

    /// A program hands a packet over to the interface of its node.
    fn submitted(&mut self, _at: u64, _packet: &Seen) {}

    /// The head of a packet can be routed.
    fn arrives(&mut self, _arrival: &Arrival) {}

    /// A packet leaves a node.
    fn departs(&mut self, departure: &Departure);

    /// Nobody waits at a port any more, and none of those who did has left through it.
    fn relieved(&mut self, _relief: &Relief) {}

    /// A packet that came is taken out of the router: its way leads over something dead, or it is
    /// for the unit there.
    fn taken_out(&mut self, _waited: &Arrival) {}

    /// A packet will not come any more.
    fn lost(&mut self, _at: u64, _packet: &Seen) {}

    /// A packet is with its program.
    fn delivered(&mut self, _delivery: &Delivery) {}
}

impl Probe for () {
    const IS_ON: bool = false;

    fn departs(&mut self, _: &Departure) {}
}

/// Keeps every departure, for tests.
impl Probe for Vec<Departure> {
    fn departs(&mut self, departure: &Departure) {
        self.push(*departure);
    }
}

/// Two may look at once.
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

/// One that may be there or not, as it turns out.
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
