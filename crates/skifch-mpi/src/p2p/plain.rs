//! Contiguous receives, the usual case: a fast path to start one and to wait for it.

use super::request::{Operating, Phase, Status};
use super::{ANY_SOURCE, ANY_TAG, Key, Receiving};
use crate::engine::{Engine, Place, ThreadLevel};
use crate::error::Result;
use crate::{Comm, Request};

impl Engine {
    /// The key of a contiguous receive and the size of its buffer in bytes; `None` leaves the call,
    /// and the report of invalid arguments, to the slow path.
    #[inline(always)]
    pub(super) fn wanted(&self, recv: &Receiving) -> Option<(Key, usize)> {
        let Receiving { count, datatype, peer: source, tag, comm, .. } = *recv;
        let size = self.dense_bytes(datatype);
        let found = self.comms.get(comm.0)?;
        let world = match found.world_rank(source) {
            Some(world) => world as i32,
            None if source == ANY_SOURCE && found.peers().is_identity() => ANY_SOURCE,
            None => return None,
        };
        let room = size.checked_mul(count)?;
        if size == 0 || tag < 0 && tag != ANY_TAG {
            return None;
        }
        Some((Key { context: found.context, source: world, tag }, room))
    }

    /// Starts a contiguous receive that no unexpected message can match; `None` leaves it to the
    /// slow path.
    ///
    /// # Errors
    /// What the network reports.
    ///
    /// # Safety
    /// The elements stay writable until the request is complete.
    #[inline(always)]
    pub(super) unsafe fn irecv_plain(&mut self, recv: &Receiving) -> Result<Option<u32>> {
        let Receiving { buf, peer: source, tag, comm, .. } = *recv;
        let Some((wanted, room)) = self.wanted(recv) else { return Ok(None) };
        // A message that has already arrived is received at once, without being posted.
        if self.posted.is_glance_due() {
            // SAFETY: our caller's promise.
            let received = unsafe { self.recv_short::<true>(&wanted, buf, room) }?;
            self.posted.glances.looked(received.is_some());
            if let Some(received) = received {
                return Ok(Some(self.insert_received(comm, received.status(source))));
            }
        }
        if !self.unexpected.is_empty() {
            return Ok(None);
        }
        let id = self.insert_plain(comm, |request| {
            request.phase = Phase::Posted;
            (request.context, request.peer) = (wanted.context, source);
            (request.world, request.tag) = (wanted.source, tag);
            (request.buffer.base, request.buffer.bytes) = (buf, room);
        });
        self.posted.push(wanted, id);
        Ok(Some(id))
    }

    /// Polls until a posted receive has its message, for a bounded number of empty polls and while
    /// there is nothing else to do. Not done while holding the lock (thread level `Multiple`),
    /// which other threads want.
    ///
    /// # Errors
    /// A peer that is gone; what the network reports.
    #[inline]
    pub(super) fn await_posted(&mut self, request: Request) -> Result<()> {
        let mut polls = if self.level == ThreadLevel::Multiple { 0 } else { self.patience.recv };
        while polls > 0
            && self.requests.get(request.0).is_some_and(|found| found.phase == Phase::Posted)
            && self.busy.is_empty()
            && self.schedules.is_empty()
            && !self.has_copies_due()
        {
            let mut place = Place::new();
            match self.port.recv(&mut place)? {
                Some(message) => self.dispatch(&message)?,
                None => polls -= 1,
            }
        }
        Ok(())
    }

    /// Inserts a receive that was already complete when it was started; returns its number.
    #[inline(always)]
    pub(super) fn insert_received(&mut self, comm: Comm, status: Status) -> u32 {
        self.insert_plain(comm, |found| found.status = status)
    }

    /// Inserts a plain receive, complete unless `fill` says otherwise. Reuses a spare entry if
    /// there is one, because a request is large and such a receive sets few of its fields.
    #[inline(always)]
    pub(super) fn insert_plain(&mut self, comm: Comm, fill: impl FnOnce(&mut Operating)) -> u32 {
        if let Some(id) = self.spare.pop()
            && let Some(found) = self.requests.get_mut(id).filter(|found| found.is_spare())
        {
            (found.comm, found.status, found.is_detached) = (comm, Status::EMPTY, false);
            (found.is_timed, found.is_shared) = (false, false);
            fill(found);
            return id;
        }
        let mut new = Operating::plain();
        new.comm = comm;
        fill(&mut new);
        self.requests.insert(new)
    }
}
