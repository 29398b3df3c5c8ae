//! Inputs of a router: FIFO queues of packets, of which the first requests an output.

use super::NONE;
use super::credit::Credit;
use super::packet::Packets;

/// A FIFO queue linked through [`super::packet::Packet::next`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    pub(super) first: u32,
    last: u32,
}

impl Chain {
    pub(super) const EMPTY: Self = Self { first: NONE, last: NONE };

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.first == NONE
    }

    #[inline]
    pub(super) fn push(&mut self, packets: &mut Packets, number: u32) {
        packets[number].next = NONE;
        match self.is_empty() {
            true => self.first = number,
            false => packets[self.last].next = number,
        }
        self.last = number;
    }

    /// Removes the first packet; the queue is not empty.
    #[inline]
    pub(super) fn pop(&mut self, packets: &Packets) -> u32 {
        let number = self.first;
        self.first = packets[number].next;
        number
    }

    pub(super) fn iter(self, packets: &Packets) -> impl Iterator<Item = u32> {
        let first = (!self.is_empty()).then_some(self.first);
        std::iter::successors(first, |number| {
            let next = packets[*number].next;
            (next != NONE).then_some(next)
        })
    }
}

/// The input of one virtual channel of a link, of one subnetwork of the node's interface, or of its
/// unit. Each has its own path into the crossbar. One cache line.
///
/// The interface queues its outgoing packets here without limit; its slots are for incoming packets
/// on their way to memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Queue {
    pub(super) packets: Chain,
    pub(super) credit: Credit,
    /// Until then a packet is leaving, through output `draining` of its node.
    pub(super) busy_until: u64,
    /// The first output of its node.
    pub(super) outputs: u32,
    pub(super) draining: u8,
    /// Its number among the inputs of the node.
    pub(super) input: u8,
}

const _: () = assert!(size_of::<Queue>() == 64);
