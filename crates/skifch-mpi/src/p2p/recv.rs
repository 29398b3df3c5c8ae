//! The calls that receive.

use super::complete::wait_request;
use super::request::{Operating, Phase, Status, What};
use super::send::describe;
use super::{ANY_SOURCE, ANY_TAG, Buffer, Key, PROC_NULL, Side};
use crate::engine::{Engine, attempt, with};
use crate::error::{Result, fail};
use crate::group::Members;
use crate::{Comm, Datatype, Request};
use std::sync::Arc;

/// Where a message comes from.
pub(crate) struct Origin {
    pub(crate) key: Key,
    pub(crate) members: Option<Arc<Members>>,
}

impl Engine {
    /// The sender that a call names; `None` for nobody.
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

    /// A request to receive, not started.
    pub(crate) fn new_recv(
        &mut self,
        buffer: Buffer,
        source: i32,
        tag: i32,
        comm: Comm,
    ) -> Result<Operating> {
        let Some(Origin { key, members }) = self.origin(source, tag, comm)? else {
            return Ok(Operating::new(What::Nothing, buffer));
        };
        let mut request = Operating::new(What::Recv, buffer);
        (request.comm, request.context, request.members) = (comm, key.context, members);
        (request.peer, request.world, request.tag) = (source, key.source, tag);
        Ok(request)
    }

    /// A non-blocking receive, for the engine's own use too.
    pub(crate) fn recv_later(
        &mut self,
        buffer: Buffer,
        source: i32,
        tag: i32,
        comm: Comm,
    ) -> Result<u32> {
        let request = self.new_recv(buffer, source, tag, comm)?;
        self.launch(request)
    }

    /// Posts the receive, or gives it the message that is there.
    pub(crate) fn start_recv(&mut self, id: u32) -> Result<()> {
        let Some(request) = self.requests.get_mut(id) else { return Ok(()) };
        request.status = Status::EMPTY;
        if request.peer == ANY_SOURCE {
            // The last start has found somebody.
            request.world = ANY_SOURCE;
        }
        let key = Key { context: request.context, source: request.world, tag: request.tag };
        if let Some(early) = self.unexpected.take(&key) {
            // Perhaps others are received as well, and copied with it.
            return self.accept(id, early);
        }
        let node = self.posted.push(key, id);
        if let Some(request) = self.requests.get_mut(id) {
            (request.phase, request.node) = (Phase::Posted, node);
        }
        Ok(())
    }
}

/// Receives a message of rank `source` with `tag` (or any) into `count` elements at `buf`.
///
/// # Errors
/// As [`super::send()`]; `Truncate` for a message that is longer than the buffer, which then has
/// its beginning.
///
/// # Safety
/// The elements are writable.
#[inline]
pub unsafe fn recv(
    buf: *mut u8,
    count: usize,
    datatype: Datatype,
    source: i32,
    tag: i32,
    comm: Comm,
) -> Result<Status> {
    // SAFETY: our caller's promise.
    let fast =
        attempt(move |engine| unsafe { engine.recv_fast(buf, count, datatype, source, tag, comm) });
    match fast? {
        Some(status) => Ok(status),
        None => recv_slow("MPI_Recv", buf, count, datatype, source, tag, comm),
    }
}

/// [`recv()`] in another call, whose copy of this does not make that longer.
///
/// # Errors
/// As there.
///
/// # Safety
/// As there.
#[inline(never)]
pub(super) unsafe fn recv_in(
    call: &'static str,
    side: &Side<*mut u8>,
    comm: Comm,
) -> Result<Status> {
    let Side { buf, count, datatype, peer, tag } = *side;
    // SAFETY: our caller's promise.
    let fast =
        attempt(move |engine| unsafe { engine.recv_fast(buf, count, datatype, peer, tag, comm) });
    match fast? {
        Some(status) => Ok(status),
        None => recv_slow(call, buf, count, datatype, peer, tag, comm),
    }
}

/// [`recv()`] of what is not there yet, out of the way of what is.
#[cold]
#[inline(never)]
fn recv_slow(
    call: &'static str,
    buf: *mut u8,
    count: usize,
    datatype: Datatype,
    source: i32,
    tag: i32,
    comm: Comm,
) -> Result<Status> {
    let started = with(|engine| {
        let buffer = engine.buffer(buf, count, datatype)?;
        engine.recv_later(buffer, source, tag, comm)
    });
    started
        .flatten()
        .and_then(|id| wait_request(call, id))
        .map_err(|error| describe(error, call, count, datatype, ("from", source, tag), comm))
}

/// Begins to receive; the buffer is the library's until the request is complete.
///
/// # Errors
/// As [`recv()`]; what happens later is told by the call that completes the request.
///
/// # Safety
/// The elements are writable, and nobody else uses them, until the request is complete.
pub unsafe fn irecv(
    buf: *mut u8,
    count: usize,
    datatype: Datatype,
    source: i32,
    tag: i32,
    comm: Comm,
) -> Result<Request> {
    let started = attempt(|engine| {
        // SAFETY: our caller's promise.
        let plain = unsafe { engine.irecv_plain(buf, count, datatype, source, tag, comm) }?;
        if let Some(id) = plain {
            return Ok(id);
        }
        let buffer = engine.buffer(buf, count, datatype)?;
        engine.recv_later(buffer, source, tag, comm)
    });
    started
        .map(Request)
        .map_err(|error| describe(error, "MPI_Irecv", count, datatype, ("from", source, tag), comm))
}
