//! Buffered sends: the message is copied, and counted against the attached buffer.

use super::request::{Phase, What};
use super::{Buffer, Mode, Operating};
use crate::engine::{Engine, wait::until, with};
use crate::error::{Result, fail};

/// Bytes that a buffered message needs beyond its own.
pub const BSEND_OVERHEAD: usize = 64;

/// What the program has attached.
///
/// Messages are copied to memory of the engine's own; the attached memory only says how much of
/// that a program may use, which is what it can observe.
#[derive(Default)]
pub(crate) struct Bsend {
    attached: Option<(usize, usize)>,
    used: usize,
    messages: usize,
}

impl Bsend {
    /// A message of `len` bytes has gone out.
    pub(crate) fn give_back(&mut self, len: usize) {
        self.used -= len + BSEND_OVERHEAD;
        self.messages -= 1;
    }
}

impl Engine {
    /// Copies the message and sends the copy; the request itself is complete.
    pub(crate) fn start_buffered(&mut self, id: u32) -> Result<()> {
        let Some(request) = self.requests.get(id) else { return Ok(()) };
        let len = request.buffer.bytes;
        let size = self.bsend.attached.map_or(0, |(_, size)| size);
        let Some(left) = size.checked_sub(self.bsend.used + len + BSEND_OVERHEAD) else {
            return fail!(
                Buffer,
                "a buffered message of {len} bytes and {BSEND_OVERHEAD} beyond them does not fit \
                 the attached buffer of {size} bytes, {} of them in use",
                self.bsend.used
            );
        };
        self.bsend.used = size - left;
        self.bsend.messages += 1;
        // SAFETY: the program leaves the buffer to us.
        let mut owned = unsafe { request.buffer.packed() };
        let mut copy = Operating::new(
            What::Send(Mode::Standard),
            Buffer::dense(owned.as_mut_ptr(), owned.len()),
        );
        (copy.comm, copy.context) = (request.comm, request.context);
        (copy.peer, copy.world, copy.tag) = (request.peer, request.world, request.tag);
        copy.owned = Some(owned);
        copy.is_detached = true;
        let copy = self.requests.insert(copy);
        self.start_send(copy);
        self.set_phase(id, Phase::Done);
        Ok(())
    }
}

/// Gives buffered sends `size` bytes; `address` is what [`detach_buffer`] gives back.
/// `usize::MAX` bytes are as many as there is memory.
///
/// # Errors
/// `Buffer` when one is attached already.
pub fn attach_buffer(address: usize, size: usize) -> Result<()> {
    with(|engine| {
        if let Some((_, size)) = engine.bsend.attached {
            return fail!(
                Buffer,
                "MPI_Buffer_attach: a buffer of {size} bytes is attached already"
            );
        }
        engine.bsend.attached = Some((address, size));
        Ok(())
    })?
}

/// Waits until all buffered messages have gone out.
///
/// # Errors
/// A peer that is gone.
pub fn flush_buffer() -> Result<()> {
    until(|engine| (engine.bsend.messages == 0).then_some(Ok(())))
}

/// Waits as [`flush_buffer`] does and takes the buffer back: its address and size.
///
/// # Errors
/// `Buffer` when none is attached.
pub fn detach_buffer() -> Result<(usize, usize)> {
    flush_buffer()?;
    with(|engine| match engine.bsend.attached.take() {
        Some(attached) => Ok(attached),
        None => fail!(Buffer, "MPI_Buffer_detach: no buffer is attached"),
    })?
}
