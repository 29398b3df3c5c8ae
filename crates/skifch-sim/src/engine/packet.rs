//! Packets and their storage.

use super::NONE;
use crate::route::Route;

/// The two subnetworks, which share links and nothing else: a reply must not wait for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subnet {
    /// Requests, such as puts and gets.
    Request,
    /// Replies.
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
    /// Sending node.
    pub from: u32,
    /// Receiving node; it may be the same.
    pub to: u32,
    /// Bytes besides the header.
    pub payload_bytes: u16,
    /// The subnetwork.
    pub subnet: Subnet,
    /// Returned with the packet on delivery; the model does not interpret it.
    pub tag: u64,
}

/// A delivered packet. Times are in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// When the receiver's program has it.
    pub at: u64,
    /// When the sender's program handed it over.
    pub born: u64,
    /// Sending node.
    pub from: u32,
    /// Receiving node.
    pub to: u32,
    /// Bytes besides the header.
    pub payload_bytes: u16,
    /// Number of links it crossed.
    pub hops: u16,
    /// The subnetwork.
    pub subnet: Subnet,
    /// The tag from [`Send`].
    pub tag: u64,
}

/// A packet in the network: half a cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    pub(super) route: Route,
    pub(super) born: u64,
    /// The next packet in its queue, or the next free place.
    pub(super) next: u32,
    pub(super) from: u32,
    pub(super) to: u32,
    /// With the header.
    pub(super) bytes: u16,
    /// The subnetwork, the hops of the whole route, and flags.
    about: u16,
}

const _: () = assert!(size_of::<Packet>() == 32);

/// Flags of [`Packet::about`]: it follows its route in order; it has arrived at its receiver; it is
/// lost; it belongs to a collective operation.
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

    /// Replaces the remaining route.
    pub(super) fn reroute(&mut self, route: Route) {
        let done = u32::from(self.hops()).saturating_sub(self.route.hops());
        let hops = (done + route.hops()).min(u32::from(HOPS >> 1)) as u16;
        self.about = self.about & !HOPS | hops << 1;
        self.route = route;
    }

    /// Whether it takes the hops of its route in order, even if others are routed adaptively.
    #[inline]
    pub(super) fn is_bound(&self) -> bool {
        self.about & IS_BOUND != 0
    }

    pub(super) fn bind(&mut self) {
        self.about |= IS_BOUND;
    }

    /// Whether it has arrived and waits at its receiver for packets that were sent before it.
    pub(super) fn is_there(&self) -> bool {
        self.about & IS_THERE != 0
    }

    /// Whether it is sent and received by router units (`unit.rs`).
    #[inline]
    pub(super) fn is_of_units(&self) -> bool {
        self.about & IS_OF_UNITS != 0
    }

    pub(super) fn give_to_units(&mut self) {
        self.about |= IS_OF_UNITS;
    }

    /// Whether it will never arrive at its receiver.
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

/// Packets by number; numbers are reused. Tags are stored separately: only the ends need them.
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
