//! The calls that send.

use super::complete::wait_request;
use super::request::{Mode, Operating, Phase, What};
use super::{ANY_TAG, Buffer, PROC_NULL};
use crate::engine::{Engine, with};
use crate::error::{Error, Result, fail};
use crate::{Comm, Datatype, Request};
use std::fmt::Display;

/// Destination of a message.
pub(crate) struct Target {
    pub(crate) context: u64,
    /// Rank in the job, or `PROC_NULL`.
    pub(crate) world: i32,
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
        if tag < 0 {
            return no_tag(tag);
        }
        let world = match found.world_rank(dest) {
            Some(world) => world as i32,
            None if dest == PROC_NULL => PROC_NULL,
            None => return found.no_rank(dest),
        };
        Ok(Target { context: found.context, world })
    }

    /// Builds a send request without starting it.
    pub(crate) fn new_send(
        &mut self,
        mode: Mode,
        buffer: Buffer,
        dest: i32,
        tag: i32,
        comm: Comm,
    ) -> Result<Operating> {
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

    /// Starts a non-blocking send; also used by the engine for its own messages.
    pub(crate) fn send_later(
        &mut self,
        mode: Mode,
        buffer: Buffer,
        dest: i32,
        tag: i32,
        comm: Comm,
    ) -> Result<u32> {
        let request = self.new_send(mode, buffer, dest, tag, comm)?;
        self.launch(request)
    }
}

/// Prefixes an error with the call that sends or receives and its arguments.
#[cold]
pub(crate) fn describe(
    error: Error,
    call: impl Display,
    count: usize,
    datatype: Datatype,
    aim: (&str, i32, i32),
    comm: Comm,
) -> Error {
    let (way, peer, tag) = aim;
    let names = with(|engine| {
        let ty = engine.entry(datatype).map_or(
            match datatype {
                Datatype::NULL => "MPI_DATATYPE_NULL".into(),
                _ => "unknown datatype".into(),
            },
            |entry| match entry.name[..] {
                [] => "of a datatype without a name".into(),
                _ => entry.text(),
            },
        );
        let of = engine.comm(comm).map(|comm| (comm.to_string(), comm.rank, comm.peers().len()));
        let of = of.map(|(name, rank, size)| format!(", by rank {rank} in {name} of {size}"));
        (ty, of.unwrap_or_default())
    });
    let (ty, of) = names.unwrap_or_default();
    error.context(format_args!("{call} of {count} {ty} {way} rank {peer}, tag {tag}{of}"))
}

/// Sends `count` elements at `buf` to rank `dest` and returns when the buffer may be used again.
///
/// # Errors
/// `Comm`, `Rank`, `Tag`, `Type`, `Count` for invalid arguments; `ProcAborted` when the receiver is
/// gone.
///
/// # Safety
/// The elements are readable.
#[inline]
pub unsafe fn send(
    buf: *const u8,
    count: usize,
    datatype: Datatype,
    dest: i32,
    tag: i32,
    comm: Comm,
) -> Result<()> {
    // SAFETY: our caller's promise.
    if with(move |engine| unsafe { engine.send_fast(buf, count, datatype, dest, tag, comm) })? {
        return Ok(());
    }
    // SAFETY: as above.
    unsafe { send_slow(buf, count, datatype, dest, tag, comm) }
}

/// [`send()`] of a message that cannot be sent at once; kept out of the code of the fast path.
///
/// # Safety
/// As [`send()`].
#[cold]
#[inline(never)]
unsafe fn send_slow(
    buf: *const u8,
    count: usize,
    datatype: Datatype,
    dest: i32,
    tag: i32,
    comm: Comm,
) -> Result<()> {
    // SAFETY: our caller's promise.
    unsafe { send_mode(Mode::Standard, buf, count, datatype, dest, tag, comm) }
}

/// [`send()`] in any send mode; returns when the buffer may be used again.
///
/// # Errors
/// As [`send()`]; `Buffer` when a buffered message does not fit the attached buffer.
///
/// # Safety
/// As [`send()`].
pub unsafe fn send_mode(
    mode: Mode,
    buf: *const u8,
    count: usize,
    datatype: Datatype,
    dest: i32,
    tag: i32,
    comm: Comm,
) -> Result<()> {
    let started = with(|engine| {
        let buffer = engine.buffer(buf, count, datatype)?;
        engine.send_later(mode, buffer, dest, tag, comm)
    });
    let sent = started.flatten().and_then(|id| wait_request(mode.call(), id));
    sent.map(drop).map_err(|error| {
        let call = format_args!("MPI_{}{}end", mode.letter().to_uppercase(), s_of(mode));
        describe(error, call, count, datatype, ("to", dest, tag), comm)
    })
}

fn s_of(mode: Mode) -> char {
    if mode == Mode::Standard { 'S' } else { 's' }
}

/// Starts a non-blocking send; the library uses the buffer until the request is complete.
///
/// # Errors
/// As [`send_mode`].
///
/// # Safety
/// The elements stay readable, and nobody writes them, until the request is complete.
#[inline]
pub unsafe fn isend(
    mode: Mode,
    buf: *const u8,
    count: usize,
    datatype: Datatype,
    dest: i32,
    tag: i32,
    comm: Comm,
) -> Result<Request> {
    // SAFETY: our caller's promise.
    let sends = |engine: &mut Engine| unsafe {
        let len = engine.dense_bytes(datatype).saturating_mul(count);
        !engine.is_met(len) && engine.send_fast(buf, count, datatype, dest, tag, comm)
    };
    if matches!(mode, Mode::Standard | Mode::Ready) && with(sends)? {
        return Ok(Request::SENT);
    }
    isend_slow(mode, buf, count, datatype, dest, tag, comm)
}

/// [`isend`] of a message that cannot be sent at once.
#[inline(never)]
fn isend_slow(
    mode: Mode,
    buf: *const u8,
    count: usize,
    datatype: Datatype,
    dest: i32,
    tag: i32,
    comm: Comm,
) -> Result<Request> {
    let started = with(|engine| {
        let buffer = engine.buffer(buf, count, datatype)?;
        engine.send_later(mode, buffer, dest, tag, comm)
    });
    started.flatten().map(Request).map_err(|error| {
        let call = format_args!("MPI_I{}send", mode.letter());
        describe(error, call, count, datatype, ("to", dest, tag), comm)
    })
}
