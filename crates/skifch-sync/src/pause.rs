//! Leaving the memory alone for some nanoseconds, by pauses of the processor.
//!
//! How long a pause takes is the processor's own affair: 5 ns on one, 45 on another (13 and 24 were
//! measured where the times in this tree come from). So a time is asked for, and how many pauses it
//! is was measured when that was asked for the first time.

use std::hint::spin_loop;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Pauses are counted for so many nanoseconds: a power of two, to divide by.
const UNIT_NS: u32 = 1 << 16;
/// So many are measured at a time: long beside a look at the clock, short beside a time slice.
const SAMPLE: u32 = 64;
/// As often, since any of them may be disturbed.
const SAMPLES: u32 = 8;

/// Pauses in [`UNIT_NS`]; 0 before that was measured. Threads that measure it at a time find about
/// the same, and nothing else depends on it.
static PER_UNIT: AtomicU32 = AtomicU32::new(0);

/// Pauses for `ns` nanoseconds, or less than a pause less: not at all where one takes longer.
#[inline]
pub fn pause_for(ns: u32) {
    // Most often it is nothing.
    if ns > 0 {
        (0..pauses_in(ns)).for_each(|_| spin_loop());
    }
}

/// How many pauses fit into `ns` nanoseconds.
#[inline]
pub fn pauses_in(ns: u32) -> u32 {
    let per_unit = match PER_UNIT.load(Relaxed) {
        0 => measure(),
        known => known,
    };
    (u64::from(ns) * u64::from(per_unit) / u64::from(UNIT_NS)) as u32
}

/// Takes some microseconds, once in a process.
#[cold]
fn measure() -> u32 {
    let sample_ns = (0..SAMPLES).map(|_| sample_ns()).min().unwrap_or(1);
    let per_unit = (SAMPLE * UNIT_NS / sample_ns).max(1);
    PER_UNIT.store(per_unit, Relaxed);
    per_unit
}

/// What a sample takes: no less than a nanosecond for a pause, as where it is no more than a hint.
fn sample_ns() -> u32 {
    let start = Instant::now();
    (0..SAMPLE).for_each(|_| spin_loop());
    u32::try_from(start.elapsed().as_nanos()).unwrap_or(u32::MAX).max(SAMPLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_takes_about_as_long_as_was_asked_for() {
        const NS: u32 = 20_000;
        let took = |_| {
            let start = Instant::now();
            pause_for(NS);
            start.elapsed().as_nanos()
        };
        let least = (0..100).map(took).min().unwrap_or(0);
        assert!((10_000..80_000).contains(&least), "{least} ns instead of {NS}");
    }

    #[test]
    fn pauses_fit_into_the_time() {
        assert_eq!(pauses_in(0), 0);
        assert!(pauses_in(1_000_000) > 1000, "a pause takes no microsecond");
        assert!(pauses_in(u32::MAX) > pauses_in(1_000_000));
    }
}
