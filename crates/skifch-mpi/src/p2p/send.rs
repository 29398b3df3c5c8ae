//! The calls that send.

use super::complete::wait_request;
use super::request::{Mode, Operating, Phase, What};
use super::{ANY_TAG, PROC_NULL, Sending};
use crate::engine::{Engine, hold, with};
use crate::error::{Result, fail};
use crate::{Comm, Request};

/// Destination of a message.
pub(crate) struct Target {
    pub(crate) context: u64,
    /// Rank in the job, or `PROC_NULL`.
    pub(crate) world: i32,
}

/// Checks the tag of a message to be sent.
///
/// # Errors
/// `Tag` for a negative one.
#[inline]
pub(crate) fn check_tag(tag: i32) -> Result<()> {
    if tag < 0 { no_tag(tag) } else { Ok(()) }
}

#[cold]
fn no_tag<T>(tag: i32) -> Result<T> {
    match tag {
        ANY_TAG => fail!(Tag, "MPI_ANY_TAG is no tag to send with: it is for receives"),
        _ => fail!(Tag, "the tag {tag} of a message to be sent is negative"),
    }
}

impl Engine {
    /// Checks destination and tag and translates the destination to a rank of the job.
    #[inline]
    pub(crate) fn target(&self, dest: i32, tag: i32, comm: Comm) -> Result<Target> {
        let found = self.comm(comm)?;
        check_tag(tag)?;
        let world = match found.world_rank(dest) {
            Some(world) => world as i32,
            None if dest == PROC_NULL => PROC_NULL,
            None => return found.no_rank(dest),
        };
        Ok(Target { context: found.context, world })
    }

    /// Builds a send request without starting it.
    pub(crate) fn new_send(&mut self, mode: Mode, send: &Sending) -> Result<Operating> {
        let Sending { buf, count, datatype, peer: dest, tag, comm } = *send;
        let buffer = self.buffer(buf, count, datatype)?;
        let target = self.target(dest, tag, comm)?;
        let what = if target.world == PROC_NULL { What::Nothing } else { What::Send(mode) };
        let mut request = Operating::new(what, buffer);
        (request.comm, request.context) = (comm, target.context);
        (request.peer, request.world, request.tag) = (dest, target.world, tag);
        Ok(request)
    }

    /// Inserts a request, starts it and returns its number.
    pub(crate) fn launch(&mut self, request: Operating) -> Result<u32> {
        let id = self.requests.insert(request);
        match self.start_request(id) {
            Ok(()) => Ok(id),
            Err(error) => {
                self.requests.remove(id);
                Err(error)
            }
        }
    }

    /// Starts an inactive request.
    pub(crate) fn start_request(&mut self, id: u32) -> Result<()> {
        let Some(request) = self.requests.get_mut(id) else { return Ok(()) };
        request.error = None;
        match request.what {
            What::Send(Mode::Buffered) => return self.start_buffered(id),
            What::Send(_) => self.start_send(id),
            What::Recv => return self.start_recv(id),
            What::Nothing => {
                request.status = super::Status::NO_PROC;
                request.phase = Phase::Done;
            }
            _ => {}
        }
        Ok(())
    }

    /// [`launch`](Self::launch) for a send of which the program gets a request. A failure at once
    /// is an error of this call: the program may wait for other requests first.
    pub(super) fn launch_send(&mut self, request: Operating) -> Result<u32> {
        let id = self.launch(request)?;
        match self.requests.get(id).is_some_and(|sent| sent.error.is_some()) {
            true => self.take_done(id).unwrap_or(Ok(())).map(|()| id),
            false => Ok(id),
        }
    }

    /// Starts the send of a blocking call.
    fn send_later(&mut self, mode: Mode, send: &Sending) -> Result<u32> {
        let request = self.new_send(mode, send)?;
        self.launch(request)
    }
}

/// Sends a message and returns when its elements may be changed again.
///
/// # Errors
/// `Comm`, `Rank`, `Tag`, `Type`, `Count` for invalid arguments; `ProcAborted` when the receiver is
/// gone.
///
/// # Safety
/// The elements are readable.
#[inline(always)]
pub unsafe fn send(send: Sending) -> Result<()> {
    // SAFETY: our caller's promise.
    if unsafe { hold()?.send_fast(&send) } {
        return Ok(());
    }
    // SAFETY: as above.
    unsafe { send_slow(send) }
}

/// [`send()`] of a message that cannot be sent at once; kept out of the code of the fast path.
///
/// # Safety
/// As [`send()`].
#[cold]
#[inline(never)]
unsafe fn send_slow(send: Sending) -> Result<()> {
    // SAFETY: our caller's promise.
    unsafe { send_mode(Mode::Standard, send) }
}

/// [`send()`] in any send mode.
///
/// # Errors
/// As [`send()`]; `Buffer` when a buffered message does not fit the attached buffer.
///
/// # Safety
/// As [`send()`].
pub unsafe fn send_mode(mode: Mode, send: Sending) -> Result<()> {
    let started = with(|engine| engine.send_later(mode, &send));
    let sent = started.flatten().and_then(|id| wait_request(mode.call(), id));
    sent.map(drop).map_err(|error| send.describe(error, mode.call()))
}

/// Starts a non-blocking send; the library uses the elements until the request is complete.
///
/// # Errors
/// As [`send_mode`].
///
/// # Safety
/// The elements stay readable, and nobody writes them, until the request is complete.
#[inline(always)]
pub unsafe fn isend(mode: Mode, send: Sending) -> Result<Request> {
    // SAFETY: our caller's promise.
    if matches!(mode, Mode::Standard | Mode::Ready) && unsafe { hold()?.isend_fast(&send) } {
        return Ok(Request::SENT);
    }
    isend_slow(mode, send)
}

/// [`isend`] of a message that cannot be sent at once.
#[inline(never)]
fn isend_slow(mode: Mode, send: Sending) -> Result<Request> {
    let started = with(|engine| {
        let request = engine.new_send(mode, &send)?;
        engine.launch_send(request)
    });
    let started = started.flatten();
    started
        .map(Request)
        .map_err(|error| send.describe(error, format_args!("MPI_I{}send", mode.letter())))
}
