//! How far the receiver's core is from the sender's, and how long payload is copied then.
//!
//! Between cores without a common cache a line takes several times as long, and a store first
//! fetches its line from the core that read it last: half of what a stream of long messages costs.
//! The processor's string move does without that fetch where whole lines are written. Between cores
//! that share a cache it is the slower one for such messages (`benches/NOTES.md`).
//!
//! Which of them a job has changes as the system moves processes, and inside of a virtual machine
//! nobody can say it. So it is measured, when the credit is read: the receiver has just written it.

use crate::copy;
use std::time::{Duration, Instant};

/// More than this a core that shares a cache does not take, with the look at the clock.
const FAR: Duration = Duration::from_nanos(120);
/// A reading can be interrupted: so many more have to say "far" than "near".
const DECIDED: u8 = 4;
const MAX_VOTES: u8 = 2 * DECIDED - 1;

/// What the last readings of the credit say.
#[derive(Default)]
pub(crate) struct Distance {
    votes: u8,
    credit: u64,
    /// Far enough, and the processor is one that gains by it.
    is_far: bool,
}

impl Distance {
    /// Reads the credit by `read`, in time.
    pub(crate) fn read(&mut self, read: impl FnOnce() -> u64) -> u64 {
        let begin = Instant::now();
        let credit = read();
        self.note(credit, begin.elapsed());
        credit
    }

    /// A credit that has not changed was not fetched, and says nothing.
    fn note(&mut self, credit: u64, took: Duration) {
        if std::mem::replace(&mut self.credit, credit) == credit {
            return;
        }
        self.votes = match took > FAR {
            true => (self.votes + 1).min(MAX_VOTES),
            false => self.votes.saturating_sub(1),
        };
        self.is_far = self.votes >= DECIDED && copy::has_line_stores();
    }

    /// Whether long payload had better be copied by [`copy::copy_far`].
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
        assert_eq!(it.is_far(), it.votes >= DECIDED && copy::has_line_stores());
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
