//! What the lower fidelities share: messages of many packets without contention.

use super::Model;
use super::credit::MAX_SLOTS;
use super::network::Network;
use super::output::Port;
use super::packet::Subnet;
use super::probe::{Arrival, Departure, Probe};
use crate::config::Fidelity;
use crate::random::mix;

/// Times of a message without contention, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Alone {
    /// From program to program.
    pub(crate) total: u64,
    /// On each link.
    pub(crate) link: u64,
    /// Between memory and interface.
    pub(crate) host: u64,
    /// Until the next message can begin: the time of its slowest part.
    pub(crate) work: u64,
}

impl Model {
    /// Times of a message of this many bytes on the wire without contention. Its packets follow
    /// each other as closely as interface, links and credits allow.
    pub(crate) fn alone(&self, wire_bytes: u16, hops: u32) -> Alone {
        let whole = u64::from(self.header_bytes) + u64::from(self.payload_bytes);
        let bytes = u64::from(wire_bytes);
        let full = bytes.saturating_sub(1) / whole.max(1);
        let last = bytes - full * whole;
        let link = |bytes: u64| bytes * self.link_byte;
        let host = |bytes: u64| (bytes * self.host_byte).max(self.host_gap);
        // A packet that enters a ring leaves one slot free.
        let usable = u64::from(self.slots) - 1;
        let credit = |bytes: u64| match hops {
            0 => 0,
            _ => (link(bytes) + self.hop() + self.wire).div_ceil(usable),
        };
        let pace = |bytes: u64| link(bytes).max(host(bytes)).max(credit(bytes));
        let mut train = Train::default();
        let window = if hops == 0 { 0 } else { usable as usize };
        (0..full).for_each(|_| train.pass(self, whole, window));
        train.pass(self, last, window);
        Alone {
            total: self.send + u64::from(hops) * self.hop() + train.end + self.receive,
            link: link(bytes),
            host: full * host(whole) + host(last),
            work: full * pace(whole) + link(last).max(host(last)),
        }
    }
}

/// Consecutive packets of a message: when each resource is free again.
#[derive(Default)]
struct Train {
    start: u64,
    link: u64,
    memory: u64,
    end: u64,
    /// When the slots at the end of the first link are free again, by packet number modulo the
    /// window.
    slots: [u64; MAX_SLOTS],
    number: usize,
}

impl Train {
    /// Adds a packet; `window` of them fit behind the first link; 0 if there is no link.
    fn pass(&mut self, model: &Model, bytes: u64, window: usize) {
        let (link, host) = (bytes * model.link_byte, bytes * model.host_byte);
        let mut leaves = self.link.max(self.start + host.saturating_sub(link));
        if window > 0 {
            let slot = &mut self.slots[self.number % window];
            leaves = leaves.max(*slot);
            *slot = leaves + link + model.hop() + model.wire;
        }
        self.number += 1;
        self.start += host.max(model.host_gap);
        self.link = leaves + link;
        let arrives = self.memory.max(leaves + link.saturating_sub(host));
        self.memory = arrives + host.max(model.host_gap);
        self.end = arrives + host;
    }
}

impl<P: Probe> Network<P> {
    /// The second half of an instant.
    pub(super) fn start_messages(&mut self) {
        while let Some(node) = self.dirty_hosts.pop() {
            self.hosts[node as usize].is_dirty = false;
            match self.model.fidelity {
                Fidelity::Fluid => self.start_flows(node),
                _ => self.start_message(node),
            }
        }
        self.land_all();
        self.share();
    }

    /// Counts a message on all its links, as if it crossed them at link rate from `at` on.
    pub(super) fn charge(&mut self, number: u32, at: u64, link: u64) {
        let packet = self.packets[number];
        let subnet = packet.subnet();
        let (mut node, mut came) = (packet.from, Port::Host(subnet));
        self.tally.hops += u64::from(packet.hops());
        self.tally.trace = self.tally.trace.wrapping_add(mix(at
            ^ u64::from(packet.to) << 40
            ^ packet.born.rotate_left(20)
            ^ u64::from(packet.from) << 8));
        let mut head = at + self.model.send;
        for to in packet.route.steps() {
            self.pass(number, (node, came, Port::Link(to)), head, link);
            node = self.model.torus.neighbour(node, to);
            came = Port::Link(to);
            head += self.model.hop();
        }
        self.pass(number, (node, came, Port::Host(subnet)), head, link);
    }

    fn pass(&mut self, number: u32, way: (u32, Port, Port), head: u64, link: u64) {
        let (node, came, port) = way;
        let place = match port {
            Port::Link(to) => to.index(),
            Port::Host(subnet) => self.shape.links + subnet.index(),
        };
        let output = &mut self.outputs[node as usize * self.shape.outputs + place];
        output.busy += link;
        output.packets = output.packets.wrapping_add(1);
        if P::IS_ON {
            let packet = self.seen(number);
            self.probe.arrives(&Arrival { at: head, node, came, wants: port, packet });
            self.probe.departs(&Departure {
                at: head,
                lasts: link,
                node,
                port,
                wanted: port,
                came,
                blocked: 0,
                tries: 1,
                packet,
            });
        }
    }
}

const _: () = assert!(Subnet::Reply.index() == 1);
