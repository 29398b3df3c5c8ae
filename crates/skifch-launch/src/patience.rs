//! How long others are waited for, in time in which this process runs: while it is stopped, or its
//! machine is, it hears nobody, and that is not their silence.

use std::time::{Duration, Instant};

/// Waits are no longer, so that one that took much longer is known for a standstill.
const TURN: Duration = Duration::from_millis(250);

/// What is left of a time limit.
pub(crate) struct Patience {
    left: Duration,
    looked: Instant,
}

impl Patience {
    pub(crate) fn new(now: Instant, limit: Duration) -> Self {
        Self { left: limit, looked: now }
    }

    /// How long the next wait may be; `None` when time is up. However much has passed since the
    /// last call, two turns of it count at most.
    pub(crate) fn next(&mut self, now: Instant) -> Option<Duration> {
        let passed = now.duration_since(std::mem::replace(&mut self.looked, now));
        self.left = self.left.saturating_sub(passed.min(2 * TURN));
        (!self.left.is_zero()).then(|| self.left.min(TURN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standstill_takes_two_turns_of_the_time() {
        let begin = Instant::now();
        let mut patience = Patience::new(begin, 4 * TURN);
        assert_eq!(patience.next(begin), Some(TURN));
        let mut now = begin + TURN;
        assert_eq!(patience.next(now), Some(TURN), "three are left");
        now += 1000 * TURN;
        assert_eq!(patience.next(now), Some(TURN), "one is left");
        assert_eq!(patience.next(now + TURN / 2), Some(TURN / 2));
        assert_eq!(patience.next(now + TURN), None);
    }
}
