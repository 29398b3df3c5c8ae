//! Announced messages that were matched: how the payload of each is moved.

use super::due::Share;
use super::request::Phase;
use super::ways::{Choice, Order, Way};
use super::wire::{Header, Kind};
use crate::engine::Engine;
use crate::error::Result;
use skifch::NetAddr;

/// An announced message of a peer, matched with a receive of this rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Announced {
    pub(crate) peer: NetAddr,
    pub(crate) request: u32,
    /// Address of the payload, where it may be copied.
    pub(crate) address: Option<u64>,
    pub(crate) id: u32,
}

/// The way that was chosen.
#[derive(Clone, Copy)]
enum Course {
    /// Through the lane in parts, not timed.
    Parts,
    /// Copied from this address, not timed.
    Copied(u64),
    /// In this way, timed for this class, from this address.
    Timed(Way, Order, u64),
    Later,
}

impl Engine {
    /// Copies the message, asks for its parts, or defers it.
    pub(super) fn take_announced(&mut self, announced: Announced) -> Result<()> {
        let Announced { peer, request, id, .. } = announced;
        let is_timed = match self.course(&announced) {
            Course::Later => {
                self.deferred.push(announced);
                return Ok(());
            }
            Course::Timed(Way::Both, _, from) if self.begin_sharing(&announced, from)? => {
                return Ok(());
            }
            Course::Copied(from) => return self.copy_soon(announced, from, Share::All),
            Course::Timed(Way::Copied | Way::Both, order, from) => {
                return self.copy_soon(announced, from, Share::Timed(order));
            }
            course => matches!(course, Course::Timed(Way::Parts, ..)),
        };
        self.ask_for_parts(peer, request, id, is_timed)
    }

    /// Asks the sender to send the message in parts.
    pub(super) fn ask_for_parts(
        &mut self,
        peer: NetAddr,
        request: u32,
        id: u32,
        is_timed: bool,
    ) -> Result<()> {
        let Some(found) = self.requests.get_mut(id) else { return Ok(()) };
        match found.expected {
            0 => self.received(id),
            len if is_timed => {
                found.is_timed = true;
                let order = self.order_of(len);
                self.ways.begin(peer, order, Way::Parts, self.job.time_ns());
            }
            _ => {}
        }
        let tag = id.cast_signed();
        self.send_control(peer, Header { kind: Kind::Clear, context: 0, tag, number: request })
    }

    fn course(&mut self, announced: &Announced) -> Course {
        let Some(request) = self.requests.get(announced.id) else { return Course::Parts };
        let is_dense = request.buffer.ty.is_none();
        let Some(from) = announced.address.filter(|_| is_dense) else { return Course::Parts };
        // Another thread waits on the receiving side of the channel and owns it.
        if !self.copies || self.is_watched {
            return Course::Parts;
        }
        // Where ranks share CPUs, each round of messages costs a scheduling turn: a copy needs
        // fewest.
        if self.is_crowded {
            return Course::Copied(from);
        }
        let order = self.order_of(request.expected);
        match self.ways.choose(announced.peer, order) {
            Choice::Now(way) => Course::Timed(way, order, from),
            Choice::Later => Course::Later,
        }
    }

    /// The length class of a message that arrives now, with whether long sends of this rank are
    /// under way.
    pub(super) fn order_of(&self, len: usize) -> Order {
        Order::of(len, self.long_sends > 0)
    }

    /// A timed message has arrived completely: handles the messages deferred until the trial ended.
    pub(super) fn long_came(&mut self, peer: NetAddr, len: usize) -> Result<()> {
        if !self.ways.end(peer, len, self.job.time_ns()) {
            return Ok(());
        }
        let waiting: Vec<_> = self.deferred.extract_if(.., |it| it.peer == peer).collect();
        waiting.into_iter().try_for_each(|announced| self.take_announced(announced))
    }

    /// Whether the sender of this receive is `rank` and copies a part of the message.
    pub(super) fn is_shared_with(&self, id: u32, rank: u32) -> bool {
        self.requests.get(id).is_some_and(|request| {
            request.is_shared && request.phase == Phase::Receiving && request.is_with(rank)
        })
    }
}
