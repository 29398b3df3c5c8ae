//! Copying payload of a length known only at run time.

/// The longest copy done by a few moves without a loop, in bytes.
pub const SHORT_BYTES: usize = 64;

/// Copies `len` bytes.
///
/// # Safety
/// `src` is readable and `dst` writable for `len` bytes, and they do not overlap.
#[inline(always)]
pub unsafe fn copy_payload(src: *const u8, dst: *mut u8, len: usize) {
    // SAFETY: the same contract.
    unsafe {
        if len <= SHORT_BYTES { copy_short(src, dst, len) } else { copy_lines(src, dst, len) }
    }
}

/// Copies at most [`SHORT_BYTES`] with pairs of possibly overlapping moves of one width, which
/// costs no call and one or two well-predicted branches. 16 bytes are moved as two words: they are
/// usually a header written in words a moment ago, and a wider load would wait until those stores
/// are in the cache.
///
/// # Safety
/// As [`copy_payload`], and `len <= SHORT_BYTES`.
#[inline(always)]
pub unsafe fn copy_short(src: *const u8, dst: *mut u8, len: usize) {
    // SAFETY: each pair of moves covers `0..len` exactly and stays within it, as its guard says.
    unsafe {
        match len {
            8 => move_two::<u64>(src, dst, 8),
            0 => {}
            1..4 => short(src, dst, len),
            4..8 => move_two::<u32>(src, dst, len),
            9..=16 => move_two::<u64>(src, dst, len),
            17..=32 => move_two::<u128>(src, dst, len),
            _ => move_four(src, dst, len),
        }
    }
}

/// Copies more than 64 bytes, with wide moves where the processor has them: the number of lines it
/// can fetch from other caches in parallel is limited by the number of stores.
///
/// # Safety
/// As [`copy_payload`], and `len > 64`.
#[inline(never)]
unsafe fn copy_lines(src: *const u8, dst: *mut u8, len: usize) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2; the rest is this function's contract.
        return unsafe { copy_lines_avx2(src, dst, len) };
    }
    // SAFETY: this function's contract.
    unsafe { copy_by_lines(src, dst, len) }
}

/// # Safety
/// As [`copy_lines`], on a processor that has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn copy_lines_avx2(src: *const u8, dst: *mut u8, len: usize) {
    // SAFETY: this function's contract.
    unsafe { copy_by_lines(src, dst, len) }
}

/// Copies with vector moves as wide as the caller's target features allow. Not `memcpy`: from about
/// 2 KB on that is `rep movsb` on current processors, which on some (Zen 3) falls from 80 to 2 GB/s
/// where the target lies a few bytes after the source modulo 4096, as a payload after a header
/// does.
///
/// # Safety
/// As [`copy_lines`].
#[inline(always)]
unsafe fn copy_by_lines(src: *const u8, dst: *mut u8, len: usize) {
    const LINE: usize = size_of::<Line>();
    let last = len - LINE;
    // SAFETY: the first and the last move lie at the two ends of `0..len`; in between `at` stays
    // below `last`. From the second move on the target starts at a cache-line boundary, so that no
    // store is split over two lines: a split costs most for stores.
    unsafe {
        move_line(src, dst);
        let mut at = LINE - dst.addr() % LINE;
        while at < last {
            move_line(src.add(at), dst.add(at));
            at += LINE;
            keep_the_loop();
        }
        move_line(src.add(last), dst.add(last));
    }
}

type Line = [u128; 4];

/// # Safety
/// `src` is readable and `dst` writable for a line.
#[inline(always)]
unsafe fn move_line(src: *const u8, dst: *mut u8) {
    // SAFETY: this function's contract.
    unsafe { dst.cast::<Line>().write_unaligned(src.cast::<Line>().read_unaligned()) };
}

/// Keeps the compiler from replacing a copy loop with a call to `memcpy`.
#[inline(always)]
fn keep_the_loop() {
    // SAFETY: no instruction at all.
    unsafe { std::arch::asm!("", options(nostack, preserves_flags)) };
}

/// Moves the first and the last `size_of::<T>()` bytes.
///
/// # Safety
/// As [`copy_payload`], and `size_of::<T>() <= len <= 2 * size_of::<T>()`.
#[inline(always)]
unsafe fn move_two<T>(src: *const u8, dst: *mut u8, len: usize) {
    let back = len - size_of::<T>();
    // SAFETY: both moves lie within `0..len` by this function's contract.
    unsafe {
        let first = src.cast::<T>().read_unaligned();
        let last = src.add(back).cast::<T>().read_unaligned();
        dst.cast::<T>().write_unaligned(first);
        dst.add(back).cast::<T>().write_unaligned(last);
    }
}

/// Moves the first and the last 32 bytes, in vectors that stay in registers.
///
/// # Safety
/// As [`copy_payload`], and `32 <= len <= 64`.
#[inline(always)]
unsafe fn move_four(src: *const u8, dst: *mut u8, len: usize) {
    // SAFETY: all four moves lie within `0..len` by this function's contract.
    unsafe {
        let load = |at: usize| src.add(at).cast::<u128>().read_unaligned();
        let (a, b, c, d) = (load(0), load(16), load(len - 32), load(len - 16));
        let store = |at: usize, value| dst.add(at).cast::<u128>().write_unaligned(value);
        store(0, a);
        store(16, b);
        store(len - 32, c);
        store(len - 16, d);
    }
}

/// Copies one to three bytes.
///
/// # Safety
/// As [`copy_payload`], and `1 <= len <= 3`.
#[inline(always)]
unsafe fn short(src: *const u8, dst: *mut u8, len: usize) {
    // SAFETY: 0, len / 2 and len - 1 are below `len`, and cover every byte for len up to 3.
    unsafe {
        let (first, middle, last) = (*src, *src.add(len / 2), *src.add(len - 1));
        *dst = first;
        *dst.add(len / 2) = middle;
        *dst.add(len - 1) = last;
    }
}

#[cfg(all(test, not(skifch_loom)))]
mod tests {
    use super::*;
    use crate::far::{copy_far, copy_out};

    #[test]
    fn every_length_is_copied_exactly() {
        type Copy = unsafe fn(*const u8, *mut u8, usize);
        for (len, at) in (0..300).chain([1000, 4096, 20_000]).flat_map(|len| [(len, 8), (len, 56)])
        {
            let src: Vec<u8> = (0..len).map(|i| i as u8 ^ 0x5a).collect();
            let mut dst = vec![0xee_u8; len + 64];
            for copy in [copy_payload as Copy, copy_far as Copy, copy_out as Copy] {
                dst.fill(0xee);
                let to = dst[at..].as_mut_ptr();
                // SAFETY: `to` has room for len bytes.
                unsafe { copy(src.as_ptr(), to, len) };
                assert_eq!(&dst[at..at + len], &src[..], "length {len} at {at}");
                let beside = dst[..at].iter().chain(&dst[at + len..]);
                assert!(beside.into_iter().all(|&byte| byte == 0xee), "length {len} at {at}");
            }
        }
    }
}
