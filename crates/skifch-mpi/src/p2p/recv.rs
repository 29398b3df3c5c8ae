//! The calls that receive.

use super::complete::wait_request;
use super::request::{Operating, Phase, Status, What};
use super::{ANY_SOURCE, ANY_TAG, Key, PROC_NULL, Receiving};
use crate::engine::{Engine, attempt, hold, with};
use crate::error::{Result, fail};
use crate::group::Members;
use crate::{Comm, Request};
use std::sync::Arc;

/// Source of a message: the key to match, and the translation of ranks if it needs one.
pub(crate) struct Origin {
    pub(crate) key: Key,
    pub(crate) members: Option<Arc<Members>>,
}

impl Engine {
    /// Checks source and tag and builds the key to match; `None` for `PROC_NULL`.
    pub(crate) fn origin(&self, source: i32, tag: i32, comm: Comm) -> Result<Option<Origin>> {
        let found = self.comm(comm)?;
        if tag < 0 && tag != ANY_TAG {
            return fail!(Tag, "the tag {tag} of a message to be received is negative");
        }
        let context = found.context;
        let (source, members) = match found.world_rank(source) {
            Some(world) => (world as i32, None),
            None if source == ANY_SOURCE => {
                let members = found.peers();
                (ANY_SOURCE, (!members.is_identity()).then(|| members.clone()))
            }
            None if source == PROC_NULL => return Ok(None),
            None => return found.no_rank(source),
        };
        Ok(Some(Origin { key: Key { context, source, tag }, members }))
    }

    /// Builds a receive request without starting it.
    pub(crate) fn new_recv(&mut self, recv: &Receiving) -> Result<Operating> {
        let Receiving { buf, count, datatype, peer: source, tag, comm } = *recv;
        let buffer = self.buffer(buf, count, datatype)?;
        let Some(Origin { key, members }) = self.origin(source, tag, comm)? else {
            return Ok(Operating::new(What::Nothing, buffer));
        };
        let mut request = Operating::new(What::Recv, buffer);
        (request.comm, request.context, request.members) = (comm, key.context, members);
        (request.peer, request.world, request.tag) = (source, key.source, tag);
        Ok(request)
    }

    /// Starts a non-blocking receive.
    fn recv_later(&mut self, recv: &Receiving) -> Result<u32> {
        let request = self.new_recv(recv)?;
        self.launch(request)
    }

    /// Matches the receive with an unexpected message, or posts it.
    pub(crate) fn start_recv(&mut self, id: u32) -> Result<()> {
        let Some(request) = self.requests.get_mut(id) else { return Ok(()) };
        request.status = Status::EMPTY;
        if request.peer == ANY_SOURCE {
            // The previous start of a persistent receive has set the matched sender.
            request.world = ANY_SOURCE;
        }
        let key = Key { context: request.context, source: request.world, tag: request.tag };
        if let Some(early) = self.unexpected.take(&key) {
            // The caller may start further receives, whose messages are then copied in the same
            // batch.
            return self.accept(id, early);
        }
        request.phase = Phase::Posted;
        self.posted.push(key, id);
        Ok(())
    }
}

/// Receives a message and returns when it is complete.
///
/// # Errors
/// As [`super::send()`]; `Truncate` for a message longer than the elements, which then hold its
/// beginning.
///
/// # Safety
/// The elements are writable.
#[inline(always)]
pub unsafe fn recv(recv: Receiving) -> Result<Status> {
    // SAFETY: our caller's promise.
    let received = unsafe { hold()?.recv_fast(&recv) }?;
    match received {
        Some(status) => Ok(status),
        None => recv_slow("MPI_Recv", recv),
    }
}

/// [`recv()`] on behalf of another call; not inlined, to keep the code of that call short.
///
/// # Errors
/// As [`recv()`].
///
/// # Safety
/// As [`recv()`].
#[inline(never)]
pub(super) unsafe fn recv_in(call: &'static str, recv: Receiving) -> Result<Status> {
    // SAFETY: our caller's promise.
    match attempt(move |engine| unsafe { engine.recv_fast(&recv) })? {
        Some(status) => Ok(status),
        None => recv_slow(call, recv),
    }
}

/// [`recv()`] of a message that has not arrived yet; kept out of the code of the fast path.
#[cold]
#[inline(never)]
fn recv_slow(call: &'static str, recv: Receiving) -> Result<Status> {
    let started = with(|engine| engine.recv_later(&recv)).flatten();
    started.and_then(|id| wait_request(call, id)).map_err(|error| recv.describe(error, call))
}

/// Starts a non-blocking receive; the library uses the elements until the request is complete.
///
/// # Errors
/// As [`recv()`]; later errors are reported by the call that completes the request.
///
/// # Safety
/// The elements stay writable, and nobody else uses them, until the request is complete.
#[inline(always)]
pub unsafe fn irecv(recv: Receiving) -> Result<Request> {
    // SAFETY: our caller's promise.
    let plain = unsafe { hold()?.irecv_plain(&recv) };
    match plain {
        Ok(Some(id)) => Ok(Request(id)),
        other => irecv_slow(other.map(drop), recv),
    }
}

/// [`irecv`] of a message that the fast path does not start, because of an error or otherwise.
#[inline(never)]
fn irecv_slow(plain: Result<()>, recv: Receiving) -> Result<Request> {
    let started = plain.and_then(|()| attempt(|engine| engine.recv_later(&recv)));
    started.map(Request).map_err(|error| recv.describe(error, "MPI_Irecv"))
}
