//! When a thread that polls lets others have the CPU.
//!
//! Ranks may share a CPU although there is one for each: the system puts new processes together at
//! first, and other programs take CPUs away. What a rank then polls for comes from a process that
//! cannot run, so that a message takes as long as both sides like to poll, tens of microseconds.
//! Hence a thread that has polled in vain for a few yields now and then. A yield to nobody takes a
//! fraction of a microsecond, and few messages come just then.

use crate::Yielding;
use std::time::{Duration, Instant};

/// Polling time before a yield. Exchanges of short messages take less.
const TURN: Duration = Duration::from_micros(2);

/// The turn of a thread on its CPU, from its first fruitless poll on.
#[derive(Debug, Default)]
pub struct Turn(Option<Instant>);

impl Turn {
    /// Has polled in vain once more: if the turn is over and yields are cheap, yields the CPU and
    /// begins another turn. Returns the present time.
    pub fn goes_on(&mut self, now: Instant) -> Instant {
        let yielding = Yielding::of_process();
        let since = *self.0.get_or_insert(now);
        if now.saturating_duration_since(since) < TURN || !yielding.is_cheap(now) {
            return now;
        }
        *self.0.insert(yielding.give_way(now))
    }
}

/// The turns of a thread that polls all the time.
#[derive(Debug)]
pub struct Turns {
    is_shared: bool,
    /// Number of fruitless polls between two looks.
    polls: u64,
    /// Number of fruitless polls at which the next look is due.
    next: u64,
    /// Number of fruitful polls at the last look.
    found: u64,
    turn: Turn,
}

impl Turns {
    /// Yields once per `polls` fruitless polls if `is_shared`: there are more ranks than CPUs. If
    /// not, looks at the clock then.
    pub fn new(is_shared: bool, polls: u32) -> Self {
        let polls = polls.into();
        Self { is_shared, polls, next: polls, found: 0, turn: Turn::default() }
    }

    /// More ranks than CPUs are known of.
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Poll number `fruitless` without result, while `fruitful` had one: may yield the CPU.
    #[inline]
    pub fn nothing(&mut self, fruitless: u64, fruitful: u64) {
        if fruitless >= self.next {
            self.next = fruitless + self.polls;
            self.look(fruitful);
        }
    }

    #[cold]
    fn look(&mut self, fruitful: u64) {
        if self.is_shared {
            return std::thread::yield_now();
        }
        if self.found != fruitful {
            (self.found, self.turn) = (fruitful, Turn::default());
        }
        self.turn.goes_on(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_polls_in_vain_yields_after_a_turn() {
        let mut turns = Turns::new(false, 64);
        turns.nothing(63, 0);
        assert_eq!(turns.turn.0, None, "the clock is not looked at for each poll");
        turns.nothing(64, 0);
        let since = turns.turn.0;
        std::thread::sleep(TURN);
        turns.nothing(127, 0);
        assert_eq!(turns.turn.0, since);
        // After a long yield, anybody's in this process, there is none for a while.
        let end = Instant::now() + Duration::from_secs(10);
        let mut looks = (2..).take_while(|_| Instant::now() < end);
        assert!(looks.any(|look| {
            turns.nothing(64 * look, 0);
            turns.turn.0 > since
        }));
    }

    #[test]
    fn who_finds_something_begins_a_turn_anew() {
        let mut turns = Turns::new(false, 1);
        turns.nothing(1, 0);
        std::thread::sleep(TURN);
        let begun = Instant::now();
        turns.nothing(2, 1);
        let since = turns.turn.0;
        assert!(since >= Some(begun));
        turns.nothing(3, 1);
        let is_over = since.is_some_and(|since| since.elapsed() > TURN);
        assert!(is_over || turns.turn.0 == since, "it has not yielded");
    }
}
