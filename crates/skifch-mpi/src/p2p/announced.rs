//! Long messages that were matched: how each comes.

use super::ways::{Choice, Way};
use super::wire::{Header, Kind};
use crate::engine::Engine;
use crate::error::Result;
use skifch::NetAddr;

/// The announcement of a message of a peer's request for a receive of ours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Announced {
    pub(crate) peer: NetAddr,
    pub(crate) request: u32,
    /// Of its bytes, where they may be copied.
    pub(crate) address: Option<u64>,
    pub(crate) id: u32,
}

/// What was chosen.
#[derive(Clone, Copy)]
enum Course {
    Way(Way),
    /// In parts, of which the time is taken.
    TimedParts,
    Later,
}

impl Engine {
    /// Copies the message, or asks for its parts, or leaves it for later.
    pub(super) fn take_announced(&mut self, announced: Announced) -> Result<()> {
        let Announced { peer, request, address, id } = announced;
        let course = self.course(&announced);
        match (course, address) {
            (Course::Later, _) => {
                self.deferred.push(announced);
                return Ok(());
            }
            (Course::Way(Way::Copied), Some(address)) if self.copy_from(peer, address, id) => {
                self.received(id);
                self.copied.push((peer, request));
                return Ok(());
            }
            _ => {}
        }
        let Some(found) = self.requests.get_mut(id) else { return Ok(()) };
        match found.expected {
            0 => self.received(id),
            len if matches!(course, Course::TimedParts) => {
                found.is_timed = true;
                self.ways.parts_begin(peer, len, self.job.time_ns());
            }
            _ => {}
        }
        let tag = id.cast_signed();
        self.send_control(peer, Header { kind: Kind::Clear, context: 0, tag, number: request })
    }

    /// Tells senders whose messages were copied that they were. Of several at once, since each time
    /// a sender that sleeps would have to be woken, which takes longer than many a copy.
    pub(crate) fn tell_copied(&mut self) -> Result<()> {
        while !self.copied.is_empty() {
            for copied in std::mem::take(&mut self.copied) {
                self.answer(Some(copied))?;
            }
        }
        Ok(())
    }

    fn course(&mut self, announced: &Announced) -> Course {
        let Some(request) = self.requests.get(announced.id) else { return Course::Way(Way::Parts) };
        let is_dense = announced.address.is_some() && request.buffer.ty.is_none();
        // A thread that waits has the receiving side.
        if !is_dense || !self.copies || self.is_watched {
            return Course::Way(Way::Parts);
        }
        // Two cores work on messages both ways; on shared ones each round of messages is a turn.
        if self.is_crowded || self.long_sends > 0 {
            return Course::Way(Way::Copied);
        }
        match self.ways.choose(announced.peer, request.expected, self.job.time_ns()) {
            Choice::Now(Way::Copied) => Course::Way(Way::Copied),
            Choice::Now(Way::Parts) => Course::TimedParts,
            Choice::Later => Course::Later,
        }
    }

    /// Copies an announced message out of the sender's memory; whether that was possible.
    fn copy_from(&mut self, peer: NetAddr, address: u64, id: u32) -> bool {
        let Some(request) = self.requests.get(id) else { return false };
        let (to, len) = (&request.buffer, request.expected.min(request.buffer.bytes));
        let since = self.job.time_ns();
        // SAFETY: the program leaves the buffer to us; the engine has the receiving side.
        let is_copied = unsafe { self.port.copy_from(peer, address, to.base, len) };
        match is_copied {
            true if self.is_crowded || self.long_sends > 0 => {}
            true => self.ways.copied(peer, len, since, self.job.time_ns()),
            false => self.ways.refused(peer),
        }
        is_copied
    }

    /// All parts of a message whose time is taken have come: what waited for the end of a trial
    /// comes now.
    pub(super) fn parts_came(&mut self, peer: NetAddr, len: usize) -> Result<()> {
        if !self.ways.parts_end(peer, len, self.job.time_ns()) {
            return Ok(());
        }
        let waiting: Vec<_> = self.deferred.extract_if(.., |it| it.peer == peer).collect();
        waiting.into_iter().try_for_each(|announced| self.take_announced(announced))
    }
}
