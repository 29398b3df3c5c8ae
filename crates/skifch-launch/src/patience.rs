//! Time limits for other processes that only count time in which this process runs: while it, or
//! its machine, is stopped, it receives nothing, which is not the others' silence.

use std::time::{Duration, Instant};

/// Waits are no longer than this, so that a much longer one reveals that this process was stopped.
const TURN: Duration = Duration::from_millis(250);

/// The remaining time of a limit.
pub(crate) struct Patience {
    left: Duration,
    looked: Instant,
}

impl Patience {
    pub(crate) fn new(now: Instant, limit: Duration) -> Self {
        Self { left: limit, looked: now }
    }

    /// The maximum duration of the next wait; `None` if the time is up. However much time has
    /// passed since the last call, at most two turns of it count.
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
