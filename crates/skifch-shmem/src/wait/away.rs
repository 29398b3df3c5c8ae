//! How long a wait for a word looks away before it looks again.
//!
//! A look at a word that its writer has changed, or has asked for, takes the line over, with the
//! right to write it: whoever looks too early takes it from a writer who is about to store, and who
//! fetches it again first. That costs each side a transfer of the line. So a wait looks away for
//! some pauses before each look. Beside the look it fetches the line that the answer is likely to
//! be written into, so that both come at a time: of two PEs that answer each other by two words
//! each then waits for one transfer. Where a pause takes about as long as a line does between two
//! near cores, nothing can be timed by pauses, and waits look all the time.
//!
//! For how long it looks away at first each wait learns from those before. Where the first look
//! comes too early again and again, waits look away for longer. Where it finds the word many times,
//! they try less: a pause too many costs one pause, but one too few a transfer, so that is rare. To
//! learn how long to look away after that made answers that take some time a quarter later: each
//! side then waited for the other's long pauses.

use skifch::{fetch_to_write, pauses_in};
use std::hint::spin_loop;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// So many words that were there at the first look make it a pause less.
const EARLY: u32 = 256;
/// So many make it a pause more: each word that was not counts two, each that was takes one away.
const LATE: u32 = 32;
/// Between looks.
const BETWEEN_NS: u32 = 40;
/// Where fewer pauses than that fit between looks they are too long.
const FINE: u32 = 2;
/// Before the first look at most; before anything is learnt it is as between looks.
const MOST_NS: u32 = 210;
/// A word that has not come after so many looks is no answer in an exchange, and teaches nothing.
const SOON: u32 = 8;

/// What waits have learnt so far. Threads of a PE share it: nothing is wrong where one forgets what
/// another has learnt.
pub(crate) struct Away {
    /// Before the first look.
    pauses: AtomicU32,
    /// Words that were there at the first look.
    early: AtomicU32,
    /// Twice those that were not, less those that were, and never less than none.
    late: AtomicU32,
    /// Between looks.
    between: u32,
    /// Before the first look at most.
    most: u32,
}

impl Default for Away {
    fn default() -> Self {
        match pauses_in(BETWEEN_NS) {
            between @ FINE.. => Self::with_pauses(between, pauses_in(MOST_NS)),
            _ => Self::with_pauses(0, 0),
        }
    }
}

impl Away {
    fn with_pauses(between: u32, most: u32) -> Self {
        let [early, late] = [0, 0].map(AtomicU32::new);
        Self { pauses: AtomicU32::new(between), early, late, between, most }
    }

    /// Whether `holds` does soon. It has been looked at before, in vain. What will be written then
    /// is at `answer`, if that is known.
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

    /// Learns from a word that came: at the first look or later.
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

    /// Waits for words that come after so many pauses: how many of them came soon.
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
