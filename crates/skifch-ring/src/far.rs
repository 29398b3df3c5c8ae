//! Copying payload to a core that shares no cache with this one.
//!
//! An ordinary store first fetches its line from the core that read it last, and the receiver then
//! fetches it back: half the cost of a stream. A streaming store writes a whole line to memory
//! without fetching it, and the receiver reads it from there, ahead of its loads.

use crate::copy::copy_payload;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__cpuid, __m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Only longer copies justify the wait until the lines are in memory.
pub(crate) const FAR_BYTES: usize = 448;

/// The part that [`copy_out`] measures in bytes, and from which length on it does.
const PROBE_BYTES: usize = 4096;
const LEAST_MEASURED_BYTES: usize = 4 * PROBE_BYTES;
/// Between cores that share a cache 4 KB take 0.1–0.5 us, between others 1.8.
const PROBE_FAR: Duration = Duration::from_micros(1);

/// Copies `len` bytes, more than [`FAR_BYTES`], to lines last read by a core without a shared
/// cache. What is written is visible before any later store of this thread.
///
/// # Safety
/// As [`copy_payload`].
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub unsafe fn copy_far(src: *const u8, dst: *mut u8, len: usize) {
    const LINE: usize = size_of::<Line>();
    let head = dst.align_offset(LINE).min(len);
    let done = head + (len - head) / LINE * LINE;
    // SAFETY: the three parts cover `0..len` exactly; the lines in between begin at a multiple of
    // the size of one. The fence orders them before the stores that follow, as streaming stores
    // are not ordered by themselves.
    unsafe {
        copy_payload(src, dst, head);
        for at in (head..done).step_by(LINE) {
            stream_line(src.add(at), dst.add(at));
        }
        copy_payload(src.add(done), dst.add(done), len - done);
        _mm_sfence();
    }
}

/// As `copy_payload`, to which it falls back where streaming stores were not measured.
///
/// # Safety
/// As [`copy_payload`].
#[cfg(not(target_arch = "x86_64"))]
pub unsafe fn copy_far(src: *const u8, dst: *mut u8, len: usize) {
    // SAFETY: the same contract.
    unsafe { copy_payload(src, dst, len) }
}

/// Copies `len` bytes to memory whose lines others have read, it is not known where: if the first
/// lines take as long as if no cache were shared with these cores, the rest is copied as by
/// [`copy_far`].
///
/// # Safety
/// As [`copy_payload`].
pub unsafe fn copy_out(src: *const u8, dst: *mut u8, len: usize) {
    // SAFETY: the same contract; both parts together are `0..len`.
    unsafe {
        if len < LEAST_MEASURED_BYTES || !is_known_to_gain() {
            return src.copy_to_nonoverlapping(dst, len);
        }
        let begin = Instant::now();
        src.copy_to_nonoverlapping(dst, PROBE_BYTES);
        let is_far = begin.elapsed() > PROBE_FAR;
        let (src, dst, len) = (src.add(PROBE_BYTES), dst.add(PROBE_BYTES), len - PROBE_BYTES);
        if is_far { copy_far(src, dst, len) } else { src.copy_to_nonoverlapping(dst, len) }
    }
}

#[cfg(target_arch = "x86_64")]
type Line = [__m128i; 4];

/// # Safety
/// `src` is readable and `dst` writable for a line, at whose start `dst` is.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn stream_line(src: *const u8, dst: *mut u8) {
    let (src, dst) = (src.cast::<__m128i>(), dst.cast::<__m128i>());
    // SAFETY: this function's contract; its caller fences.
    unsafe {
        let line: Line = std::array::from_fn(|i| _mm_loadu_si128(src.add(i)));
        line.into_iter().enumerate().for_each(|(i, part)| _mm_stream_si128(dst.add(i), part));
    }
}

/// Whether [`copy_far`] is known to gain on this processor, that is, where it was measured.
pub(crate) fn is_known_to_gain() -> bool {
    static GAINS: LazyLock<bool> = LazyLock::new(is_zen_4_or_later);
    *GAINS
}

#[cfg(not(target_arch = "x86_64"))]
fn is_zen_4_or_later() -> bool {
    false
}

/// AMD's processors with AVX-512.
#[cfg(target_arch = "x86_64")]
fn is_zen_4_or_later() -> bool {
    let vendor = __cpuid(0);
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    name.concat() == *b"AuthenticAMD" && std::arch::is_x86_feature_detected!("avx512f")
}
