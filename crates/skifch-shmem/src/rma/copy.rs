//! Copies between memory of PEs, which may be one and the same.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Bytes that are copied by words. The copy of the system writes some bytes twice where there are
/// few: programs that look at the last one, and change it when it has come, lose their change.
const SHORT: usize = 64;

/// Copies whole words, each once, in their order.
///
/// # Safety
/// As [`copy`]; both are aligned and do not overlap.
#[inline(always)]
unsafe fn words(to: *const AtomicU64, from: *const AtomicU64, count: usize) {
    for at in 0..count {
        // SAFETY: our caller's promise.
        unsafe { (*to.add(at)).store((*from.add(at)).load(Relaxed), Relaxed) };
    }
}

/// Copies `bytes` bytes. Words of 4 and 8 bytes that are aligned at both ends are copied whole, so
/// that who waits for such a word sees all of it.
///
/// # Safety
/// `to` is writable and `from` readable for as many. Others may access both meanwhile: what they
/// then see is the program's business.
#[inline(always)]
pub(crate) unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    if bytes > SHORT {
        // SAFETY: the caller's promise; the two may overlap.
        return unsafe { std::ptr::copy(from, to, bytes) };
    }
    let places = to.addr() | from.addr();
    if bytes == 8 && places.is_multiple_of(8) {
        // SAFETY: aligned as tested; the caller vouches for the memory.
        let (to, from) = unsafe { (&*to.cast::<AtomicU64>(), &*from.cast::<AtomicU64>()) };
        return to.store(from.load(Relaxed), Relaxed);
    }
    if bytes == 4 && places.is_multiple_of(4) {
        // SAFETY: as above.
        let (to, from) = unsafe { (&*to.cast::<AtomicU32>(), &*from.cast::<AtomicU32>()) };
        return to.store(from.load(Relaxed), Relaxed);
    }
    let is_apart = to.addr().wrapping_sub(from.addr()) >= bytes;
    if (places | bytes).is_multiple_of(8) && is_apart {
        // SAFETY: as above.
        return unsafe { words(to.cast(), from.cast(), bytes / 8) };
    }
    // SAFETY: as above.
    unsafe { std::ptr::copy(from, to, bytes) };
}
