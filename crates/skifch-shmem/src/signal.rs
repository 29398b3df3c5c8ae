//! Signals: words that report the arrival of data.

use crate::Ctx;
use crate::area::{is_all_near, near};
use crate::error::{Result, fail};
use crate::remote::{Place, place, place_word};
use crate::rma::copy;
use crate::state::state;
use crate::wait::{Cmp, after_signal, wait_until as wait_for_word};
use skifch::AtomicOp;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};

/// How a signal changes its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalOp {
    /// Stores the signal in the word.
    Set,
    /// Adds the signal to the word.
    Add,
}

/// Signals a word that is directly accessible.
///
/// # Safety
/// `word` is an aligned word of the segment.
#[inline(always)]
unsafe fn strike(word: *mut u8, signal: u64, op: SignalOp) {
    // SAFETY: our caller's promise.
    let word = unsafe { &*word.cast::<AtomicU64>() };
    // SYNC signal: pairs with the acquire load of the waiting PE, which then sees the earlier puts.
    match op {
        SignalOp::Set => word.store(signal, Release),
        SignalOp::Add => {
            word.fetch_add(signal, AcqRel);
        }
    }
}

/// Writes `bytes` bytes to `dest` of `pe`, and signals `word` there once they have arrived.
///
/// # Errors
/// As [`crate::rma::put`], for both addresses; `word` is not aligned.
///
/// # Safety
/// `source` is readable for `bytes` bytes.
#[expect(clippy::too_many_arguments, reason = "the call has them")]
#[inline]
pub unsafe fn put(
    ctx: Ctx,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    word: *mut u64,
    signal: u64,
    op: SignalOp,
    pe: i32,
) -> Result<()> {
    if ctx.is_world()
        && word.is_aligned()
        && let Some(to) = near(dest, bytes, pe)
        && let Some(at) = near(word.cast(), 8, pe)
    {
        // SAFETY: both places are in the segment; our caller vouches for `source`.
        unsafe {
            copy(to, source, bytes);
            strike(at, signal, op);
        }
        after_signal(word.cast(), 8, pe);
        return Ok(());
    }
    // SAFETY: our caller's promise.
    unsafe { put_far(ctx, (dest, source, bytes), word, signal, op, pe) }
}

#[cold]
unsafe fn put_far(
    ctx: Ctx,
    (dest, source, bytes): (*mut u8, *const u8, usize),
    word: *mut u64,
    signal: u64,
    op: SignalOp,
    pe: i32,
) -> Result<()> {
    // Both addresses are checked before anything is written.
    let data = place(ctx, dest, bytes, pe)?;
    let at = place_word(ctx, word.cast(), 8, pe)?;
    match data {
        // SAFETY: the place is in the segment; our caller vouches for `source`.
        Place::Near(to) => unsafe { copy(to, source, bytes) },
        // SAFETY: as above.
        Place::Far(far) => unsafe { far.put(source, bytes)? },
    }
    if let Place::Far(far) = &at {
        far.after_others()?;
    }
    signal_at(at, ctx, word, signal, op, pe)
}

/// Signals `word` of the PE that `ctx` calls `pe`; `at` is its location.
fn signal_at(
    at: Place,
    ctx: Ctx,
    word: *mut u64,
    signal: u64,
    op: SignalOp,
    pe: i32,
) -> Result<()> {
    match at {
        Place::Near(at) => {
            // SAFETY: an aligned word of the segment.
            unsafe { strike(at, signal, op) };
            let state = state()?;
            let pe = state.contexts.get(ctx)?.pe(state, pe)?;
            after_signal(word.cast(), 8, pe.cast_signed());
        }
        Place::Far(far) => {
            let op = if op == SignalOp::Set { AtomicOp::Store } else { AtomicOp::Add };
            far.atomic_at_once(op, 8, signal)?;
        }
    }
    Ok(())
}

/// [`put`](fn@put) that may still be outstanding on return.
///
/// # Errors
/// As [`put`](fn@put).
///
/// # Safety
/// As [`put`](fn@put), until a quiet of the context.
#[expect(clippy::too_many_arguments, reason = "the call has them")]
#[inline]
pub unsafe fn put_nbi(
    ctx: Ctx,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    word: *mut u64,
    signal: u64,
    op: SignalOp,
    pe: i32,
) -> Result<()> {
    // SAFETY: our caller's promise.
    unsafe { put(ctx, dest, source, bytes, word, signal, op, pe) }
}

/// Signals without data (`shmem_signal_set`, `shmem_signal_add`).
///
/// # Errors
/// As [`crate::amo::fetch`].
#[inline(always)]
pub fn send(ctx: Ctx, word: *mut u64, signal: u64, op: SignalOp, pe: i32) -> Result<()> {
    if ctx.is_world()
        && word.is_aligned()
        && let Some(at) = near(word.cast(), 8, pe)
    {
        // SAFETY: an aligned word of the segment.
        unsafe { strike(at, signal, op) };
        after_signal(word.cast(), 8, pe);
        return Ok(());
    }
    send_far(ctx, word, signal, op, pe)
}

#[cold]
#[inline(never)]
fn send_far(ctx: Ctx, word: *mut u64, signal: u64, op: SignalOp, pe: i32) -> Result<()> {
    signal_at(place_word(ctx, word.cast(), 8, pe)?, ctx, word, signal, op, pe)
}

/// Reads a signal word of this PE.
///
/// # Errors
/// Not symmetric or not aligned.
///
/// # Safety
/// `word` is readable.
#[inline]
pub unsafe fn fetch(word: *const u64) -> Result<u64> {
    let state = state()?;
    state.find(word.cast(), 8)?;
    if !word.is_aligned() {
        return fail!("{word:p}: a signal is aligned to 8 bytes");
    }
    // SYNC signal: pairs with the release in `strike`.
    // SAFETY: an aligned word of the segment.
    let signal = unsafe { &*word.cast::<AtomicU64>() }.load(Acquire);
    if state.pace.is_virtual() {
        crate::wait::look(state)?;
    } else if !is_all_near() {
        // A program that polls makes progress on the network.
        state.contexts.release_held(state)?;
        if let Some(mut channel) = state.try_channel() {
            channel.progress()?;
        }
    }
    Ok(signal)
}

/// Waits until the comparison of a signal word of this PE with `value` holds, and returns the word.
///
/// # Errors
/// As [`fetch`]; an error of the network.
///
/// # Safety
/// As [`fetch`].
#[inline]
pub unsafe fn wait_until(word: *const u64, cmp: Cmp, value: u64) -> Result<u64> {
    loop {
        // SAFETY: our caller's promise.
        unsafe { wait_for_word(word, cmp, value)? };
        // The returned value satisfies the comparison, although the word may change in the
        // meantime.
        // SYNC signal: pairs with the release in `strike`.
        // SAFETY: our caller's promise; aligned, as the wait has tested.
        let found = unsafe { &*word.cast::<AtomicU64>() }.load(Acquire);
        if cmp.holds(found, value) {
            return Ok(found);
        }
    }
}
