//! Short waits without memory accesses, by pause instructions.
//!
//! The duration of a pause instruction depends on the processor: 5 ns on one, 45 ns on another (13
//! and 24 ns on the machines where the times in this tree were measured). Callers therefore specify
//! a time, and the number of pauses in it is calibrated on first use.
//!
//! A process may start while something else slows its core down for many milliseconds: on virtual
//! machines one in four found pauses 1.5 to 15 times as long as the others did. Multiplications,
//! each of which needs the result of the one before, are measured beside them: they are slowed as
//! well, and undisturbed they take three to five cycles on any processor.

use std::hint::{black_box, spin_loop};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Time over which pauses are counted, in ns; a power of two, so that dividing by it is cheap.
const UNIT_NS: u32 = 1 << 16;
/// Pauses per measurement: long compared with a clock call, short compared with a time slice.
const SAMPLE: u32 = 64;
/// Multiplications beside them.
const PRODUCTS: u32 = 512;
/// Number of measurements, since any of them may be disturbed.
const SAMPLES: u32 = 8;
/// Duration of the multiplications on a processor of 2 GHz; what takes longer is disturbed.
const PRODUCTS_NS: u32 = 3 * PRODUCTS / 2;
/// A pause is short if it takes less time than this many multiplications: it takes 13 to 19 of them
/// on an Emerald Rapids (measured), and about 33 on a Zen 5 (24 ns at its clock).
const SHORT: u32 = 24;

/// Number of pauses in [`UNIT_NS`], with [`IS_SHORT`] if they are; 0 before calibration. Threads
/// that calibrate at the same time get about the same result, and nothing else depends on it.
static PER_UNIT: AtomicU32 = AtomicU32::new(0);
/// Above any number of pauses.
const IS_SHORT: u32 = UNIT_NS << 1;

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
    let per_unit = calibrated() & !IS_SHORT;
    (u64::from(ns) * u64::from(per_unit) / u64::from(UNIT_NS)) as u32
}

/// Whether pauses are fine enough to time the transfer of a cache line with them.
pub fn is_pause_short() -> bool {
    calibrated() & IS_SHORT != 0
}

#[inline]
fn calibrated() -> u32 {
    match PER_UNIT.load(Relaxed) {
        0 => calibrate(),
        known => known,
    }
}

/// Takes some 10 microseconds, once per process.
#[cold]
fn calibrate() -> u32 {
    let least = Sample::least();
    let known = least.per_unit() | if least.is_short() { IS_SHORT } else { 0 };
    PER_UNIT.store(known, Relaxed);
    known
}

/// What [`SAMPLE`] pauses and [`PRODUCTS`] multiplications took.
struct Sample {
    pauses_ns: u32,
    products_ns: u32,
}

impl Sample {
    /// The least of several measurements of each.
    fn least() -> Self {
        let pauses = || (0..SAMPLE).for_each(|_| spin_loop());
        let products = || _ = black_box((0..PRODUCTS).fold(black_box(3), times_itself));
        let mut least = Self { pauses_ns: u32::MAX, products_ns: u32::MAX };
        for _ in 0..SAMPLES {
            least.pauses_ns = least.pauses_ns.min(ns_of(pauses));
            least.products_ns = least.products_ns.min(ns_of(products));
        }
        least
    }

    fn is_short(&self) -> bool {
        let [pauses, products] = [self.pauses_ns, self.products_ns].map(u64::from);
        pauses * u64::from(PRODUCTS) < products * u64::from(SHORT * SAMPLE)
    }

    /// Pauses in [`UNIT_NS`] while nothing slows the processor down; at most one for each ns, for
    /// processors where a pause is only a hint.
    fn per_unit(&self) -> u32 {
        let [pauses, products] = [self.pauses_ns, self.products_ns].map(u64::from);
        let undisturbed_ns = pauses * u64::from(PRODUCTS_NS) / products.max(PRODUCTS_NS.into());
        let pauses_ns = undisturbed_ns.max(SAMPLE.into());
        ((u64::from(SAMPLE) * u64::from(UNIT_NS) / pauses_ns) as u32).max(1)
    }
}

/// One step of a chain of multiplications. The second argument counts them.
#[inline(always)]
fn times_itself(product: u64, _: u32) -> u64 {
    product.wrapping_mul(product)
}

fn ns_of(what: impl Fn()) -> u32 {
    let start = Instant::now();
    what();
    u32::try_from(start.elapsed().as_nanos()).unwrap_or(u32::MAX)
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

    #[test]
    fn what_slows_a_processor_down_does_not_change_its_pauses() {
        let quiet = Sample { pauses_ns: 960, products_ns: 560 };
        assert_eq!(quiet.per_unit(), 64 * 65536 / 960);
        let slowed = Sample { pauses_ns: 12 * 960, products_ns: 12 * 560 };
        assert!((slowed.per_unit()..2 * slowed.per_unit()).contains(&quiet.per_unit()));
        assert!(quiet.is_short() && slowed.is_short());
        assert!(!Sample { pauses_ns: 1536, products_ns: 370 }.is_short());
        let hint = Sample { pauses_ns: 0, products_ns: 0 };
        assert_eq!(hint.per_unit(), UNIT_NS);
    }
}
