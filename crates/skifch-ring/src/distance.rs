//! How far the other side's core is from this side's.
//!
//! Between cores without a shared cache a line transfer takes several times as long. The sender
//! then avoids it for long payload by streaming stores (`far.rs`), which are slower between cores
//! that share one, and the receiver fetches no line that is not asked for (`benches/NOTES.md`).
//!
//! Which case applies changes when the system migrates processes, and inside a virtual machine it
//! cannot be queried. It is therefore measured when a word is read that the other side has just
//! written: the credit, or the header of a record far ahead.

use std::time::{Duration, Instant};

/// Above this, the read (including the clock call) did not come from a core that shares a cache.
const FAR: Duration = Duration::from_nanos(120);
/// Readings can be interrupted, so far readings must outnumber near ones by this many.
const DECIDED: u8 = 4;
const MAX_VOTES: u8 = 2 * DECIDED - 1;

/// Verdict of the recent readings.
#[derive(Default)]
pub(crate) struct Distance {
    votes: u8,
    word: u64,
    /// The other side is far.
    is_far: bool,
}

impl Distance {
    /// Reads a word of the other side's with `read` and times it.
    pub(crate) fn read(&mut self, read: impl FnOnce() -> u64) -> u64 {
        let begin = Instant::now();
        let word = read();
        self.note(word, begin.elapsed());
        word
    }

    /// A word that was not written yet, or not since, was not fetched from the other side, so its
    /// timing says nothing.
    fn note(&mut self, word: u64, took: Duration) {
        if word == 0 || std::mem::replace(&mut self.word, word) == word {
            return;
        }
        self.votes = match took > FAR {
            true => (self.votes + 1).min(MAX_VOTES),
            false => self.votes.saturating_sub(1),
        };
        self.is_far = self.votes >= DECIDED;
    }

    /// Whether the other side's core most likely shares no cache with this side's.
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
