//! How long a wait for a word pauses before it polls again.
//!
//! A poll of a word that its writer has just changed or requested takes the cache line over,
//! together with the right to write it: a poll that is too early takes it from a writer that is
//! about to store, which then has to fetch it again. That costs each side a transfer of the line.
//! So a wait pauses before each poll. Beside the poll it prefetches the line into which the answer
//! will probably be written, so that both transfers overlap: two PEs that answer each other by two
//! words then wait for one transfer each. If a pause takes about as long as the transfer of a line
//! between two near cores, pauses are too coarse for timing, and waits poll all the time.
//!
//! The length of the first pause is learnt from earlier waits. If the first poll is too early again
//! and again, waits pause longer. If it succeeds many times, they try a shorter pause: a pause too
//! many costs one pause, one too few costs a transfer, so shorter pauses are tried rarely. Learning
//! the later pauses too made answers that take some time a quarter later: each side then waited for
//! the other's long pauses.

use skifch::{fetch_to_write, is_pause_short, pauses_in};
use std::hint::spin_loop;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// After this many words found at the first poll the first pause is shortened by one.
const EARLY: u32 = 256;
/// At this score it is lengthened by one: a word not found at the first poll counts two, a word
/// found takes one away.
const LATE: u32 = 32;
/// Pause between polls.
const BETWEEN_NS: u32 = 40;
/// Longest pause before the first poll; the initial value is `BETWEEN_NS`.
const MOST_NS: u32 = 210;
/// A word that has not come after this many polls is not an answer in an exchange, and is not
/// learnt from.
const SOON: u32 = 8;

/// What waits have learnt so far. The threads of a PE share it with relaxed accesses: a lost update
/// does no harm.
pub(crate) struct Away {
    /// Pauses before the first poll.
    pauses: AtomicU32,
    /// Words found at the first poll.
    early: AtomicU32,
    /// Twice the words not found at the first poll, less those found, at least 0.
    late: AtomicU32,
    /// Pauses between polls.
    between: u32,
    /// Maximum of `pauses`.
    most: u32,
}

impl Default for Away {
    fn default() -> Self {
        if is_pause_short() {
            Self::with_pauses(pauses_in(BETWEEN_NS).max(2), pauses_in(MOST_NS))
        } else {
            Self::with_pauses(0, 0)
        }
    }
}

impl Away {
    fn with_pauses(between: u32, most: u32) -> Self {
        let [early, late] = [0, 0].map(AtomicU32::new);
        Self { pauses: AtomicU32::new(between), early, late, between, most }
    }

    /// Whether `holds` becomes true soon. The caller has already tested it once. `answer` is the
    /// address that will be written next, if known.
    #[inline]
    pub(crate) fn comes(&self, mut holds: impl FnMut() -> bool, answer: Option<*mut u8>) -> bool {
        let pauses = self.pauses.load(Relaxed);
        (0..pauses).for_each(|_| spin_loop());
        for look in 0..SOON {
            answer.into_iter().for_each(|line| fetch_to_write(line));
            if holds() {
                self.learn(pauses, look == 0);
                return true;
            }
            (0..self.between).for_each(|_| spin_loop());
        }
        false
    }

    /// Learns from a word that came, at the first poll or later.
    #[inline(always)]
    fn learn(&self, pauses: u32, is_first: bool) {
        let (early, late) = (self.early.load(Relaxed), self.late.load(Relaxed));
        let (early, late) =
            if is_first { (early + 1, late.saturating_sub(1)) } else { (early, late + 2) };
        if early < EARLY && late < LATE {
            self.early.store(early, Relaxed);
            self.late.store(late, Relaxed);
        } else {
            self.turn(if late < LATE { pauses.saturating_sub(1) } else { pauses + 1 });
        }
    }

    #[cold]
    fn turn(&self, pauses: u32) {
        self.pauses.store(pauses.clamp(self.most.min(1), self.most), Relaxed);
        self.early.store(0, Relaxed);
        self.late.store(0, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BETWEEN: u32 = 3;
    const MOST: u32 = 16;

    /// Waits for words that come after this many pauses. Returns how many came soon.
    fn wait(away: &Away, after: u32, waits: u32) -> u32 {
        let mut found = 0;
        for _ in 0..waits {
            let mut passed = away.pauses.load(Relaxed);
            let is_there = || {
                let is_there = passed >= after;
                passed += BETWEEN;
                is_there
            };
            found += u32::from(away.comes(is_there, None));
        }
        found
    }

    #[test]
    fn a_wait_learns_when_the_answer_comes() {
        let away = Away::with_pauses(BETWEEN, MOST);
        for after in [8, 3, 12, 1] {
            assert_eq!(wait(&away, after, 5000), 5000, "all come soon");
            let pauses = away.pauses.load(Relaxed);
            assert!(pauses.abs_diff(after) <= 1, "{pauses} pauses for what comes after {after}");
        }
    }

    #[test]
    fn a_word_that_is_late_now_and_then_changes_nothing() {
        let away = Away::with_pauses(BETWEEN, MOST);
        for _ in 0..100 {
            assert_eq!(wait(&away, BETWEEN + 1, 1) + wait(&away, 0, 2), 3);
        }
        assert!(away.pauses.load(Relaxed) <= BETWEEN);
    }

    #[test]
    fn where_pauses_are_long_nothing_is_learnt() {
        let away = Away::with_pauses(0, 0);
        let mut late = [false, true].into_iter().cycle();
        assert!((0..1000).all(|_| away.comes(|| late.next() == Some(true), None)));
        assert!((0..1000).all(|_| away.comes(|| true, None)));
        assert_eq!(away.pauses.load(Relaxed), 0);
    }

    #[test]
    fn what_takes_long_teaches_nothing() {
        let away = Away::with_pauses(BETWEEN, MOST);
        assert_eq!(wait(&away, 1000, 1000), 0);
        assert_eq!(away.pauses.load(Relaxed), BETWEEN);
        wait(&away, MOST + 2, 1000);
        assert!(away.pauses.load(Relaxed) <= MOST);
    }
}
