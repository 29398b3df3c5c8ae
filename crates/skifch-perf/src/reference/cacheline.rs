//! One cache line bounced between two cores: the shortest possible way of one bit.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{hint, io, thread};

use crossbeam_utils::CachePadded;

use super::on_two_cores;

/// Trips between two looks at the clock.
const BATCH: u64 = 2000;

/// Below this the two cores share a last-level cache.
pub const NEAR_NS: f64 = 100.0;

/// One-way time of a cache line in nanoseconds, the median of batches over `duration`.
///
/// # Errors
/// When the threads cannot be pinned.
pub fn one_way_ns(cores: &[usize], duration: Duration) -> io::Result<f64> {
    let line = CachePadded::new(AtomicU64::new(0));
    one_way(cores, duration, &line, &line)
}

/// The same with a line for each direction, which only one side writes: the least for whoever does
/// not let a peer write its memory. A line that both write goes over with the right to write it;
/// here that right has to be asked for each time, since the other side holds the line to look at
/// it.
///
/// # Errors
/// When the threads cannot be pinned.
pub fn one_writer_ns(cores: &[usize], duration: Duration) -> io::Result<f64> {
    let line = || CachePadded::new(AtomicU64::new(0));
    one_way(cores, duration, &line(), &line())
}

fn one_way(
    cores: &[usize],
    duration: Duration,
    there: &AtomicU64,
    back: &AtomicU64,
) -> io::Result<f64> {
    let shared = cores.first() == cores.get(1);
    let echo = || {
        for turn in 0.. {
            if await_turn(there, 2 * turn + 1, shared) == u64::MAX {
                break;
            }
            back.store(2 * turn + 2, Ordering::Release);
        }
    };
    on_two_cores(cores, echo, || bounce(there, back, duration, shared))
}

/// The side that measures; ends by storing `u64::MAX`.
fn bounce(there: &AtomicU64, back: &AtomicU64, duration: Duration, shared: bool) -> f64 {
    let (begin, mut turn, mut batches) = (Instant::now(), 0, Vec::new());
    while begin.elapsed() < duration || batches.is_empty() {
        let start = Instant::now();
        for _ in 0..BATCH {
            there.store(2 * turn + 1, Ordering::Release);
            await_turn(back, 2 * turn + 2, shared);
            turn += 1;
        }
        batches.push(start.elapsed().as_nanos() as f64 / (2 * BATCH) as f64);
    }
    there.store(u64::MAX, Ordering::Release);
    crate::stats::Spread::of(batches).map_or(f64::NAN, |spread| spread.median)
}

fn await_turn(line: &AtomicU64, turn: u64, shared: bool) -> u64 {
    loop {
        let seen = line.load(Ordering::Acquire);
        if seen >= turn {
            return seen;
        }
        if shared { thread::yield_now() } else { hint::spin_loop() }
    }
}

/// Above this it is not the line that takes the time: somebody else runs on the cores.
pub const DISTURBED_NS: f64 = 600.0;

/// The regime in words: how far apart the two cores were while something was measured.
pub fn regime(one_way_ns: f64) -> &'static str {
    match one_way_ns {
        ns if ns < NEAR_NS => "near: cores share a cache",
        ns if ns < DISTURBED_NS => "far: cores share no cache",
        _ => "DISTURBED: something else runs on these cores, do not compare",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_takes_a_plausible_time() {
        let cores = crate::pin::pick_two(&crate::pin::allowed_cores().expect("affinity is told"));
        for one_way in [one_way_ns, one_writer_ns] {
            let ns = one_way(&cores, Duration::from_millis(5)).expect("the cores are allowed");
            assert!(ns > 1.0 && ns < 1e7, "{ns} ns");
        }
    }

    #[test]
    fn a_core_that_is_not_there_is_an_error() {
        assert!(one_way_ns(&[0, 100_000], Duration::ZERO).is_err());
        assert!(one_way_ns(&[0], Duration::ZERO).is_err());
    }
}
