//! Blocking calls of ranks that share CPUs, through the shared memory of the board
//! ([`engine::board`](crate::engine::board)): every rank waits once, in long reductions twice.
//!
//! All ranks must choose alike, so the choice depends only on what is the same for all:
//! communicator, bytes of a part, and whether the operation is predefined.

use super::allreduce_spread::share;
use super::api::Reduce;
use super::parts::{Block, Layout, Parts, Slots};
use super::peers;
use super::quick::{self, Call, MAX_BYTES};
use super::schedule::{copy_own, own_too_long};
use super::which::Which;
use crate::Comm;
use crate::engine::board::{Board, PLACE_BYTES, meet};
use crate::engine::{Engine, attempt};
use crate::error::{Result, fail};
use crate::op::{Function, Reduction};
use crate::p2p::{Buffer, IN_PLACE};
use std::ops::Range;

/// Up to this size of all operands together, every rank combines all of them. Larger reductions are
/// shared out, which takes a second meeting.
const ALL_BYTES: usize = 16 << 10;

/// Calls `begin` if there is a board for this communicator. The usual case, no board, is tested
/// first.
#[inline(always)]
pub(super) fn with_board<R>(
    comm: Comm,
    begin: impl FnOnce(&mut Engine) -> Result<Option<R>>,
) -> Result<Option<R>> {
    attempt(|engine| match engine.board.is_some() && engine.is_of_all(comm)? {
        true => begin(engine),
        false => Ok(None),
    })
}

impl Engine {
    /// Begins a call in which the largest part has `bytes` bytes, if that fits.
    pub(super) fn on_board(
        &mut self,
        comm: Comm,
        which: Which,
        bytes: usize,
    ) -> Result<Option<Call>> {
        if bytes > PLACE_BYTES {
            return Ok(None);
        }
        let call = self.quick(comm, which)?;
        if let (Some(call), Some(board)) = (&call, &mut self.board) {
            let (context, tag) = call.names();
            board.begin(context, tag);
        }
        Ok(call)
    }

    pub(super) fn board(&self) -> Result<&Board> {
        match &self.board {
            Some(board) => Ok(board),
            None => fail!(Intern, "there is no memory of all ranks"),
        }
    }

    /// Bytes of a part, if the parts are of equal size.
    pub(super) fn each_bytes(&self, parts: &Parts) -> Result<Option<usize>> {
        let Layout::Even { count, datatype } = parts.layout else { return Ok(None) };
        Ok(self.committed(datatype)?.size().checked_mul(count))
    }

    /// Writes the bytes of a buffer to this rank's place, as far as there is room. The length is
    /// written too: readers detect a part that is too long or too short.
    ///
    /// # Safety
    /// The bytes are readable.
    unsafe fn put(&self, buffer: &Buffer) -> Result<()> {
        let place = self.board()?.next(buffer.bytes);
        // SAFETY: our caller's promise.
        unsafe { buffer.read_out(place, buffer.bytes.min(PLACE_BYTES)) };
        Ok(())
    }
}

impl Call {
    /// Publishes this rank's part and waits for those of all ranks.
    pub(super) fn meet(&self, call: &'static str) -> Result<()> {
        meet(call)
    }

    /// The `len` bytes that a rank has written.
    pub(super) fn part(&self, engine: &Engine, rank: usize, len: usize) -> Result<*const u8> {
        engine.board()?.of(self.job_rank(rank) as usize, len)
    }
}

/// Barrier; whether it was done here.
pub(super) fn barrier(comm: Comm) -> Result<bool> {
    let begun = with_board(comm, |engine| engine.on_board(comm, quick::BARRIER, 0))?;
    begun.map_or(Ok(false), |call| call.meet("MPI_Barrier").map(|()| true))
}

/// Broadcast of a message too long to be sent before the receivers are ready; whether it was done
/// here.
///
/// # Safety
/// The elements are readable, and writable except at the root.
pub(super) unsafe fn bcast(data: Block, root: i32, comm: Comm) -> Result<bool> {
    let begun = with_board(comm, |engine| {
        let buffer = engine.buffer(data.buf, data.count, data.datatype)?;
        let has_root = usize::try_from(root).is_ok_and(|root| root < engine.size as usize);
        if !has_root || buffer.bytes <= MAX_BYTES {
            return Ok(None);
        }
        let Some(call) = engine.on_board(comm, quick::BCAST, buffer.bytes)? else {
            return Ok(None);
        };
        if call.rank == root as usize {
            // SAFETY: our caller's promise.
            unsafe { engine.put(&buffer) }?;
        }
        Ok(Some((call, buffer)))
    })?;
    let Some((call, buffer)) = begun else { return Ok(false) };
    call.meet("MPI_Bcast")?;
    if call.rank == root as usize {
        return Ok(true);
    }
    attempt(|engine| {
        let part = call.part(engine, root as usize, buffer.bytes)?;
        // SAFETY: our caller's promise.
        unsafe { buffer.write(0, part, buffer.bytes) };
        Ok(true)
    })
}

/// Allgather; whether it was done here.
///
/// # Safety
/// The elements of `from` are readable, those of `to` writable.
pub(super) unsafe fn allgather(from: Block, to: &Parts, comm: Comm) -> Result<bool> {
    let begun = with_board(comm, |engine| {
        let Some(each) = engine.each_bytes(to)? else { return Ok(None) };
        let Some(call) = engine.on_board(comm, quick::ALLGATHER, each)? else { return Ok(None) };
        let slots = to.slots(engine, call.size())?;
        let own = slots.get(call.rank);
        let given = match from.is_in_place() {
            true => own.clone(),
            false => engine.buffer(from.buf, from.count, from.datatype)?,
        };
        // SAFETY: our caller's promise.
        unsafe {
            engine.put(&given)?;
            if !from.is_in_place() {
                copy_own(&given, &own).or_else(|error| call.keep(error))?;
            }
        }
        Ok(Some((call, slots)))
    })?;
    let Some((call, slots)) = begun else { return Ok(false) };
    call.meet("MPI_Allgather")?;
    // SAFETY: our caller's promise.
    unsafe { take_all(&call, &slots, 0, slots.bytes(0)) }?;
    call.done()
}

/// Reads what each other rank has written for this one: from byte `at` of its `len` bytes on.
///
/// # Safety
/// The elements of the slots are writable.
unsafe fn take_all(call: &Call, slots: &Slots, at: usize, len: usize) -> Result<()> {
    attempt(|engine| {
        for peer in peers::after(call.rank, call.size()) {
            let (part, slot) = (call.part(engine, peer, len)?, slots.get(peer));
            // SAFETY: our caller's promise; the part has `len` bytes, that of this rank among them.
            unsafe { slot.write(0, part.wrapping_add(at), slot.bytes) };
        }
        Ok(())
    })
}

/// Alltoall; whether it was done here.
///
/// # Safety
/// The elements of `from` are readable, those of `to` writable.
pub(super) unsafe fn alltoall(from: &Parts, to: &Parts, comm: Comm) -> Result<bool> {
    let begun = with_board(comm, |engine| {
        let size = engine.size as usize;
        let Some(each) = engine.each_bytes(to)? else { return Ok(None) };
        let Some(all) = each.checked_mul(size) else { return Ok(None) };
        let Some(call) = engine.on_board(comm, quick::ALLTOALL, all)? else { return Ok(None) };
        let slots = to.slots(engine, size)?;
        let out = if from.is_in_place() { None } else { Some(from.slots(engine, size)?) };
        let out = out.as_ref().unwrap_or(&slots);
        let place = engine.board()?.next(out.bytes(0).saturating_mul(size));
        for rank in 0..size {
            let part = out.get(rank);
            let len = part.bytes.min(each);
            // SAFETY: our caller's promise; there is room for all parts.
            unsafe { part.read(0, place.add(rank * each), len) };
        }
        let (own, len) = (slots.get(call.rank), out.bytes(call.rank));
        // SAFETY: as above.
        unsafe { own.write(0, place.add(call.rank * each), len.min(each)) };
        if len > each {
            call.keep(own_too_long(len, each))?;
        }
        Ok(Some((call, slots, each)))
    })?;
    let Some((call, slots, each)) = begun else { return Ok(false) };
    call.meet("MPI_Alltoall")?;
    // SAFETY: our caller's promise.
    unsafe { take_all(&call, &slots, call.rank * each, call.size() * each) }?;
    call.done()
}

/// A reduction: call, operation and operands.
pub(super) struct Work {
    pub(super) call: Call,
    function: Function,
    /// Bytes per element.
    size: usize,
    count: usize,
}

/// Allreduce with a predefined operation; whether it was done here.
///
/// # Safety
/// The elements at `from` are readable, those at `into` writable.
pub(super) unsafe fn allreduce(ops: Reduce, comm: Comm) -> Result<bool> {
    // SAFETY: our caller's promise.
    let begun =
        with_board(comm, |engine| unsafe { Work::begin(engine, quick::ALLREDUCE, ops, comm) })?;
    let Some(work) = begun else { return Ok(false) };
    work.call.meet("MPI_Allreduce")?;
    // SAFETY: our caller's promise.
    unsafe {
        match work.size * work.count * work.call.size() <= ALL_BYTES {
            true => work.combine(work.all(), 0, work.count, ops.into)?,
            false => work.share_out(ops.into)?,
        }
    }
    Ok(true)
}

impl Work {
    /// Writes this rank's operands to its place, if the operation is predefined and there is room.
    ///
    /// # Safety
    /// The operands are readable.
    pub(super) unsafe fn begin(
        engine: &mut Engine,
        which: Which,
        ops: Reduce,
        comm: Comm,
    ) -> Result<Option<Self>> {
        let (reduction, _) = engine.reduction(ops.op, ops.datatype)?;
        let Reduction::Builtin(function) = reduction else { return Ok(None) };
        let ty = engine.committed(ops.datatype)?;
        let size = ty.size();
        let Some(len) = size.checked_mul(ops.count).filter(|_| size as isize == ty.extent()) else {
            return Ok(None);
        };
        let Some(call) = engine.on_board(comm, which, len)? else { return Ok(None) };
        let from = if ops.from == IN_PLACE { ops.into.cast_const() } else { ops.from };
        // SAFETY: our caller's promise.
        unsafe { engine.put(&Buffer::dense(from.cast_mut(), len)) }?;
        Ok(Some(Self { call, function, size, count: ops.count }))
    }

    pub(super) fn all(&self) -> Range<usize> {
        0..self.call.size()
    }

    /// Combines elements of these ranks in rank order, so that all ranks that do so get the same
    /// result.
    ///
    /// # Safety
    /// There is room for `count` elements at `into`.
    pub(super) unsafe fn combine(
        &self,
        ranks: Range<usize>,
        first: usize,
        count: usize,
        into: *mut u8,
    ) -> Result<()> {
        let end = ranks.end;
        attempt(|engine| {
            for rank in ranks.rev() {
                let all = self.call.part(engine, rank, self.size * self.count)?;
                let part = all.wrapping_add(first * self.size);
                // SAFETY: our caller's promise; the part has all elements.
                unsafe {
                    match rank + 1 == end {
                        true => into.copy_from_nonoverlapping(part, count * self.size),
                        false => (self.function)(part, into, count),
                    }
                }
            }
            Ok(())
        })
    }

    /// Each rank combines its share; then all ranks read all shares.
    ///
    /// # Safety
    /// There is room for all elements at `into`.
    unsafe fn share_out(&self, into: *mut u8) -> Result<()> {
        let (call, size) = (&self.call, self.call.size());
        let of = |rank| share(self.count, size, rank);
        let (first, count) = of(call.rank);
        let place = attempt(|engine| Ok(engine.board()?.next(count * self.size)))?;
        // SAFETY: the place has room for all elements.
        unsafe { self.combine(self.all(), first as usize, count, place) }?;
        call.meet("MPI_Allreduce")?;
        attempt(|engine| {
            for rank in 0..size {
                let (first, count) = of(rank);
                let (at, len) = (first as usize * self.size, count * self.size);
                let part = call.part(engine, rank, len)?;
                // SAFETY: our caller's promise; the part has `len` bytes.
                unsafe { into.add(at).copy_from_nonoverlapping(part, len) };
            }
            Ok(())
        })
    }
}
