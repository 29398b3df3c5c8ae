//! How long a wait for a word looks away before it looks again.
//!
//! Who looks at a word while it is written asks for the line that the writer is about to have, and
//! each waits for the other's request. So a wait looks away until about when the word comes: where
//! two PEs answer each other by two words, one way took 111 instead of 137 ns, of which 76 are the
//! line; and 105–119 instead of 120–130 once not each word that was there made it look earlier.
//!
//! Meanwhile it fetches the line that the answer is likely to be written into, of which who has
//! read it has a copy: 104 instead of 115 ns, where the line took 71.
//!
//! How long that is each wait learns from the one before: it looks away for longer if that has
//! looked in vain, and for less time if the words of some waits in a row were there at the first
//! look.

use skifch::fetch_to_write;
use std::hint::spin_loop;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// So many words that were there make it a pause less: to look too early costs more than to look
/// a little late.
const HITS: u32 = 4;
/// Looks away for so many pauses at most.
const MOST: u32 = 16;
/// A word that has not come after so many more looks is no answer in an exchange, and teaches
/// nothing.
const SOON: u32 = 24;

/// What waits have learnt so far. Threads of a PE share it: nothing is wrong where one forgets what
/// another has learnt.
#[derive(Default)]
pub(crate) struct Away {
    pauses: AtomicU32,
    /// Words in a row that were there at the first look.
    hits: AtomicU32,
}

impl Away {
    /// Whether `holds` does soon. It has been looked at before, in vain. What will be written then
    /// is at `answer`, if that is known.
    #[inline]
    pub(crate) fn comes(&self, mut holds: impl FnMut() -> bool, answer: Option<*mut u8>) -> bool {
        let fetch = || answer.into_iter().for_each(|line| fetch_to_write(line));
        let pauses = self.pauses.load(Relaxed);
        fetch();
        (0..pauses).for_each(|_| spin_loop());
        if holds() {
            let hits = (self.hits.load(Relaxed) + 1) % HITS;
            self.hits.store(hits, Relaxed);
            if hits == 0 {
                self.pauses.store(pauses.saturating_sub(1), Relaxed);
            }
            return true;
        }
        for _ in 0..SOON {
            fetch();
            spin_loop();
            if holds() {
                self.pauses.store((pauses + 1).min(MOST), Relaxed);
                self.hits.store(0, Relaxed);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits for words that come after so many looks or pauses: how many of them came soon.
    fn wait(away: &Away, after: u32, waits: u32) -> u32 {
        let mut found = 0;
        for _ in 0..waits {
            // A look takes no time here, and pauses alone count.
            let mut time = away.pauses.load(Relaxed);
            let is_there = || {
                time += 1;
                time > after
            };
            let is_there = away.comes(is_there, None);
            found += u32::from(is_there);
        }
        found
    }

    #[test]
    fn a_wait_learns_when_the_answer_comes() {
        let away = Away::default();
        for after in [8, 3, 12, 0] {
            assert_eq!(wait(&away, after, 1000), 1000, "all come soon");
            let pauses = away.pauses.load(Relaxed);
            assert!(pauses.abs_diff(after) <= 1, "{pauses} pauses for what comes after {after}");
        }
    }

    #[test]
    fn what_takes_long_teaches_nothing() {
        let away = Away::default();
        assert_eq!(wait(&away, 5, 100), 100);
        let before = away.pauses.load(Relaxed);
        assert_eq!(wait(&away, 1000, 1000), 0);
        assert_eq!(away.pauses.load(Relaxed), before);
        wait(&away, MOST + SOON - 1, 1000);
        assert!(away.pauses.load(Relaxed) <= MOST);
    }
}
