//! Sending and receiving at once.

use super::complete::wait;
use super::request::{Mode, Operating, Phase, Status, What};
use super::send::describe;
use super::{Buffer, recv::irecv};
use crate::engine::{Engine, with};
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
    // SAFETY: our caller's promise; we wait for the end.
    let received = unsafe { irecv(recv.buf, recv.count, recv.datatype, recv.peer, recv.tag, comm) };
    let mut received = received?;
    // SAFETY: as above.
    let sent =
        unsafe { super::send(send.buf, send.count, send.datatype, send.peer, send.tag, comm) };
    if let Err(error) = sent {
        // The buffer is the caller's again only when nothing comes any more.
        super::cancel(received)?;
        wait(&mut received)?;
        return Err(error);
    }
    super::complete::wait_in("MPI_Sendrecv", &mut received)
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
    // SAFETY: our caller's promise; we wait for the end.
    wait(&mut unsafe { isendrecv_replace(both, source, tag, comm) }?)
}
