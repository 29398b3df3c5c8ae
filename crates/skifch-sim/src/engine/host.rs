//! The interface between a node's memory and its router: one path in and one path out, shared by
//! both subnetworks.

use super::network::Network;
use super::packet::{Packets, Subnet};
use super::probe::Probe;
use super::queue::Chain;
use super::restore::Restore;
use super::wheel::Event;

/// The interface of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Host {
    /// When the path into the network is free.
    pub(super) send_free: u64,
    /// When the path to memory is free.
    pub(super) receive_free: u64,
    /// Packets in memory that have not been started.
    packets: [Chain; 2],
    pub(super) waiting: [u32; 2],
    /// The subnetwork whose turn it is.
    turn: u8,
    pub(super) is_dirty: bool,
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

impl Host {
    /// The subnetwork that is next; at least one has a waiting packet.
    pub(super) fn whose_turn(&self) -> usize {
        let turn = usize::from(self.turn);
        if self.waiting[turn] > 0 { turn } else { 1 - turn }
    }

    /// Removes all packets of a failing node.
    pub(super) fn clear(&mut self, packets: &Packets) -> Vec<u32> {
        self.waiting = [0; 2];
        let chains = std::mem::replace(&mut self.packets, [Chain::EMPTY; 2]);
        chains.iter().flat_map(|chain| chain.iter(packets)).collect()
    }

    /// Writes a packet that arrives over a link to memory, which takes `memory` ticks; returns the
    /// end.
    pub(super) fn write(&mut self, now: u64, link: u64, memory: u64, gap: u64) -> u64 {
        let start = self.receive_free.max(now + link.saturating_sub(memory));
        self.receive_free = start + memory.max(gap);
        start + memory
    }

    /// Removes the first packet of a subnetwork, which is not empty.
    pub(super) fn take(&mut self, subnet: usize, packets: &Packets) -> u32 {
        self.turn = 1 - subnet as u8;
        self.waiting[subnet] -= 1;
        self.packets[subnet].pop(packets)
    }
}

impl<P: Probe> Network<P> {
    /// A program hands a packet over.
    pub(super) fn take_over(&mut self, number: u32) {
        let node = self.packets[number].from;
        if self.is_dead(node) {
            // The program on a failed node sends nothing any more.
            self.packets.remove(number);
            return;
        }
        self.tally.injected += 1;
        self.tally.change(self.now, 1);
        if P::IS_ON {
            let seen = self.seen(number);
            self.probe.submitted(self.now, &seen);
        }
        let packet = &self.packets[number];
        if self.is_restored() && !packet.is_of_units() {
            self.restore.sent(Restore::pair(packet), number);
        }
        let subnet = packet.subnet().index();
        let host = &mut self.hosts[node as usize];
        let is_first = host.waiting == [0; 2];
        host.packets[subnet].push(&mut self.packets, number);
        host.waiting[subnet] += 1;
        if host.send_free > self.now {
            // When the packet that keeps it busy was started, nothing was waiting.
            if is_first {
                self.wheel.schedule(host.send_free, Event::Host { node });
            }
        } else if !std::mem::replace(&mut host.is_dirty, true) {
            self.dirty_hosts.push(node);
        }
    }

    /// Starts the next packet of a node, the subnetworks in turn. The router may begin to send it
    /// when the rest will arrive in time.
    pub(super) fn start_packet(&mut self, node: u32) {
        let is_stopped = self.is_stopped();
        let host = &mut self.hosts[node as usize];
        host.is_dirty = false;
        if host.send_free > self.now || host.waiting == [0; 2] || is_stopped {
            return;
        }
        let subnet = host.whose_turn();
        let packet = host.take(subnet, &self.packets);
        if !self.is_routed(packet) {
            return self.dirty_hosts.push(node);
        }
        let host = &mut self.hosts[node as usize];
        let bytes = u64::from(self.packets[packet].bytes);
        let (link, memory) = (bytes * self.model.link_byte, bytes * self.model.host_byte);
        host.send_free = self.now + memory.max(self.model.host_gap);
        if host.waiting != [0; 2] {
            self.wheel.schedule(host.send_free, Event::Host { node });
        }
        let ready = self.now + self.model.send + memory.saturating_sub(link);
        if self.packets[packet].is_of_units() {
            return self.wheel.schedule(ready, Event::Own { packet });
        }
        let queue =
            node as usize * self.shape.inputs + self.shape.links * self.shape.channels + subnet;
        self.wheel.schedule(ready, Event::Ready { queue: queue as u32, packet });
    }

    /// A packet goes to memory as fast as both the router and the path to memory allow.
    pub(super) fn eject(&mut self, output: usize, interface: usize, packet: u32) {
        if !self.blocks.is_empty() {
            return self.gather_in(output, interface, packet);
        }
        let bytes = u64::from(self.packets[packet].bytes);
        let (link, memory) = (bytes * self.model.link_byte, bytes * self.model.host_byte);
        let host = &mut self.hosts[self.packets[packet].to as usize];
        let end = host.write(self.now, link, memory, self.model.host_gap);
        self.wheel.schedule(end + self.model.receive, Event::Deliver { packet });
        if self.queues[interface].credit.give_back(self.now, end) {
            self.wake(output, end);
        }
    }
}

const _: () = assert!(Subnet::ALL.len() == 2);
