//! Gathering: the interface keeps arriving packets until it has enough of them, or the first has
//! waited long enough, and writes them to memory at once.
//!
//! A write then takes the time of its bytes, and the minimum time between two packets counts once
//! for all of them: it is what limits a node that receives many short messages. Any packet that
//! fills a block closes it, a long one too, so packets stay in order. A packet leaves its slot once
//! it has arrived; the one that closes a block does so when the write begins, so no more blocks
//! wait than there are slots.

use super::network::Network;
use super::probe::Probe;
use super::queue::Chain;
use super::wheel::Event;
use std::collections::HashSet;

/// The block that an interface is gathering.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) packets: Chain,
    bytes: u64,
    /// Sequence number of the block.
    number: u32,
}

impl Default for Block {
    fn default() -> Self {
        Self { packets: Chain::EMPTY, bytes: 0, number: 0 }
    }
}

impl<P: Probe> Network<P> {
    /// A packet arrives at the interface of its node.
    pub(super) fn gather_in(&mut self, output: usize, interface: usize, packet: u32) {
        let (node, bytes) = (self.packets[packet].to, u64::from(self.packets[packet].bytes));
        let came = self.now + bytes * self.model.link_byte;
        let block = &mut self.blocks[node as usize];
        let (is_first, number) = (block.packets.is_empty(), block.number);
        block.packets.push(&mut self.packets, packet);
        block.bytes += bytes;
        let mut free = came;
        if block.bytes >= self.model.aggregate_bytes {
            free = self.flush(node, came);
        } else if is_first {
            let at = came + self.model.aggregate;
            self.wheel.schedule(at, Event::Flush { node, block: number });
        }
        // Credits return in order, and an earlier packet that closed a block may leave later.
        let free = self.queues[interface].credit.not_before(free);
        if self.queues[interface].credit.give_back(self.now, free) {
            self.wake(output, free);
        }
    }

    pub(super) fn flush_late(&mut self, node: u32, block: u32) {
        if self.blocks[node as usize].number == block {
            self.flush(node, self.now);
        }
    }

    /// Writes a block that is complete at `at`; returns when the write begins.
    fn flush(&mut self, node: u32, at: u64) -> u64 {
        let block = &mut self.blocks[node as usize];
        let number = block.number.wrapping_add(1);
        let Block { packets, bytes, .. } =
            std::mem::replace(block, Block { number, ..Block::default() });
        let host = &mut self.hosts[node as usize];
        let start = host.receive_free.max(at);
        let memory = bytes * self.model.host_byte;
        host.receive_free = start + memory.max(self.model.host_gap);
        let there = start + memory + self.model.receive;
        let all: Vec<u32> = packets.iter(&self.packets).collect();
        for packet in all {
            self.wheel.schedule(there, Event::Deliver { packet });
        }
        start
    }

    /// Removes packets that are taken out of the network.
    pub(super) fn take_from_blocks(&mut self, gone: &HashSet<u32>) {
        for block in &mut self.blocks {
            let all: Vec<u32> = block.packets.iter(&self.packets).collect();
            block.packets = Chain::EMPTY;
            for number in all {
                match gone.contains(&number) {
                    true => block.bytes -= u64::from(self.packets[number].bytes),
                    false => block.packets.push(&mut self.packets, number),
                }
            }
        }
    }
}
