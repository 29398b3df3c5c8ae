//! Atomic operations on words of other PEs. They are atomic with respect to each other, to those of
//! the target itself and to waits, whatever network they go by: this processor does them if it can
//! access the word directly, else the target's processor does. Types are `u32` and `u64`: other
//! integers and floating-point numbers are passed as their bits.

use crate::Ctx;
use crate::area;
use crate::error::Result;
use crate::remote::{Place, place_word};
use crate::state::state;
use skifch::{AtomicOp, fetch_to_write};
use std::hint::cold_path;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

mod sealed {
    pub trait Sealed: Copy {
        fn to_bits(self) -> u64;
        fn from_bits(bits: u64) -> Self;
        /// # Safety
        /// For all functions here: `at` is an aligned word that is accessed by atomics only.
        unsafe fn load(at: *mut u8) -> Self;
        unsafe fn store(at: *mut u8, value: Self);
        unsafe fn swap(at: *mut u8, value: Self) -> Self;
        unsafe fn compare_swap(at: *mut u8, cond: Self, value: Self) -> Self;
        unsafe fn update(at: *mut u8, op: super::Op, value: Self);
        unsafe fn fetch_update(at: *mut u8, op: super::Op, value: Self) -> Self;
    }
}

/// A word that atomics work on: `u32` or `u64`.
pub trait Word: sealed::Sealed {}

macro_rules! words {
    ($($int:ty: $atomic:ty;)*) => { $(
        impl sealed::Sealed for $int {
            #[inline(always)]
            fn to_bits(self) -> u64 {
                u64::from(self)
            }
            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                bits as Self
            }
            #[inline(always)]
            unsafe fn load(at: *mut u8) -> Self {
                // SYNC program-word: pairs with the release of any operation below.
                // SAFETY: the caller's promise.
                unsafe { &*at.cast::<$atomic>() }.load(Acquire)
            }
            #[inline(always)]
            unsafe fn store(at: *mut u8, value: Self) {
                // SYNC program-word: the pair is the program's, as for all operations here: another
                // atomic, a wait or a test, which then sees what this PE did before.
                // SAFETY: the caller's promise.
                unsafe { &*at.cast::<$atomic>() }.store(value, Release);
            }
            #[inline(always)]
            unsafe fn swap(at: *mut u8, value: Self) -> Self {
                // SYNC program-word: as in `store` and `load`.
                // SAFETY: the caller's promise.
                unsafe { &*at.cast::<$atomic>() }.swap(value, AcqRel)
            }
            #[inline(always)]
            unsafe fn compare_swap(at: *mut u8, cond: Self, value: Self) -> Self {
                // SAFETY: the caller's promise.
                let word = unsafe { &*at.cast::<$atomic>() };
                // SYNC program-word: as in `store` and `load`; without a store it acquires only.
                word.compare_exchange(cond, value, AcqRel, Acquire).unwrap_or_else(|old| old)
            }
            #[inline(always)]
            unsafe fn update(at: *mut u8, op: Op, value: Self) {
                // Updates often go to places all over a table that is in no cache. A processor does
                // not begin a locked operation before everything older is done, but fetches lines.
                fetch_to_write(at);
                // SAFETY: as above.
                unsafe { apply(at, op, value) };
            }
            #[inline(always)]
            unsafe fn fetch_update(at: *mut u8, op: Op, value: Self) -> Self {
                // SAFETY: the caller's promise.
                let word = unsafe { &*at.cast::<$atomic>() };
                // SYNC program-word: as in `store` and `load`.
                match op {
                    Op::Add => word.fetch_add(value, AcqRel),
                    Op::And => word.fetch_and(value, AcqRel),
                    Op::Or => word.fetch_or(value, AcqRel),
                    Op::Xor => word.fetch_xor(value, AcqRel),
                }
            }
        }
        impl Word for $int {}
    )* };
}
words! { u32: AtomicU32; u64: AtomicU64; }

/// Read-modify-write operation on a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Wrapping addition.
    Add,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

impl Op {
    fn of_network(self) -> AtomicOp {
        match self {
            Self::Add => AtomicOp::Add,
            Self::And => AtomicOp::And,
            Self::Or => AtomicOp::Or,
            Self::Xor => AtomicOp::Xor,
        }
    }
}

/// Calls `then` with the local address of the word, if it is directly accessible.
#[inline(always)]
fn at_word<W: Word, R>(
    ctx: Ctx,
    addr: *const W,
    pe: i32,
    then: impl Fn(*mut u8) -> R,
) -> Option<R> {
    if !addr.is_aligned() {
        cold_path();
        return None;
    }
    let found = if ctx.is_world() { area::at_word(addr, pe, then) } else { None };
    if found.is_none() {
        // Otherwise the slow path is put first, and the others begin with a jump.
        cold_path();
    }
    found
}

/// Slow path of a fetching operation: the fast path did not find the word.
#[cold]
#[inline(never)]
fn fetch_far<W: Word>(
    ctx: Ctx,
    addr: *const W,
    pe: i32,
    (op, operand, cond): (AtomicOp, W, W),
    nearby: impl FnOnce(*mut u8) -> W,
) -> Result<W> {
    match place_word(ctx, addr.cast(), size_of::<W>(), pe)? {
        Place::Near(at) => Ok(nearby(at)),
        Place::Far(far) => {
            let old = far.atomic(op, size_of::<W>(), operand.to_bits(), cond.to_bits())?;
            Ok(W::from_bits(old))
        }
    }
}

/// Slow path of an operation without a result: the fast path did not find the word.
#[cold]
#[inline(never)]
fn update_far<W: Word>(
    ctx: Ctx,
    addr: *const W,
    pe: i32,
    (op, operand): (AtomicOp, W),
    nearby: impl FnOnce(*mut u8),
) -> Result<()> {
    match place_word(ctx, addr.cast(), size_of::<W>(), pe)? {
        Place::Near(at) => nearby(at),
        Place::Far(far) => far.atomic_oneway(op, size_of::<W>(), operand.to_bits())?,
    }
    Ok(())
}

/// Reads the word at `source` of `pe`.
///
/// # Errors
/// No such PE or context, an address that is not symmetric or not aligned, or an error of the
/// network. The same for all calls of this module.
#[inline(always)]
pub fn fetch<W: Word>(ctx: Ctx, source: *const W, pe: i32) -> Result<W> {
    // SAFETY: here and below: an aligned word of the segment.
    let nearby = |at| unsafe { W::load(at) };
    match at_word(ctx, source, pe, nearby) {
        Some(word) => Ok(word),
        None => {
            let zero = W::from_bits(0);
            fetch_far(ctx, source, pe, (AtomicOp::Load, zero, zero), nearby)
        }
    }
}

/// Writes a word.
///
/// # Errors
/// As [`fetch`].
#[inline(always)]
pub fn set<W: Word>(ctx: Ctx, dest: *mut W, value: W, pe: i32) -> Result<()> {
    // SAFETY: as above.
    let nearby = |at| unsafe { W::store(at, value) };
    match at_word(ctx, dest, pe, nearby) {
        Some(()) => Ok(()),
        None => update_far(ctx, dest, pe, (AtomicOp::Store, value), nearby),
    }
}

/// Writes a word and returns the old value.
///
/// # Errors
/// As [`fetch`].
#[inline(always)]
pub fn swap<W: Word>(ctx: Ctx, dest: *mut W, value: W, pe: i32) -> Result<W> {
    // SAFETY: as above.
    let nearby = |at| unsafe { W::swap(at, value) };
    match at_word(ctx, dest, pe, nearby) {
        Some(old) => Ok(old),
        None => fetch_far(ctx, dest, pe, (AtomicOp::Swap, value, W::from_bits(0)), nearby),
    }
}

/// Writes `value` if the word equals `cond`, and returns the old value.
///
/// # Errors
/// As [`fetch`].
#[inline(always)]
pub fn compare_swap<W: Word>(ctx: Ctx, dest: *mut W, cond: W, value: W, pe: i32) -> Result<W> {
    // SAFETY: as above.
    let nearby = |at| unsafe { W::compare_swap(at, cond, value) };
    match at_word(ctx, dest, pe, nearby) {
        Some(old) => Ok(old),
        None => fetch_far(ctx, dest, pe, (AtomicOp::CompareSwap, value, cond), nearby),
    }
}

/// Fast path of [`update`]. Returns true if it was done. On false, whatever the reason, call
/// `update`, which does it or reports the error.
#[inline(always)]
pub fn try_update<W: Word>(ctx: Ctx, op: Op, dest: *mut W, value: W, pe: i32) -> bool {
    // SAFETY: as above.
    at_word(ctx, dest, pe, |at| unsafe { W::update(at, op, value) }).is_some()
}

/// Fast path of [`fetch_update`], as [`try_update`] is of `update`.
#[inline(always)]
pub fn try_fetch_update<W: Word>(ctx: Ctx, op: Op, dest: *mut W, value: W, pe: i32) -> Option<W> {
    // SAFETY: as above.
    at_word(ctx, dest, pe, |at| unsafe { W::fetch_update(at, op, value) })
}

/// Applies `op` to a word of this host, whose line has been asked for.
///
/// # Safety
/// `at` is an aligned word that is accessed by atomics only.
#[inline(always)]
pub(crate) unsafe fn apply<W: Word>(at: *mut u8, op: Op, value: W) {
    // The result is unused, so the compiler emits the non-fetching instruction.
    // SAFETY: our caller's promise.
    let _ = unsafe { W::fetch_update(at, op, value) };
}

/// Applies `op` to a word.
///
/// # Errors
/// As [`fetch`].
#[inline(always)]
pub fn update<W: Word>(ctx: Ctx, op: Op, dest: *mut W, value: W, pe: i32) -> Result<()> {
    // SAFETY: as above.
    let nearby = |at| unsafe { W::update(at, op, value) };
    match at_word(ctx, dest, pe, nearby) {
        Some(()) => Ok(()),
        None => update_held(ctx, op, dest, value, pe),
    }
}

/// Slow path of [`update`], which a session may hold back.
#[cold]
#[inline(never)]
fn update_held<W: Word>(ctx: Ctx, op: Op, dest: *mut W, value: W, pe: i32) -> Result<()> {
    if state()?.ahead.hold(ctx, op, dest, value, pe) {
        return Ok(());
    }
    // SAFETY: as above.
    let nearby = |at| unsafe { W::update(at, op, value) };
    update_far(ctx, dest, pe, (op.of_network(), value), nearby)
}

/// [`update`] in the default context of a word that another PE waits for: a batch session does not
/// hold it back.
pub(crate) fn update_at_once<W: Word>(op: Op, dest: *mut W, value: W, pe: i32) -> Result<()> {
    if try_update(Ctx::DEFAULT, op, dest, value, pe) {
        return Ok(());
    }
    match place_word(Ctx::DEFAULT, dest.cast(), size_of::<W>(), pe)? {
        // SAFETY: as above.
        Place::Near(at) => unsafe { W::update(at, op, value) },
        Place::Far(far) => far.atomic_at_once(op.of_network(), size_of::<W>(), value.to_bits())?,
    }
    Ok(())
}

/// Applies `op` to a word and returns the old value.
///
/// # Errors
/// As [`fetch`].
#[inline(always)]
pub fn fetch_update<W: Word>(ctx: Ctx, op: Op, dest: *mut W, value: W, pe: i32) -> Result<W> {
    // SAFETY: as above.
    let nearby = |at| unsafe { W::fetch_update(at, op, value) };
    match at_word(ctx, dest, pe, nearby) {
        Some(old) => Ok(old),
        None => fetch_far(ctx, dest, pe, (op.of_network(), value, W::from_bits(0)), nearby),
    }
}

/// Slow path of a fetching operation into `*to`; over a network it is outstanding on return.
///
/// # Safety
/// `to` is writable until a quiet of the context.
#[cold]
#[inline(never)]
unsafe fn fetch_nbi_far<W: Word>(
    ctx: Ctx,
    to: *mut W,
    addr: *const W,
    pe: i32,
    (op, operand, cond): (AtomicOp, W, W),
    nearby: impl FnOnce(*mut u8) -> W,
) -> Result<()> {
    match place_word(ctx, addr.cast(), size_of::<W>(), pe)? {
        // SAFETY: our caller's promise, here and below.
        Place::Near(at) => unsafe { to.write(nearby(at)) },
        Place::Far(far) => {
            let what = (op, operand.to_bits(), cond.to_bits());
            // SAFETY: as above.
            unsafe { far.atomic_nbi(what, size_of::<W>(), to.cast())? };
        }
    }
    Ok(())
}

/// Does the operation here if the word is directly accessible, else calls [`fetch_nbi_far`].
///
/// # Safety
/// As [`fetch_nbi_far`].
#[inline(always)]
unsafe fn to_place<W: Word>(
    ctx: Ctx,
    to: *mut W,
    addr: *const W,
    pe: i32,
    what: (AtomicOp, W, W),
    nearby: impl Fn(*mut u8) -> W,
) -> Result<()> {
    match at_word(ctx, addr, pe, &nearby) {
        // SAFETY: our caller's promise, here and below.
        Some(old) => unsafe { to.write(old) },
        // SAFETY: as above.
        None => return unsafe { fetch_nbi_far(ctx, to, addr, pe, what, nearby) },
    }
    Ok(())
}

/// [`fetch`] into `*to`, which is valid after a quiet of the context.
///
/// # Errors
/// As [`fetch`]. The same for all calls below.
///
/// # Safety
/// `to` is writable, and not otherwise used until a quiet of the context. The same for all calls
/// below.
#[inline(always)]
pub unsafe fn fetch_nbi<W: Word>(ctx: Ctx, to: *mut W, source: *const W, pe: i32) -> Result<()> {
    let zero = W::from_bits(0);
    // SAFETY: an aligned word of the segment; our caller's promise. So below.
    unsafe { to_place(ctx, to, source, pe, (AtomicOp::Load, zero, zero), |at| W::load(at)) }
}

/// [`swap`] that stores the old word to `*to`.
///
/// # Errors
/// As [`fetch_nbi`].
///
/// # Safety
/// As [`fetch_nbi`].
#[inline(always)]
pub unsafe fn swap_nbi<W: Word>(
    ctx: Ctx,
    to: *mut W,
    dest: *mut W,
    value: W,
    pe: i32,
) -> Result<()> {
    let what = (AtomicOp::Swap, value, W::from_bits(0));
    // SAFETY: as above.
    unsafe { to_place(ctx, to, dest, pe, what, |at| W::swap(at, value)) }
}

/// [`compare_swap`] that stores the old word to `*to`.
///
/// # Errors
/// As [`fetch_nbi`].
///
/// # Safety
/// As [`fetch_nbi`].
#[inline(always)]
pub unsafe fn compare_swap_nbi<W: Word>(
    ctx: Ctx,
    to: *mut W,
    dest: *mut W,
    cond: W,
    value: W,
    pe: i32,
) -> Result<()> {
    let what = (AtomicOp::CompareSwap, value, cond);
    // SAFETY: as above.
    unsafe { to_place(ctx, to, dest, pe, what, |at| W::compare_swap(at, cond, value)) }
}

/// [`fetch_update`] that stores the old word to `*to`.
///
/// # Errors
/// As [`fetch_nbi`].
///
/// # Safety
/// As [`fetch_nbi`].
#[inline(always)]
pub unsafe fn fetch_update_nbi<W: Word>(
    ctx: Ctx,
    op: Op,
    to: *mut W,
    dest: *mut W,
    value: W,
    pe: i32,
) -> Result<()> {
    let what = (op.of_network(), value, W::from_bits(0));
    // SAFETY: as above.
    unsafe { to_place(ctx, to, dest, pe, what, |at| W::fetch_update(at, op, value)) }
}
