//! How far the other side's core is from this side's.
//!
//! Between cores without a shared cache a line transfer takes several times as long. `far.rs` has
//! what both sides then do to avoid it, all of which is slower between cores that share one.
//!
//! Which case applies changes when the system migrates processes, and inside a virtual machine it
//! cannot be queried. The sender therefore measures it when it reads the credit, a word that the
//! receiver has just written, and tells the receiver with each lap.

use std::time::{Duration, Instant};

/// Above this, the read (including the clock call) did not come from a core that shares a cache.
const FAR: Duration = Duration::from_nanos(85);
/// Readings can be interrupted, so far readings must outnumber near ones by this many.
const DECIDED: u8 = 4;
const MAX_VOTES: u8 = 2 * DECIDED - 1;

/// Readings of which one is timed: the clock takes as long as some short messages.
const TIMED_OF: u8 = 4;

/// Verdict of the recent readings.
#[derive(Default)]
pub(crate) struct Distance {
    votes: u8,
    untimed: u8,
    word: u64,
    /// The other side is far.
    is_far: bool,
}

impl Distance {
    /// Reads a word of the other side's with `read` and times it, always or one time in
    /// [`TIMED_OF`].
    pub(crate) fn read(&mut self, always: bool, read: impl FnOnce() -> u64) -> u64 {
        self.untimed = (self.untimed + 1) % TIMED_OF;
        // The model checker knows no time.
        if cfg!(skifch_loom) || self.untimed > 0 && !always {
            self.word = read();
            return self.word;
        }
        self.untimed = 0;
        let begin = Instant::now();
        let word = read();
        self.note(word, begin.elapsed());
        word
    }

    /// A word that was not written yet, or not since it was last read, was not fetched from the
    /// other side, so its timing says nothing.
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

    /// As after many far readings.
    #[cfg(all(test, not(skifch_loom)))]
    pub(crate) fn set_far(&mut self) {
        (self.votes, self.is_far) = (MAX_VOTES, true);
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
    fn a_word_read_before_says_nothing() {
        let mut it = Distance::default();
        for credit in 1..9 {
            it.read(false, || credit);
            it.note(credit, LONG);
            it.untimed = 0;
        }
        assert_eq!(it.votes, 0);
    }

    #[test]
    fn one_reading_in_some_is_timed_or_each() {
        let timed = |always| {
            let mut it = Distance::default();
            let mut is_timed = |credit| {
                it.read(always, || credit);
                it.untimed == 0
            };
            (1..=8).filter(|&credit| is_timed(credit)).count()
        };
        assert_eq!((timed(false), timed(true)), (8 / usize::from(TIMED_OF), 8));
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
