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

    pub(crate) const ALL: [Self; 2] = [Self::Request, Self::Reply];
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
    /// The subnetwork, hops of the whole route, and flags.
    about: u16,
}

const _: () = assert!(size_of::<Packet>() == 32);

/// Flags of [`Packet::about`]: it takes its route as it is; it is at its receiver; it is lost; it
/// is of an operation of all nodes.
const IS_BOUND: u16 = 1 << 15;
const IS_THERE: u16 = 1 << 14;
const IS_LOST: u16 = 1 << 13;
const IS_OF_UNITS: u16 = 1 << 12;
const HOPS: u16 = IS_OF_UNITS - 2;
const _: () = assert!((Route::MAX_LEGS as u32 * Route::MAX_HOPS) << 1 < IS_OF_UNITS as u32);

impl Packet {
    pub(super) fn new(born: u64, send: &Send, route: Route, headers_bytes: u16) -> Self {
        Self {
            route,
            born,
            next: NONE,
            from: send.from,
            to: send.to,
            bytes: send.payload_bytes + headers_bytes,
            about: (route.hops() as u16) << 1 | send.subnet as u16,
        }
    }

    #[inline]
    pub(super) fn subnet(&self) -> Subnet {
        Subnet::ALL[usize::from(self.about & 1)]
    }

    pub(super) fn hops(&self) -> u16 {
        (self.about & HOPS) >> 1
    }

    /// What is left of its way is another one from now on.
    pub(super) fn reroute(&mut self, route: Route) {
        let done = u32::from(self.hops()).saturating_sub(self.route.hops());
        let hops = (done + route.hops()).min(u32::from(HOPS >> 1)) as u16;
        self.about = self.about & !HOPS | hops << 1;
        self.route = route;
    }

    /// Whether it takes the hops of its route in their order, also where others are adaptive.
    #[inline]
    pub(super) fn is_bound(&self) -> bool {
        self.about & IS_BOUND != 0
    }

    pub(super) fn bind(&mut self) {
        self.about |= IS_BOUND;
    }

    /// Whether it waits at its receiver for those that were sent before it.
    pub(super) fn is_there(&self) -> bool {
        self.about & IS_THERE != 0
    }

    /// Whether units send and take it (`unit.rs`).
    #[inline]
    pub(super) fn is_of_units(&self) -> bool {
        self.about & IS_OF_UNITS != 0
    }

    pub(super) fn give_to_units(&mut self) {
        self.about |= IS_OF_UNITS;
    }

    /// Whether its receiver waits for it in vain.
    pub(super) fn is_lost(&self) -> bool {
        self.about & IS_LOST != 0
    }

    pub(super) fn vanishes(&mut self) {
        self.about |= IS_LOST | IS_THERE;
    }

    pub(super) fn comes(&mut self) {
        self.about |= IS_THERE;
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
