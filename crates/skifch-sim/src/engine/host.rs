//! The interface between a node's memory and its router: one way in, one way out, both subnetworks
//! share them.

use super::network::Network;
use super::packet::Subnet;
use super::probe::Probe;
use super::queue::Chain;
use super::wheel::Event;

/// The interface of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Host {
    /// When the way into the network is free.
    send_free: u64,
    /// When the way to memory is free.
    receive_free: u64,
    /// Packets in memory that were not started.
    packets: [Chain; 2],
    pub(super) waiting: [u32; 2],
    /// The subnetwork whose turn it is.
    turn: u8,
    is_dirty: bool,
}

impl Default for Host {
    fn default() -> Self {
        Self {
            send_free: 0,
            receive_free: 0,
            packets: [Chain::EMPTY; 2],
            waiting: [0; 2],
            turn: 0,
            is_dirty: false,
        }
    }
}

impl<P: Probe> Network<P> {
    /// A program hands a packet over.
    pub(super) fn take_over(&mut self, number: u32) {
        self.tally.injected += 1;
        self.tally.change(self.now, 1);
        let packet = &self.packets[number];
        let (node, subnet) = (packet.from, packet.subnet().index());
        let host = &mut self.hosts[node as usize];
        let is_first = host.waiting == [0; 2];
        host.packets[subnet].push(&mut self.packets, number);
        host.waiting[subnet] += 1;
        if host.send_free > self.now {
            // Whoever keeps it busy did not know that somebody would wait.
            if is_first {
                self.wheel.schedule(host.send_free, Event::Host { node });
            }
        } else if !std::mem::replace(&mut host.is_dirty, true) {
            self.dirty_hosts.push(node);
        }
    }

    /// Starts the next packet of a node, the subnetworks in turn. The router may begin to send it
    /// when the rest will come in time.
    pub(super) fn start_packet(&mut self, node: u32) {
        let host = &mut self.hosts[node as usize];
        host.is_dirty = false;
        if host.send_free > self.now || host.waiting == [0; 2] {
            return;
        }
        let turn = usize::from(host.turn);
        let subnet = if host.waiting[turn] > 0 { turn } else { 1 - turn };
        host.turn = 1 - subnet as u8;
        host.waiting[subnet] -= 1;
        let packet = host.packets[subnet].pop(&self.packets);
        let bytes = u64::from(self.packets[packet].bytes);
        let (link, memory) = (bytes * self.model.link_byte, bytes * self.model.host_byte);
        host.send_free = self.now + memory.max(self.model.host_gap);
        if host.waiting != [0; 2] {
            self.wheel.schedule(host.send_free, Event::Host { node });
        }
        let ready = self.now + self.model.send + memory.saturating_sub(link);
        let queue =
            node as usize * self.shape.inputs + self.shape.links * self.shape.channels + subnet;
        self.wheel.schedule(ready, Event::Ready { queue: queue as u32, packet });
    }

    /// A packet goes to memory as fast as both the router and the way to memory allow.
    pub(super) fn eject(&mut self, output: usize, interface: usize, packet: u32) {
        let bytes = u64::from(self.packets[packet].bytes);
        let (link, memory) = (bytes * self.model.link_byte, bytes * self.model.host_byte);
        let host = &mut self.hosts[self.packets[packet].to as usize];
        let start = host.receive_free.max(self.now + link.saturating_sub(memory));
        host.receive_free = start + memory.max(self.model.host_gap);
        let end = start + memory;
        self.wheel.schedule(end + self.model.receive, Event::Deliver { packet });
        if self.queues[interface].credit.give_back(self.now, end) {
            self.wake(output, end);
        }
    }
}

const _: () = assert!(Subnet::ALL.len() == 2);
