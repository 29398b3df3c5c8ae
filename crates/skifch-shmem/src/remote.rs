//! Operations that go over a network, as operations of a segment on a kind of memory, PE and
//! offset.

use crate::ctx::{Context, Ctx, UnderWay};
use crate::error::{Error, Result, fail};
use crate::state::{Kind, State, state};
use skifch::{AtomicOp, Segment};

/// Target of an operation.
pub(crate) enum Place {
    /// It is accessible by loads and stores, at this local address.
    Near(*mut u8),
    /// Only the network reaches it.
    Far(Far),
}

/// Memory of another PE that only the network reaches.
#[derive(Clone, Copy)]
pub(crate) struct Far {
    state: &'static State,
    context: Option<&'static Context>,
    kind: Kind,
    pe: u32,
    offset: usize,
}

/// Locates `bytes` bytes at `addr` of the PE that `ctx` calls `pe`. Slow path of every operation:
/// it finds out what is wrong.
///
/// # Errors
/// Not started; no such context or PE; memory that is not symmetric.
#[cold]
#[inline(never)]
pub(crate) fn place(ctx: Ctx, addr: *const u8, bytes: usize, pe: i32) -> Result<Place> {
    let state = state()?;
    let context = state.contexts.get(ctx)?;
    let pe = context.pe(state, pe)?;
    place_of(state, Some(context), addr, bytes, pe)
}

/// [`place`] for a PE in world numbering; operations on the result belong to no context.
///
/// # Errors
/// Memory that is not symmetric.
pub(crate) fn place_at(
    state: &'static State,
    addr: *const u8,
    bytes: usize,
    pe: u32,
) -> Result<Place> {
    place_of(state, None, addr, bytes, pe)
}

fn place_of(
    state: &'static State,
    context: Option<&'static Context>,
    addr: *const u8,
    bytes: usize,
    pe: u32,
) -> Result<Place> {
    if bytes == 0 {
        // Nothing is accessed, so any address will do.
        return Ok(Place::Near(addr.cast_mut()));
    }
    if let Some(near) = crate::area::reach(addr, bytes, pe) {
        state.ahead.release();
        return Ok(Place::Near(near));
    }
    let (kind, offset) = state.find(addr, bytes)?;
    Ok(Place::Far(Far { state, context, kind, pe, offset }))
}

/// [`place`] for a word of `width` bytes.
///
/// # Errors
/// As [`place`], and an address that is not aligned.
#[cold]
pub(crate) fn place_word(ctx: Ctx, addr: *const u8, width: usize, pe: i32) -> Result<Place> {
    let place = place(ctx, addr, width, pe)?;
    if !addr.addr().is_multiple_of(width) {
        return fail!("{addr:p}: a word of {width} bytes is aligned to as many");
    }
    Ok(place)
}

impl Far {
    fn segment(&self) -> Result<&'static Segment> {
        match self.state.part(self.kind) {
            Some(part) => Ok(&part.segment),
            None => fail!("there is no such symmetric memory"),
        }
    }

    /// Waits for puts into the other kind of memory that were issued before a fence.
    fn after_fences(&self) -> Result<()> {
        let Some(context) = self.context else { return Ok(()) };
        let other = match self.kind {
            Kind::Heap => Kind::Data,
            Kind::Data => Kind::Heap,
            // Packed memory is never far.
            Kind::Packed => return Ok(()),
        };
        let Some(part) = self.state.part(other) else { return Ok(()) };
        match context.settle(UnderWay::Fenced, other) {
            Some(_fenced) => part.segment.quiet().map_err(|error| self.failed(error)),
            None => Ok(()),
        }
    }

    /// Holds the operation on this word back if the context's batch session is open. Returns
    /// whether it did.
    fn is_held(&self, op: AtomicOp, width: usize, operand: u64) -> Result<bool> {
        match self.context {
            Some(context) if context.batch.is_open() && self.pe != self.state.me => {
                let word = (self.kind, self.pe, self.offset);
                context.hold(self.state, word, (op, width, operand))
            }
            _ => Ok(false),
        }
    }

    /// Sends the operations that the context holds back before another one without a result, with
    /// another PE.
    fn after_held(&self) -> Result<()> {
        match self.context {
            Some(context) if self.pe != self.state.me => context.release_held(self.state),
            _ => Ok(()),
        }
    }

    /// Sends the operations that all contexts hold back before one with a result, by which the
    /// program may be polling for an answer to them, also in memory of its own PE.
    fn after_all_held(&self) -> Result<()> {
        self.state.contexts.release_held(self.state)
    }

    fn note(&self, what: UnderWay) {
        if let Some(context) = self.context {
            context.note(what, self.kind);
        }
    }

    #[cold]
    fn failed(&self, error: skifch::Error) -> Error {
        Error::from(error).context(format!("PE {}", self.pe))
    }

    /// # Safety
    /// `source` is readable for `bytes` bytes.
    pub(crate) unsafe fn put(&self, source: *const u8, bytes: usize) -> Result<()> {
        self.after_fences()?;
        // SAFETY: our caller's promise; there are bytes, so it is not null.
        let source = unsafe { std::slice::from_raw_parts(source, bytes) };
        let word = match *source {
            [a, b, c, d] => Some(u64::from(u32::from_ne_bytes([a, b, c, d]))),
            _ => source.try_into().ok().map(u64::from_ne_bytes),
        };
        if let Some(word) = word.filter(|_| self.offset.is_multiple_of(bytes))
            && self.is_held(AtomicOp::Store, bytes, word)?
        {
            return Ok(());
        }
        self.after_held()?;
        let put = self.segment()?.put(self.pe, self.offset, source);
        put.map_err(|error| self.failed(error))?;
        self.note(UnderWay::Puts);
        Ok(())
    }

    /// # Safety
    /// `dest` is writable for `bytes` bytes.
    pub(crate) unsafe fn get(&self, dest: *mut u8, bytes: usize) -> Result<()> {
        // SAFETY: our caller's promise. Memory that was never written still holds some byte values.
        let dest = unsafe { std::slice::from_raw_parts_mut(dest, bytes) };
        self.after_all_held()?;
        let got = self.segment()?.get(self.pe, self.offset, dest);
        got.map_err(|error| self.failed(error))
    }

    /// # Safety
    /// As [`get`](Self::get), until the reads of the context are waited for.
    pub(crate) unsafe fn get_nbi(&self, dest: *mut u8, bytes: usize) -> Result<()> {
        self.after_all_held()?;
        // SAFETY: our caller's promise.
        let asked = unsafe { self.segment()?.get_async(self.pe, self.offset, dest, bytes) };
        asked.map_err(|error| self.failed(error))?;
        self.note(UnderWay::Gets);
        Ok(())
    }

    pub(crate) fn atomic(
        &self,
        op: AtomicOp,
        width: usize,
        operand: u64,
        cond: u64,
    ) -> Result<u64> {
        self.after_fences()?;
        self.after_all_held()?;
        let old = self.segment()?.atomic(self.pe, self.offset, op, width, operand, cond);
        old.map_err(|error| self.failed(error))
    }

    /// Starts an atomic operation; the old word has arrived after `syncreads` of the segment.
    ///
    /// # Safety
    /// `dest` is writable for `width` bytes until then.
    pub(crate) unsafe fn atomic_nbi(
        &self,
        (op, operand, cond): (AtomicOp, u64, u64),
        width: usize,
        dest: *mut u8,
    ) -> Result<()> {
        self.after_fences()?;
        self.after_all_held()?;
        let segment = self.segment()?;
        // SAFETY: our caller's promise.
        let asked =
            unsafe { segment.atomic_async(self.pe, self.offset, op, width, operand, cond, dest) };
        asked.map_err(|error| self.failed(error))?;
        // A fence treats it as a put; a quiet waits for its result.
        self.note(UnderWay::Puts);
        self.note(UnderWay::Gets);
        Ok(())
    }

    pub(crate) fn atomic_oneway(&self, op: AtomicOp, width: usize, operand: u64) -> Result<()> {
        self.after_fences()?;
        if self.is_held(op, width, operand)? {
            return Ok(());
        }
        self.atomic_at_once(op, width, operand)
    }

    /// [`atomic_oneway`](Self::atomic_oneway) on a word that another PE waits for: it is never held
    /// back.
    pub(crate) fn atomic_at_once(&self, op: AtomicOp, width: usize, operand: u64) -> Result<()> {
        self.after_fences()?;
        self.after_held()?;
        let done = self.segment()?.atomic_oneway(self.pe, self.offset, op, width, operand, 0);
        done.map_err(|error| self.failed(error))?;
        self.note(UnderWay::Puts);
        Ok(())
    }

    /// Orders the next operation on this memory after the earlier ones of the context, on all kinds
    /// of memory.
    pub(crate) fn after_others(&self) -> Result<()> {
        let Some(context) = self.context else { return Ok(self.segment()?.fence()?) };
        context.release(self.state)?;
        for kind in [Kind::Heap, Kind::Data] {
            if let Some(part) = self.state.part(kind).filter(|_| context.has(UnderWay::Puts, kind))
            {
                part.segment.fence()?;
                context.note(UnderWay::Fenced, kind);
            }
        }
        Ok(())
    }
}

impl Far {
    /// The place `bytes` further, which is known to be inside the memory.
    pub(crate) fn at(&self, bytes: usize) -> Self {
        Self { offset: self.offset + bytes, ..*self }
    }

    /// Waits for the data requested by [`get_nbi`](Self::get_nbi).
    pub(crate) fn syncreads(&self) -> Result<()> {
        self.segment()?.syncreads().map_err(|error| self.failed(error))
    }
}
