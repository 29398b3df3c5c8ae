//! Copies between the memory of PEs; source and destination may overlap.

use skifch::word;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Up to this many bytes are copied word by word, where that is possible. Longer copies are
/// `memmove`'s at once, as in [`word::write`]: it writes no end twice there.
const SHORT: usize = 64;

/// Copies whole words in order, each once.
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
/// a PE that polls such a word never sees half of it. The last byte of any copy is stored once: a
/// program that polls it and changes it as soon as it arrives keeps its change.
///
/// # Safety
/// `to` is writable and `from` readable for `bytes` bytes. Others may access both at the same time:
/// what they see then is up to the program.
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
    unsafe { word::write(to, from, bytes) };
}
