//! Whether a wait should yield before it sleeps.
//!
//! A yield costs little while every thread on this CPU is waiting. If one is computing (another
//! rank, another thread of this rank, or a program outside the job), it gets the CPU for
//! milliseconds, and nothing that arrives meanwhile is noticed, whereas a sleeper would be woken.
//! So after a long yield, waits sleep at once for a while.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// If a few yields together take longer than this, a computing thread got the CPU: even dozens of
/// waiting ranks take turns in less.
const LONG: Duration = Duration::from_millis(1);
/// The next yield is tried after this many times the duration of the last long one.
const SELDOM: u32 = 4;

/// What the waits of a process have observed. A hint: all its threads share it.
#[derive(Debug)]
pub struct Yielding {
    since: Instant,
    /// No yields before this time, in nanoseconds since `since`.
    not_before_ns: AtomicU64,
}

impl Default for Yielding {
    fn default() -> Self {
        Self { since: Instant::now(), not_before_ns: AtomicU64::new(0) }
    }
}

impl Yielding {
    /// What this process has observed. Not by std's once types: the thread sanitizer does not see
    /// how those order threads.
    pub fn of_process() -> &'static Self {
        static OBSERVED: AtomicPtr<Yielding> = AtomicPtr::new(ptr::null_mut());
        // SYNC observed: pairs with the exchange below.
        let observed = OBSERVED.load(Ordering::Acquire);
        // SAFETY: null, or a box that is never dropped, and was complete before the exchange.
        if let Some(observed) = unsafe { observed.as_ref() } {
            return observed;
        }
        let new = Box::into_raw(Box::default());
        // SYNC observed: publishes the box; pairs with the load above, and with this exchange where
        // another thread was first.
        let order = (Ordering::AcqRel, Ordering::Acquire);
        let first = OBSERVED.compare_exchange(ptr::null_mut(), new, order.0, order.1);
        // SAFETY: our box is not dropped if it was published, nor is the other thread's.
        unsafe {
            match first {
                Ok(_) => &*new,
                Err(first) => {
                    drop(Box::from_raw(new));
                    &*first
                }
            }
        }
    }

    /// Whether yielding is worthwhile at present.
    pub fn is_cheap(&self, now: Instant) -> bool {
        self.ns(now) >= self.not_before_ns.load(Ordering::Relaxed)
    }

    /// Records that a few yields took from `from` to `to`; returns whether that was long.
    pub fn took(&self, from: Instant, to: Instant) -> bool {
        let took = to.saturating_duration_since(from);
        if took < LONG {
            return false;
        }
        self.not_before_ns.store(self.ns(to + SELDOM * took), Ordering::Relaxed);
        true
    }

    /// Yields once and records how long that took; returns the time after it.
    pub fn give_way(&self, now: Instant) -> Instant {
        std::thread::yield_now();
        let after = Instant::now();
        self.took(now, after);
        after
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
