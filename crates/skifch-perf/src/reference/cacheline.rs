//! One cache line bounced between two cores: the fastest possible transfer of one bit.
//!
//! The time depends on the line: each has its home in a different part of the last-level cache,
//! and within one page times differ by half. Therefore the batches cycle through all lines of a
//! page.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{hint, io, thread};

use super::on_two_cores;

/// Trips between two clock readings, all on one line.
const BATCH: u64 = 500;
/// Lines of a page.
const LINES: u64 = 64;
/// Distance in lines from batch to batch, so that a measurement that ends early has not seen
/// neighbouring lines only.
const STRIDE: u64 = 23;

/// A page of cache lines, one word used in each.
#[repr(align(4096))]
struct Page([[AtomicU64; 8]; LINES as usize]);

impl Page {
    fn new() -> Box<Self> {
        Box::new(Self(std::array::from_fn(|_| Default::default())))
    }

    /// The line used by trip number `turn`.
    fn line(&self, turn: u64) -> &AtomicU64 {
        &self.0[(turn / BATCH * STRIDE % LINES) as usize][0]
    }
}

/// One-way time of a cache line in nanoseconds: the mean over `duration`, because the figures
/// compared with it are means over a round.
///
/// # Errors
/// When the threads cannot be pinned.
pub fn one_way_ns(cores: &[usize], duration: Duration) -> io::Result<f64> {
    let page = Page::new();
    one_way(cores, duration, &page, &page)
}

/// The same with a separate line for each direction, written by one side only: the lower bound for
/// a transport that does not let a peer write its memory. A line that both sides write moves
/// together with its ownership; here ownership must be requested for each write, since the other
/// side holds the line for reading.
///
/// # Errors
/// When the threads cannot be pinned.
pub fn one_writer_ns(cores: &[usize], duration: Duration) -> io::Result<f64> {
    one_way(cores, duration, &Page::new(), &Page::new())
}

fn one_way(cores: &[usize], duration: Duration, there: &Page, back: &Page) -> io::Result<f64> {
    let shared = cores.first() == cores.get(1);
    let echo = || {
        for turn in 0.. {
            if await_turn(there.line(turn), 2 * turn + 1, shared) == u64::MAX {
                break;
            }
            // SYNC bounced: pairs with the acquire in `await_turn`.
            back.line(turn).store(2 * turn + 2, Ordering::Release);
        }
    };
    on_two_cores(cores, echo, || bounce(there, back, duration, shared))
}

/// The measuring side; ends by storing `u64::MAX`.
fn bounce(there: &Page, back: &Page, duration: Duration, shared: bool) -> f64 {
    let mut turn = 0;
    let mut batch = || {
        let (to, from) = (there.line(turn), back.line(turn));
        for _ in 0..BATCH {
            // SYNC bounced: pairs with the acquire in `await_turn`.
            to.store(2 * turn + 1, Ordering::Release);
            await_turn(from, 2 * turn + 2, shared);
            turn += 1;
        }
    };
    // A batch to wait for the other thread, which may not run yet.
    batch();
    let (begin, mut batches) = (Instant::now(), 0);
    let took = loop {
        batch();
        batches += 1;
        let took = begin.elapsed();
        if took >= duration {
            break took;
        }
    };
    there.line(turn).store(u64::MAX, Ordering::Relaxed);
    took.as_nanos() as f64 / (2 * BATCH * batches) as f64
}

fn await_turn(line: &AtomicU64, turn: u64, shared: bool) -> u64 {
    loop {
        // SYNC bounced: pairs with the releases above.
        let seen = line.load(Ordering::Acquire);
        if seen >= turn {
            return seen;
        }
        if shared { thread::yield_now() } else { hint::spin_loop() }
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
