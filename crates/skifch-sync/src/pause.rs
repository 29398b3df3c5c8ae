//! Short waits without memory accesses, by pause instructions.
//!
//! The duration of a pause instruction depends on the processor: 5 ns on one, 45 ns on another (13
//! and 24 ns on the machines where the times in this tree were measured). Callers therefore specify
//! a time, and the number of pauses in it is calibrated on first use.

use std::hint::spin_loop;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Time over which pauses are counted, in ns; a power of two, so that dividing by it is cheap.
const UNIT_NS: u32 = 1 << 16;
/// Pauses per measurement: long compared with a clock call, short compared with a time slice.
const SAMPLE: u32 = 64;
/// Number of measurements, since any of them may be disturbed.
const SAMPLES: u32 = 8;

/// Number of pauses in [`UNIT_NS`]; 0 before calibration. Threads that calibrate at the same time
/// get about the same result, and nothing else depends on it.
static PER_UNIT: AtomicU32 = AtomicU32::new(0);

/// Pauses for `ns` nanoseconds, rounded down to whole pauses: not at all if one pause takes longer.
#[inline]
pub fn pause_for(ns: u32) {
    // Most often `ns` is 0.
    if ns > 0 {
        (0..pauses_in(ns)).for_each(|_| spin_loop());
    }
}

/// Number of pauses that fit into `ns` nanoseconds.
#[inline]
pub fn pauses_in(ns: u32) -> u32 {
    let per_unit = match PER_UNIT.load(Relaxed) {
        0 => measure(),
        known => known,
    };
    (u64::from(ns) * u64::from(per_unit) / u64::from(UNIT_NS)) as u32
}

/// Calibrates; takes a few microseconds, once per process.
#[cold]
fn measure() -> u32 {
    let sample_ns = (0..SAMPLES).map(|_| sample_ns()).min().unwrap_or(1);
    let per_unit = (SAMPLE * UNIT_NS / sample_ns).max(1);
    PER_UNIT.store(per_unit, Relaxed);
    per_unit
}

/// Duration of a sample in ns; at least 1 ns per pause, for processors where a pause is only a
/// hint.
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
