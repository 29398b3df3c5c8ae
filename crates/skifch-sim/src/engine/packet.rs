//! Packets, and where they are kept.

use super::NONE;
use crate::route::Route;

/// The two networks that share links and nothing else: what answers must not wait for what asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subnet {
    /// Puts and questions.
    Request,
    /// Answers.
    Reply,
}

impl Subnet {
    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    pub(super) const ALL: [Self; 2] = [Self::Request, Self::Reply];
}

/// A packet to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Send {
    /// Node that sends.
    pub from: u32,
    /// Node that receives; it may be the same.
    pub to: u32,
    /// Bytes beside the header.
    pub payload_bytes: u16,
    /// Which of the two networks.
    pub subnet: Subnet,
    /// Comes out again with the packet; the model does not look at it.
    pub tag: u64,
}

/// A packet that arrived. Times are in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// When the receiver's program has it.
    pub at: u64,
    /// When the sender's program handed it over.
    pub born: u64,
    /// Node that sent.
    pub from: u32,
    /// Node that receives.
    pub to: u32,
    /// Bytes beside the header.
    pub payload_bytes: u16,
    /// Links it went over.
    pub hops: u16,
    /// Which of the two networks.
    pub subnet: Subnet,
    /// As it was sent.
    pub tag: u64,
}

/// Half a cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    pub(super) route: Route,
    pub(super) born: u64,
    /// The one behind it in a queue, or the next free place.
    pub(super) next: u32,
    pub(super) from: u32,
    pub(super) to: u32,
    /// With the header.
    pub(super) bytes: u16,
    /// Hops of the whole route, doubled, plus the subnetwork.
    about: u16,
}

const _: () = assert!(size_of::<Packet>() == 32);

impl Packet {
    pub(super) fn new(born: u64, send: &Send, route: Route, header_bytes: u16) -> Self {
        Self {
            route,
            born,
            next: NONE,
            from: send.from,
            to: send.to,
            bytes: send.payload_bytes + header_bytes,
            about: (route.hops() as u16) << 1 | send.subnet as u16,
        }
    }

    #[inline]
    pub(super) fn subnet(&self) -> Subnet {
        Subnet::ALL[usize::from(self.about & 1)]
    }

    pub(super) fn hops(&self) -> u16 {
        self.about >> 1
    }
}

/// Packets by number; numbers are used again. Tags lie apart: only the ends need them.
#[derive(Debug)]
pub(super) struct Packets {
    all: Vec<Packet>,
    tags: Vec<u64>,
    free: u32,
}

impl Packets {
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), tags: Vec::new(), free: NONE }
    }

    pub(super) fn insert(&mut self, packet: Packet, tag: u64) -> u32 {
        if self.free == NONE {
            self.all.push(packet);
            self.tags.push(tag);
            return self.all.len() as u32 - 1;
        }
        let number = self.free;
        self.free = self[number].next;
        self[number] = packet;
        self.tags[number as usize] = tag;
        number
    }

    pub(super) fn remove(&mut self, number: u32) -> (Packet, u64) {
        let packet = self[number];
        self[number].next = std::mem::replace(&mut self.free, number);
        (packet, self.tags[number as usize])
    }

    pub(super) fn tag(&self, number: u32) -> u64 {
        self.tags[number as usize]
    }
}

impl std::ops::Index<u32> for Packets {
    type Output = Packet;

    #[inline]
    fn index(&self, number: u32) -> &Packet {
        &self.all[number as usize]
    }
}

impl std::ops::IndexMut<u32> for Packets {
    #[inline]
    fn index_mut(&mut self, number: u32) -> &mut Packet {
        &mut self.all[number as usize]
    }
}
