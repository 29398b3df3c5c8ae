//! Whether a wait had better yield before it sleeps.
//!
//! A yield costs little while everybody on this CPU waits for something. Where somebody computes,
//! another rank, a thread of this one or a program that is no part of the job, he has the CPU for
//! milliseconds then, and nobody looks at what comes meanwhile. A sleeper would be woken by it. So
//! after a yield that was long waits sleep at once for a while.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Some yields that together take longer have given the CPU to somebody who computes: dozens of
/// ranks that wait take turns in less.
const LONG: Duration = Duration::from_millis(1);
/// Another yield is tried after so many times what the last one took.
const SELDOM: u32 = 4;

/// What the waits of a channel or a process have seen. A hint: threads that wait at the same time
/// share it.
#[derive(Debug)]
pub struct Yielding {
    since: Instant,
    /// No yields before this time, in nanoseconds from then on.
    not_before_ns: AtomicU64,
}

impl Default for Yielding {
    fn default() -> Self {
        Self { since: Instant::now(), not_before_ns: AtomicU64::new(0) }
    }
}

impl Yielding {
    /// Whether to yield at all.
    pub fn is_cheap(&self, now: Instant) -> bool {
        self.ns(now) >= self.not_before_ns.load(Ordering::Relaxed)
    }

    /// Some yields have lasted from one time to the other; whether that was long.
    pub fn took(&self, from: Instant, to: Instant) -> bool {
        let took = to.saturating_duration_since(from);
        if took < LONG {
            return false;
        }
        self.not_before_ns.store(self.ns(to + SELDOM * took), Ordering::Relaxed);
        true
    }

    fn ns(&self, at: Instant) -> u64 {
        at.saturating_duration_since(self.since).as_nanos() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_long_yield_there_is_none_for_a_while() {
        let yielding = Yielding::default();
        let from = Instant::now();
        let short = from + LONG - Duration::from_nanos(1);
        assert!(!yielding.took(from, short) && yielding.is_cheap(short));
        let long = from + LONG;
        assert!(yielding.took(from, long) && !yielding.is_cheap(long));
        let again = long + SELDOM * LONG;
        assert!(!yielding.is_cheap(again - Duration::from_nanos(1)) && yielding.is_cheap(again));
    }
}
