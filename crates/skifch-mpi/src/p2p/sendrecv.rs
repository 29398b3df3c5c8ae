//! Sending and receiving at once.

use super::complete::{wait, wait_request};
use super::recv::recv_in;
use super::request::{Mode, Operating, Phase, Status, What};
use super::send::describe;
use super::{ANY_SOURCE, ANY_TAG, Buffer};
use crate::engine::{Engine, attempt, with};
use crate::error::Result;
use crate::{Comm, Datatype, Request};

/// One side of the calls below: elements, the peer's rank, the tag.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "as in every call")]
pub struct Side<P> {
    pub buf: P,
    pub count: usize,
    pub datatype: Datatype,
    pub peer: i32,
    pub tag: i32,
}

impl Engine {
    /// Sends at once what is sent and received in one call, if nothing is wrong with the receive:
    /// then nothing is left but to receive. A receive that is posted and found again takes longer
    /// than the message.
    ///
    /// # Safety
    /// The elements are readable.
    #[inline(always)]
    unsafe fn send_before(
        &mut self,
        send: &Side<*const u8>,
        recv: &Side<*mut u8>,
        comm: Comm,
    ) -> bool {
        let Some(found) = self.comms.get(comm.0) else { return false };
        let is_from_any = recv.peer == ANY_SOURCE;
        let may_receive = (is_from_any || found.world_rank(recv.peer).is_some())
            && (recv.tag >= 0 || recv.tag == ANY_TAG)
            && self.dense_bytes(recv.datatype) > 0;
        // SAFETY: our caller's promise.
        may_receive
            && unsafe {
                self.send_fast(send.buf, send.count, send.datatype, send.peer, send.tag, comm)
            }
    }

    fn both(&mut self, send: Operating, receive: Operating) -> Result<Request> {
        let receive = self.launch(receive)?;
        let send = self.launch(send)?;
        let mut request =
            Operating::new(What::Both(send, receive), Buffer::dense(std::ptr::null_mut(), 0));
        request.phase = Phase::Running;
        Ok(Request(self.requests.insert(request)))
    }
}

/// Begins to send and to receive.
///
/// # Errors
/// As [`super::isend`] and [`super::irecv`].
///
/// # Safety
/// As there; the two buffers do not overlap.
pub unsafe fn isendrecv(send: Side<*const u8>, recv: Side<*mut u8>, comm: Comm) -> Result<Request> {
    let started = with(|engine| {
        let (from, to) = (
            engine.buffer(send.buf, send.count, send.datatype)?,
            engine.buffer(recv.buf, recv.count, recv.datatype)?,
        );
        let receive = engine.new_recv(to, recv.peer, recv.tag, comm)?;
        let send = engine.new_send(Mode::Standard, from, send.peer, send.tag, comm)?;
        engine.both(send, receive)
    });
    started.flatten().map_err(|error| {
        let aim = ("to", send.peer, send.tag);
        describe(error, "MPI_Sendrecv", send.count, send.datatype, aim, comm)
    })
}

/// Sends and receives; gives the status of the receive.
///
/// # Errors
/// As [`super::send()`] and [`super::recv()`].
///
/// # Safety
/// As there; the two buffers do not overlap.
pub unsafe fn sendrecv(send: Side<*const u8>, recv: Side<*mut u8>, comm: Comm) -> Result<Status> {
    // SAFETY: our caller's promise.
    if with(|engine| unsafe { engine.send_before(&send, &recv, comm) })? {
        // SAFETY: as above.
        return unsafe { recv_in("MPI_Sendrecv", &recv, comm) };
    }
    sendrecv_slow(send, recv, comm)
}

/// [`sendrecv`] of what does not go at once.
#[inline(never)]
fn sendrecv_slow(send: Side<*const u8>, recv: Side<*mut u8>, comm: Comm) -> Result<Status> {
    let of_send = |error| {
        let aim = ("to", send.peer, send.tag);
        describe(error, "MPI_Sendrecv", send.count, send.datatype, aim, comm)
    };
    // Nothing is taken in between: what comes meets what goes.
    let started = attempt(|engine| {
        let from = engine.buffer(send.buf, send.count, send.datatype)?;
        let to = engine.buffer(recv.buf, recv.count, recv.datatype)?;
        let receive = engine.new_recv(to, recv.peer, recv.tag, comm)?;
        let send = engine.new_send(Mode::Standard, from, send.peer, send.tag, comm)?;
        Ok((Request(engine.launch(receive)?), engine.launch(send)))
    });
    let (mut received, sent) = started.map_err(of_send)?;
    if let Err(error) = sent.and_then(|id| wait_request("MPI_Sendrecv", id)) {
        // The buffer is the caller's again only when nothing comes any more.
        super::cancel(received)?;
        wait(&mut received)?;
        return Err(of_send(error));
    }
    super::complete::wait_in("MPI_Sendrecv", &mut received).map_err(|error| {
        let aim = ("from", recv.peer, recv.tag);
        describe(error, "MPI_Sendrecv", recv.count, recv.datatype, aim, comm)
    })
}

/// Begins to send a copy of the elements and to receive into their place; the second peer and tag
/// are those of the receive.
///
/// # Errors
/// As [`isendrecv`].
///
/// # Safety
/// As [`super::irecv`].
pub unsafe fn isendrecv_replace(
    both: Side<*mut u8>,
    source: i32,
    tag: i32,
    comm: Comm,
) -> Result<Request> {
    let started = with(|engine| {
        let buffer = engine.buffer(both.buf, both.count, both.datatype)?;
        // SAFETY: our caller's promise.
        let mut copy = unsafe { buffer.packed() };
        let from = Buffer::dense(copy.as_mut_ptr(), copy.len());
        let receive = engine.new_recv(buffer, source, tag, comm)?;
        let mut send = engine.new_send(Mode::Standard, from, both.peer, both.tag, comm)?;
        send.copy = Some(copy);
        engine.both(send, receive)
    });
    started.flatten().map_err(|error| {
        let aim = ("to", both.peer, both.tag);
        describe(error, "MPI_Sendrecv_replace", both.count, both.datatype, aim, comm)
    })
}

/// [`isendrecv_replace`], complete.
///
/// # Errors
/// As there.
///
/// # Safety
/// As [`super::recv()`].
pub unsafe fn sendrecv_replace(
    both: Side<*mut u8>,
    source: i32,
    tag: i32,
    comm: Comm,
) -> Result<Status> {
    let Side { buf, count, datatype, .. } = both;
    let send = Side { buf: buf.cast_const(), count, datatype, peer: both.peer, tag: both.tag };
    let recv = Side { buf, count, datatype, peer: source, tag };
    // What has gone has left the buffer.
    // SAFETY: our caller's promise.
    if with(|engine| unsafe { engine.send_before(&send, &recv, comm) })? {
        // SAFETY: as above.
        return unsafe { recv_in("MPI_Sendrecv_replace", &recv, comm) };
    }
    // SAFETY: our caller's promise; we wait for the end.
    wait(&mut unsafe { isendrecv_replace(both, source, tag, comm) }?)
}
