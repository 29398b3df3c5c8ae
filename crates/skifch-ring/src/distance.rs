//! How far the receiver's core is from the sender's, and hence how long payload is copied.
//!
//! Between cores without a shared cache a line transfer takes several times as long, and streaming
//! stores avoid it (`far.rs`). Between cores that share one they are slower (`benches/NOTES.md`).
//!
//! Which case applies changes when the system migrates processes, and inside a virtual machine it
//! cannot be queried. It is therefore measured when the credit word is read, which the receiver has
//! just written.

use std::time::{Duration, Instant};

/// Above this, the read (including the clock call) did not come from a core that shares a cache.
const FAR: Duration = Duration::from_nanos(120);
/// Readings can be interrupted, so far readings must outnumber near ones by this many.
const DECIDED: u8 = 4;
const MAX_VOTES: u8 = 2 * DECIDED - 1;

/// Verdict of the recent credit readings.
#[derive(Default)]
pub(crate) struct Distance {
    votes: u8,
    credit: u64,
    /// The receiver is far.
    is_far: bool,
}

impl Distance {
    /// Reads the credit with `read` and times it.
    pub(crate) fn read(&mut self, read: impl FnOnce() -> u64) -> u64 {
        let begin = Instant::now();
        let credit = read();
        self.note(credit, begin.elapsed());
        credit
    }

    /// An unchanged credit was not fetched from the receiver, so its timing says nothing.
    fn note(&mut self, credit: u64, took: Duration) {
        if std::mem::replace(&mut self.credit, credit) == credit {
            return;
        }
        self.votes = match took > FAR {
            true => (self.votes + 1).min(MAX_VOTES),
            false => self.votes.saturating_sub(1),
        };
        self.is_far = self.votes >= DECIDED;
    }

    /// Whether long payload is copied faster by [`crate::copy_far`].
    #[inline(always)]
    pub(crate) fn is_far(&self) -> bool {
        self.is_far
    }
}

#[cfg(all(test, not(skifch_loom)))]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_nanos(60);
    const LONG: Duration = Duration::from_nanos(250);

    fn after(readings: &[(u64, Duration)]) -> u8 {
        let mut it = Distance::default();
        readings.iter().for_each(|(credit, took)| it.note(*credit, *took));
        assert_eq!(it.is_far(), it.votes >= DECIDED);
        it.votes
    }

    #[test]
    fn several_readings_decide() {
        assert!(after(&[(1, LONG), (2, LONG), (3, LONG)]) < DECIDED);
        assert!(after(&[(1, LONG), (2, LONG), (3, LONG), (4, LONG)]) >= DECIDED);
        assert_eq!(after(&[(1, SHORT), (2, LONG), (3, SHORT), (4, SHORT)]), 0);
    }

    #[test]
    fn a_credit_that_stays_says_nothing() {
        assert_eq!(after(&[(1, LONG); 9]), 1);
        assert_eq!(after(&[(0, LONG); 9]), 0, "nothing was given back yet");
    }

    #[test]
    fn a_move_is_followed_both_ways() {
        let far: Vec<_> = (1..100).map(|credit| (credit, LONG)).collect();
        let near = (100..104).map(|credit| (credit, SHORT));
        let both: Vec<_> = far.iter().copied().chain(near).collect();
        assert_eq!(after(&far), MAX_VOTES);
        assert!(after(&both) < DECIDED);
    }
}
