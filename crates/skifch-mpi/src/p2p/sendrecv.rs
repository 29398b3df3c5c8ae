//! Calls that send and receive.

use super::complete::wait_request;
use super::recv::recv_in;
use super::request::{Mode, Operating, Phase, Status, What};
use super::{ANY_SOURCE, ANY_TAG, Buffer, Receiving, Sending, Transfer};
use crate::engine::{Engine, with};
use crate::error::{Error, Result};
use crate::{Comm, Request};

impl Engine {
    /// Sends the send side at once, if the arguments of the receive are valid: then only a blocking
    /// receive remains. Posting the receive and finding it again would take longer than the
    /// message.
    ///
    /// # Safety
    /// The elements are readable.
    #[inline(always)]
    unsafe fn send_before(&mut self, send: &Sending, recv: &Receiving) -> bool {
        let Some(found) = self.comms.get(recv.comm.0) else { return false };
        let is_from_any = recv.peer == ANY_SOURCE;
        let may_receive = (is_from_any || found.world_rank(recv.peer).is_some())
            && (recv.tag >= 0 || recv.tag == ANY_TAG)
            && self.dense_bytes(recv.datatype) > 0;
        // SAFETY: our caller's promise.
        may_receive && unsafe { self.send_fast(send) }
    }

    /// Builds the requests of both sides, without starting them.
    fn new_both(&mut self, send: &Sending, recv: &Receiving) -> Either<(Operating, Operating)> {
        let send = self.new_send(Mode::Standard, send).map_err(Wrong::Send)?;
        let receive = self.new_recv(recv).map_err(Wrong::Receive)?;
        Ok((send, receive))
    }

    /// Starts both sides as one request on `comm`, which a side that is with nobody does not know.
    fn both(&mut self, comm: Comm, (send, receive): (Operating, Operating)) -> Either<Request> {
        let receive = self.launch(receive).map_err(Wrong::Receive)?;
        let send = self.launch_send(send).map_err(|error| {
            // No request is left that would complete it.
            self.abandon(receive);
            Wrong::Send(error)
        })?;
        let mut request =
            Operating::new(What::Both(send, receive), Buffer::dense(std::ptr::null_mut(), 0));
        (request.phase, request.comm) = (Phase::Running, comm);
        Ok(Request(self.requests.insert(request)))
    }
}

/// An error, with the side it belongs to.
enum Wrong {
    Send(Error),
    Receive(Error),
}

type Either<T> = std::result::Result<T, Wrong>;

/// A call with two sides and its arguments, for error messages.
#[derive(Clone, Copy)]
struct Both {
    call: &'static str,
    send: Sending,
    recv: Receiving,
}

impl Both {
    fn of_send(&self, error: Error) -> Error {
        self.send.describe(error, self.call)
    }

    fn of_receive(&self, error: Error) -> Error {
        self.recv.describe(error, self.call)
    }

    /// The result of what was started in the engine; error texts are made outside of its lock.
    fn settle<T>(&self, started: Result<Either<T>>) -> Result<T> {
        started?.map_err(|wrong| match wrong {
            Wrong::Send(error) => self.of_send(error),
            Wrong::Receive(error) => self.of_receive(error),
        })
    }
}

/// Starts a send and a receive as one request.
///
/// # Errors
/// As [`super::isend`] and [`super::irecv`].
///
/// # Safety
/// As [`super::isend`] and [`super::irecv`]; the two buffers do not overlap.
pub unsafe fn isendrecv(send: Sending, recv: Receiving) -> Result<Request> {
    let both = Both { call: "MPI_Isendrecv", send, recv };
    both.settle(with(|engine| {
        let both = engine.new_both(&send, &recv)?;
        engine.both(recv.comm, both)
    }))
}

/// Sends and receives; returns the status of the receive.
///
/// # Errors
/// As [`super::send()`] and [`super::recv()`].
///
/// # Safety
/// As [`super::send()`] and [`super::recv()`]; the two buffers do not overlap.
pub unsafe fn sendrecv(send: Sending, recv: Receiving) -> Result<Status> {
    // SAFETY: our caller's promise.
    if with(|engine| unsafe { engine.send_before(&send, &recv) })? {
        // SAFETY: as above.
        return unsafe { recv_in("MPI_Sendrecv", recv) };
    }
    sendrecv_slow(send, recv)
}

/// [`sendrecv`] of a message that cannot be sent at once.
#[inline(never)]
fn sendrecv_slow(send: Sending, recv: Receiving) -> Result<Status> {
    let both = Both { call: "MPI_Sendrecv", send, recv };
    // No message is taken in between the two starts, so messages both ways can meet (`meeting`).
    let (received, sent) = both.settle(with(|engine| {
        let (send, receive) = engine.new_both(&send, &recv)?;
        let received = engine.launch(receive).map_err(Wrong::Receive)?;
        Ok((received, engine.launch(send)))
    }))?;
    complete(&both, received, sent)
}

/// Waits for both.
fn complete(both: &Both, received: u32, sent: Result<u32>) -> Result<Status> {
    if let Err(error) = sent.and_then(|id| wait_request(both.call, id)) {
        // The caller gets the receive buffer back only when nothing can arrive in it any more.
        super::cancel(Request(received))?;
        let received = wait_request(both.call, received);
        // The call has already failed: of the receive, only its status is told.
        let status = received.unwrap_or_else(|failed| failed.status().unwrap_or_default());
        return Err(both.of_send(error).of_status(status));
    }
    wait_request(both.call, received).map_err(|error| both.of_receive(error))
}

/// The two sides of a call with one buffer; `source` and `tag` are those of the receive.
fn sides(one: Transfer<*mut u8>, source: i32, tag: i32) -> (Sending, Receiving) {
    let Transfer { buf, count, datatype, peer, tag: sent, comm } = one;
    let send = Sending { buf, count, datatype, peer, tag: sent, comm };
    (send, Receiving { peer: source, tag, ..one })
}

impl Engine {
    /// The requests of both sides of a call with one buffer; a copy of its elements is sent.
    ///
    /// # Safety
    /// The elements are readable.
    unsafe fn new_replacing(
        &mut self,
        send: &Sending,
        recv: &Receiving,
    ) -> Either<(Operating, Operating)> {
        let (mut send, receive) = self.new_both(send, recv)?;
        // SAFETY: our caller's promise.
        let mut copy = unsafe { send.buffer.packed() };
        send.buffer = Buffer::dense(copy.as_mut_ptr(), copy.len());
        send.copy = Some(copy);
        Ok((send, receive))
    }
}

/// Starts a send of a copy of the elements and a receive into their place; `source` and `tag` are
/// those of the receive.
///
/// # Errors
/// As [`isendrecv`].
///
/// # Safety
/// As [`super::irecv`].
pub unsafe fn isendrecv_replace(one: Transfer<*mut u8>, source: i32, tag: i32) -> Result<Request> {
    let (send, recv) = sides(one, source, tag);
    let both = Both { call: "MPI_Isendrecv_replace", send, recv };
    both.settle(with(|engine| {
        // SAFETY: our caller's promise.
        let both = unsafe { engine.new_replacing(&send, &recv) }?;
        engine.both(recv.comm, both)
    }))
}

/// [`isendrecv_replace`], blocking: returns the status of the receive.
///
/// # Errors
/// As [`isendrecv`].
///
/// # Safety
/// As [`super::recv()`].
pub unsafe fn sendrecv_replace(one: Transfer<*mut u8>, source: i32, tag: i32) -> Result<Status> {
    let (send, recv) = sides(one, source, tag);
    // After `send_before` the message has left the buffer.
    // SAFETY: our caller's promise.
    if with(|engine| unsafe { engine.send_before(&send, &recv) })? {
        // SAFETY: as above.
        return unsafe { recv_in("MPI_Sendrecv_replace", recv) };
    }
    let both = Both { call: "MPI_Sendrecv_replace", send, recv };
    let (received, sent) = both.settle(with(|engine| {
        // SAFETY: as above; we wait for the end.
        let (send, receive) = unsafe { engine.new_replacing(&send, &recv) }?;
        let received = engine.launch(receive).map_err(Wrong::Receive)?;
        Ok((received, engine.launch(send)))
    }))?;
    complete(&both, received, sent)
}
