//! What is done where the other side's core shares no cache with this one.
//!
//! An ordinary store first takes its line from the core that read it last, which is most of the
//! cost of a stream. There are two ways to have the line in memory instead:
//!
//! - The receiver flushes what it has read of short messages before it returns the credit. The
//!   sender's stores then fetch their lines from memory, several times as fast.
//! - The sender writes long payload with streaming stores, whole lines that go to memory without
//!   being fetched, and the receiver reads them from there, ahead of its loads. The sender must
//!   wait for them before it publishes a record.
//!
//! In an exchange, where each message is waited for, streaming stores are the faster way from a
//! smaller length on (`benches/NOTES.md`).

use crate::copy::copy_payload;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __cpuid, __cpuid_count, __m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128,
};
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Only longer copies justify the wait until the lines are in memory.
pub(crate) const FAR_BYTES: usize = 448;
/// In a stream the lines of messages up to this length are flushed instead.
const FLUSHED_UP_TO_BYTES: usize = 1100;

/// The part that [`copy_out`] measures in bytes, and from which length on it does.
const PROBE_BYTES: usize = 4096;
const LEAST_MEASURED_BYTES: usize = 4 * PROBE_BYTES;
/// Between cores that share a cache 4 KB take 0.1–0.5 us, between others 1.8.
const PROBE_FAR: Duration = Duration::from_micros(1);

/// Copies `len` bytes to lines last read by a core without a shared cache. What is written is
/// visible before any later store of this thread.
///
/// # Safety
/// As [`copy_payload`].
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub unsafe fn copy_far(src: *const u8, dst: *mut u8, len: usize) {
    const LINE: usize = size_of::<Line>();
    if len <= FAR_BYTES {
        // SAFETY: the same contract.
        return unsafe { copy_payload(src, dst, len) };
    }
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

/// The length above which messages to a core that is far are copied by [`copy_far`].
pub(crate) fn streamed_above(is_stream: bool) -> usize {
    match is_known_to_gain() {
        false => usize::MAX,
        true if is_stream && can_flush() => FLUSHED_UP_TO_BYTES,
        true => FAR_BYTES,
    }
}

/// Whether the receiver of a stream of such messages flushes their lines for a sender that is far.
pub(crate) fn is_flushed(len: usize) -> bool {
    len <= FLUSHED_UP_TO_BYTES && is_known_to_gain() && can_flush()
}

/// Whether both ways are known to gain on this processor, that is, where they were measured.
pub(crate) fn is_known_to_gain() -> bool {
    static GAINS: Answer = Answer(AtomicU8::new(0));
    GAINS.get(is_zen_3_or_later)
}

/// Whether the processor has `clflushopt`.
fn can_flush() -> bool {
    static CAN: Answer = Answer(AtomicU8::new(0));
    CAN.get(has_clflushopt)
}

/// What the processor has said: 1 for no, 2 for yes, 0 before it is asked. It always says the same,
/// so threads may ask at once. The thread sanitizer takes a `LazyLock` for a race: it does not see
/// how the standard library synchronises.
struct Answer(AtomicU8);

impl Answer {
    fn get(&self, ask: fn() -> bool) -> bool {
        match self.0.load(Relaxed) {
            0 => {
                let is_so = ask();
                self.0.store(1 + u8::from(is_so), Relaxed);
                is_so
            }
            known => known == 2,
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn is_zen_3_or_later() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn has_clflushopt() -> bool {
    false
}

/// Leaf 7 of `cpuid`, bit 23 of `ebx`.
#[cfg(target_arch = "x86_64")]
fn has_clflushopt() -> bool {
    __cpuid(0).eax >= 7 && __cpuid_count(7, 0).ebx & 1 << 23 != 0
}

/// AMD's processors of family 19h and later.
#[cfg(target_arch = "x86_64")]
fn is_zen_3_or_later() -> bool {
    let vendor = __cpuid(0);
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    name.concat() == *b"AuthenticAMD" && family(__cpuid(1).eax) >= 0x19
}

/// The family in leaf 1 of `cpuid`: the extended one is added where the base is at its greatest.
#[cfg(target_arch = "x86_64")]
fn family(signature: u32) -> u32 {
    let (base, extended) = (signature >> 8 & 0xf, signature >> 20 & 0xff);
    if base == 0xf { base + extended } else { base }
}

#[cfg(all(test, not(skifch_loom), target_arch = "x86_64"))]
mod tests {
    use super::family;

    #[test]
    fn families_are_told_apart() {
        let (intel, zen_2, zen_3, zen_5) = (0x0005_0657, 0x0083_0f10, 0x00a0_0f11, 0x00b0_0f21);
        assert_eq!([intel, zen_2, zen_3, zen_5].map(family), [6, 0x17, 0x19, 0x1a]);
    }
}
