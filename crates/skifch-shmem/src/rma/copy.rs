//! Copies between the memory of PEs; source and destination may overlap.

use skifch::word;
use std::ops::RangeInclusive;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Up to this many bytes are copied word by word, where that is possible. Longer copies are
/// `memmove`'s at once, as in [`word::write`]: it writes no end twice there.
const SHORT: usize = 64;

/// Copies of these sizes are done in halves. Where a string instruction is said to be fast, the C
/// library copies more than 2112 bytes with it; it begins only when the addresses are known, and
/// here they are loaded from memory just before. What is smaller goes by vectors, which overlap
/// with all of that: 4 KB in halves take 0.75 to 0.9 times as long on an Emerald Rapids.
const HALVED: RangeInclusive<usize> = 2049..=4096;

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

/// Copies in halves of more than [`SHORT`] bytes each.
///
/// # Safety
/// As [`copy`].
#[inline(never)]
unsafe fn halves(to: *mut u8, from: *const u8, bytes: usize) {
    // The second half begins at a cache line if the first does.
    let half = bytes.div_ceil(128) * 64;
    // SAFETY: both are parts of what the caller vouches for. If `to` begins inside `from`, it is
    // one copy: the first half would destroy the second.
    unsafe {
        if !is_apart(to, from, bytes) {
            return std::ptr::copy(from, to, bytes);
        }
        std::ptr::copy(from, to, half);
        std::ptr::copy(from.add(half), to.add(half), bytes - half);
    }
}

/// Whether `to` does not begin inside `from`: then a copy in ascending order is right.
#[inline(always)]
fn is_apart(to: *mut u8, from: *const u8, bytes: usize) -> bool {
    to.addr().wrapping_sub(from.addr()) >= bytes
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
        if HALVED.contains(&bytes) {
            // SAFETY: the caller's promise.
            return unsafe { halves(to, from, bytes) };
        }
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
    if (places | bytes).is_multiple_of(8) && is_apart(to, from, bytes) {
        // SAFETY: as above.
        return unsafe { words(to.cast(), from.cast(), bytes / 8) };
    }
    // SAFETY: as above.
    unsafe { word::write(to, from, bytes) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_exact_whether_the_two_overlap_or_not() {
        let bounds = [8, SHORT, *HALVED.start(), *HALVED.end()];
        let sizes = bounds.into_iter().flat_map(|bound| bound - 2..bound + 3).chain([3000, 9000]);
        for (bytes, apart) in sizes.flat_map(|bytes| [0, 1, 8, 64, 2048, 9001].map(|d| (bytes, d)))
        {
            for is_up in [false, true] {
                let mut memory: Vec<u8> = (0..=250).cycle().take(bytes + apart).collect();
                let (from, to) = if is_up { (0, apart) } else { (apart, 0) };
                let expected = memory[from..from + bytes].to_vec();
                let start = memory.as_mut_ptr();
                // SAFETY: both places are in `memory`, which has room for the further one.
                unsafe { copy(start.add(to), start.add(from), bytes) };
                assert!(memory[to..to + bytes] == expected, "{bytes} bytes by {apart}, {is_up}");
            }
        }
    }
}
