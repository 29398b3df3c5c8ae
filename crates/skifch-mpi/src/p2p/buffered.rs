//! Buffered sends: the message is copied, and its size is counted against an attached buffer.
//!
//! Copies are kept in the engine's own memory; the attached buffer only limits how much of that the
//! program may use, which is all that it can observe.

use super::complete::wait_in;
use super::fast::MOMENT_NS;
use super::request::{Phase, What};
use super::{Buffer, Mode, Operating};
use crate::engine::{Engine, attempt};
use crate::error::{Result, fail};
use crate::{Comm, Request};
use skifch::Events;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

/// Bytes that a buffered message needs in addition to its payload.
pub const BSEND_OVERHEAD: usize = 64;

/// A buffer attached by the program.
pub(crate) struct Attached {
    address: usize,
    size: usize,
    used: Arc<AtomicUsize>,
    /// Held by each message sent since the last flush.
    batch: Arc<()>,
    /// The batches of earlier flushes that still have messages under way.
    earlier: Vec<Weak<()>>,
}

/// A buffered message, which occupies its part of the attached buffer until it has been sent.
pub(crate) struct Copied {
    bytes: Box<[u8]>,
    used: Arc<AtomicUsize>,
    _batch: Arc<()>,
}

/// Batches of messages; a batch is alive as long as one of its messages is under way.
#[derive(Default)]
pub(crate) struct Flushed(Vec<Weak<()>>);

impl Flushed {
    pub(crate) fn is_over(&self) -> bool {
        self.0.iter().all(|batch| batch.strong_count() == 0)
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        // Relaxed: the count is only used under the engine's lock.
        self.used.fetch_sub(self.bytes.len() + BSEND_OVERHEAD, Ordering::Relaxed);
    }
}

impl Attached {
    fn new(address: usize, size: usize) -> Self {
        let (used, batch) = (Arc::default(), Arc::default());
        Self { address, size, used, batch, earlier: Vec::new() }
    }

    /// Bytes in use with a further message of this length.
    fn need(&self, len: usize) -> usize {
        self.used.load(Ordering::Relaxed).saturating_add(len).saturating_add(BSEND_OVERHEAD)
    }

    /// Copies the message if the attached buffer has room for it.
    ///
    /// # Safety
    /// The program has left `buffer` to us.
    unsafe fn copy(&self, buffer: &Buffer) -> Result<Copied> {
        let (len, used) = (buffer.bytes, self.used.load(Ordering::Relaxed));
        let need = self.need(len);
        if need > self.size {
            return fail!(
                Buffer,
                "a buffered message of {len} bytes and {BSEND_OVERHEAD} beyond them does not fit \
                 the attached buffer of {} bytes, {used} of them in use",
                self.size
            );
        }
        self.used.store(need, Ordering::Relaxed);
        // SAFETY: our caller's promise.
        let bytes = unsafe { buffer.packed() };
        Ok(Copied { bytes, used: self.used.clone(), _batch: self.batch.clone() })
    }

    /// The messages that are under way now.
    fn under_way(&mut self) -> Flushed {
        let batch = std::mem::take(&mut self.batch);
        self.earlier.push(Arc::downgrade(&batch));
        drop(batch);
        self.earlier.retain(|batch| batch.strong_count() > 0);
        Flushed(self.earlier.clone())
    }
}

impl Engine {
    /// The buffer attached to a communicator, or to the process.
    fn attached(&mut self, of: Option<Comm>) -> Result<&mut Option<Attached>> {
        match of {
            Some(comm) => Ok(&mut self.comm_mut(comm)?.attached),
            None => Ok(&mut self.attached),
        }
    }

    /// The buffer that counts for messages on a communicator.
    fn attached_for(&self, comm: Comm) -> Result<Option<&Attached>> {
        Ok(self.comm(comm)?.attached.as_ref().or(self.attached.as_ref()))
    }

    /// Waits a moment for the next message; whether one has arrived. A poll would not always see
    /// the first one of a peer.
    #[cold]
    fn comes_soon(&mut self) -> Result<bool> {
        // Another thread that waits on the receiving side of the channel owns it.
        Ok(!self.is_watched && !self.port.wait(Events::RECV, 0, MOMENT_NS)?.is_empty())
    }

    /// Copies the message and sends the copy; the request itself completes at once.
    pub(crate) fn start_buffered(&mut self, id: u32) -> Result<()> {
        let Some(request) = self.requests.get(id) else { return Ok(()) };
        let (comm, len) = (request.comm, request.buffer.bytes);
        // That earlier messages have left the buffer may not have been noticed yet.
        while self.attached_for(comm)?.is_some_and(|attached| attached.need(len) > attached.size)
            && (self.poll()? || self.comes_soon()?)
        {}
        let Some(request) = self.requests.get(id) else { return Ok(()) };
        let Some(attached) = self.attached_for(comm)? else {
            return fail!(
                Buffer,
                "no buffer is attached for a buffered message of {} bytes: MPI_Buffer_attach",
                request.buffer.bytes
            );
        };
        // SAFETY: the program leaves the buffer to the library.
        let mut copied = unsafe { attached.copy(&request.buffer) }?;
        let buffer = Buffer::dense(copied.bytes.as_mut_ptr(), copied.bytes.len());
        let mut copy = Operating::new(What::Send(Mode::Standard), buffer);
        (copy.comm, copy.context) = (request.comm, request.context);
        (copy.peer, copy.world, copy.tag) = (request.peer, request.world, request.tag);
        copy.copied = Some(Box::new(copied));
        copy.is_detached = true;
        let copy = self.requests.insert(copy);
        self.start_send(copy);
        self.set_phase(id, Phase::Done);
        Ok(())
    }
}

/// Attaches a buffer of `size` bytes for buffered sends on one communicator, or (`None`) on all
/// communicators that have none of their own; `address` is what [`detach_buffer`] returns. A size
/// of `usize::MAX` is not limited.
///
/// # Errors
/// `Buffer` when one is attached already, `Comm` for an invalid handle.
pub fn attach_buffer(of: Option<Comm>, address: usize, size: usize) -> Result<()> {
    attempt(|engine| {
        let attached = engine.attached(of)?;
        if let Some(Attached { size, .. }) = attached {
            return fail!(Buffer, "a buffer of {size} bytes is attached already");
        }
        *attached = Some(Attached::new(address, size));
        Ok(())
    })
}

/// Starts waiting until all buffered messages sent so far have gone out.
///
/// # Errors
/// `Comm` for an invalid handle.
pub fn iflush_buffer(of: Option<Comm>) -> Result<Request> {
    attempt(|engine| {
        let under_way = engine.attached(of)?.as_mut().map(Attached::under_way);
        let what = What::Flush(Box::new(under_way.unwrap_or_default()));
        let mut request = Operating::new(what, Buffer::dense(std::ptr::null_mut(), 0));
        request.phase = Phase::Running;
        request.comm = of.unwrap_or(Comm::SELF);
        Ok(Request(engine.requests.insert(request)))
    })
}

/// Waits until all buffered messages have gone out.
///
/// # Errors
/// A peer that is gone; `Comm` for an invalid handle.
pub fn flush_buffer(of: Option<Comm>) -> Result<()> {
    wait_in("MPI_Buffer_flush", &mut iflush_buffer(of)?).map(drop)
}

/// Waits as [`flush_buffer`] does and detaches the buffer; returns its address and size.
///
/// # Errors
/// `Buffer` when none is attached; as [`flush_buffer`].
pub fn detach_buffer(of: Option<Comm>) -> Result<(usize, usize)> {
    flush_buffer(of)?;
    attempt(|engine| match engine.attached(of)?.take() {
        Some(Attached { address, size, .. }) => Ok((address, size)),
        None => fail!(Buffer, "no buffer is attached"),
    })
}
