//! Single values.

use crate::Ctx;
use crate::area::{at_word, at_word_closed};
use crate::error::Result;
use crate::remote::{Place, place};
use std::mem::MaybeUninit;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// Evaluates `$whole` with an atomic of the size of `$ty` if one exists and `$at` is aligned to it,
/// else `$else`.
macro_rules! by_size {
    ($ty:ty, $at:expr, |$word:ident: $bits:ident| $whole:expr, $else:expr) => {
        match size_of::<$ty>() {
            1 => by_size!(@one $at, AtomicU8, u8, $word, $bits, $whole),
            2 if $at.addr() % 2 == 0 => by_size!(@one $at, AtomicU16, u16, $word, $bits, $whole),
            4 if $at.addr() % 4 == 0 => by_size!(@one $at, AtomicU32, u32, $word, $bits, $whole),
            8 if $at.addr() % 8 == 0 => by_size!(@one $at, AtomicU64, u64, $word, $bits, $whole),
            _ => $else,
        }
    };
    (@one $at:expr, $atomic:ty, $int:ty, $word:ident, $bits:ident, $whole:expr) => {{
        type $bits = $int;
        // SAFETY: aligned as tested, and readable and writable, as our caller says.
        let $word = unsafe { &*$at.cast::<$atomic>() };
        $whole
    }};
}

/// # Safety
/// `to` is writable for a `T`, and others may access it.
#[inline(always)]
unsafe fn store<T: Copy>(to: *mut u8, value: T) {
    by_size!(
        T,
        to,
        |word: Bits| {
            // SAFETY: both have the same size, and any bytes make an integer.
            word.store(unsafe { std::mem::transmute_copy::<T, Bits>(&value) }, Relaxed);
        },
        // SAFETY: the caller's promise.
        unsafe { to.cast::<T>().write_unaligned(value) }
    );
}

/// # Safety
/// `from` is readable for a `T`, any bytes make one, and others may access it.
#[inline(always)]
unsafe fn load<T: Copy>(from: *mut u8) -> T {
    by_size!(
        T,
        from,
        |word: Bits| {
            let bits: Bits = word.load(Relaxed);
            // SAFETY: both have the same size; the caller vouches for the bytes.
            unsafe { std::mem::transmute_copy::<Bits, T>(&bits) }
        },
        // SAFETY: the caller's promise.
        unsafe { from.cast::<T>().read_unaligned() }
    )
}

/// Fast path of [`p`]. Returns true if it wrote the value. On false, whatever the reason, call `p`,
/// which does it or reports the error.
#[inline(always)]
pub fn try_p<T: Copy>(ctx: Ctx, dest: *mut T, value: T, pe: i32) -> bool {
    // SAFETY: the place is in the segment.
    ctx.is_world() && at_word(dest, pe, |to| unsafe { store(to, value) }).is_some()
}

/// Fast path of [`g`], as [`try_p`] is of `p`.
///
/// # Safety
/// Every bit pattern is a valid `T`.
#[inline(always)]
pub unsafe fn try_g<T: Copy>(ctx: Ctx, source: *const T, pe: i32) -> Option<T> {
    if !ctx.is_world() {
        return None;
    }
    // SAFETY: the place is in the segment; our caller vouches for the bytes.
    at_word(source, pe, |from| unsafe { load(from) })
}

/// Writes one value of 1, 2, 4, 8 or 16 bytes. An aligned value of up to 8 bytes arrives whole.
///
/// # Errors
/// As [`put`](super::put).
#[inline(always)]
pub fn p<T: Copy>(ctx: Ctx, dest: *mut T, value: T, pe: i32) -> Result<()> {
    if try_p(ctx, dest, value, pe) { Ok(()) } else { p_far(ctx, dest, value, pe) }
}

#[cold]
#[inline(never)]
fn p_far<T: Copy>(ctx: Ctx, dest: *mut T, value: T, pe: i32) -> Result<()> {
    // A put needs no order after the updates that a session holds back.
    // SAFETY: the place is in the segment.
    let put = || at_word_closed(dest, pe, |to| unsafe { store(to, value) });
    if ctx.is_world() && put().is_some() {
        return Ok(());
    }
    match place(ctx, dest.cast(), size_of::<T>(), pe)? {
        // SAFETY: the place is in the segment.
        Place::Near(to) => unsafe { store(to, value) },
        // SAFETY: a value of ours.
        Place::Far(far) => unsafe { far.put((&raw const value).cast(), size_of::<T>())? },
    }
    Ok(())
}

/// Reads one value.
///
/// # Errors
/// As [`put`](super::put).
///
/// # Safety
/// Every bit pattern is a valid `T`.
#[inline(always)]
pub unsafe fn g<T: Copy>(ctx: Ctx, source: *const T, pe: i32) -> Result<T> {
    // SAFETY: our caller's promise, here and below.
    match unsafe { try_g(ctx, source, pe) } {
        Some(value) => Ok(value),
        // SAFETY: as above.
        None => unsafe { g_far(ctx, source, pe) },
    }
}

#[cold]
#[inline(never)]
unsafe fn g_far<T: Copy>(ctx: Ctx, source: *const T, pe: i32) -> Result<T> {
    match place(ctx, source.cast(), size_of::<T>(), pe)? {
        // SAFETY: as in `g`.
        Place::Near(from) => Ok(unsafe { load(from) }),
        Place::Far(far) => {
            let mut value = MaybeUninit::<T>::zeroed();
            // SAFETY: a value of ours; the bytes that come make one, as our caller says.
            unsafe {
                far.get(value.as_mut_ptr().cast(), size_of::<T>())?;
                Ok(value.assume_init())
            }
        }
    }
}
