//! The times of the [ways](super::ways) to move long messages of one class: the best, and when the
//! others are tried.

use super::ways::Way;

/// Messages of a trial that are measured, at least, of the shortest and of the longest length
/// class. As many before them are not: until the lane has been filled once or twice (1 MB), parts
/// take twice as long.
const MOST_TRIED: u32 = 64;
const LEAST_TRIED: u32 = 4;
/// The first trial begins after this many messages. At first trials are one of `SOON` messages, and
/// each next one begins after `SOON` times as many, until they are one of `SELDOM`.
pub(super) const SOON_MESSAGES: u64 = 4;
const SOON: u64 = 4;
const SELDOM: u64 = 32;
/// A trial of a way that takes this many times as long need not run to its end; nor one that takes
/// so many times as long in the messages that do not count.
const SLOW: u64 = 4;
const COLD_SLOW: u64 = 16;
/// A way that is slower than this is not tried more seldom.
const MOST_SLOWER: u64 = 1 << 10;

/// From 256 KB on, ranks that exchange messages copy them, without trials: parts take up to a
/// quarter less time while the cores are near each other, but two to four times as much if they are
/// not, and a trial takes as long as many a program's whole exchange.
const COPIED_CLASS: usize = 2;

const WAYS: [Way; 3] = [Way::Both, Way::Parts, Way::Copied];
/// The time of a way that is not available.
pub(super) const NEVER: Option<u64> = Some(u64::MAX);

/// What is known of messages of one class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Femtoseconds per byte of each way, once it has been tried.
    pub(super) took: [Option<u64>; 3],
    pub(super) best: Way,
    /// The way to be tried next, as an index of `WAYS`, and its trial, of this many messages.
    turn: usize,
    trial: Trial,
    tries: u32,
    /// Messages so far, and the number of them at which the next trial begins: a multiple of the
    /// period, which is a power of two.
    pub(super) seen: u64,
    trial_at: u64,
    period: u64,
}

/// What a trial has found so far.
#[derive(Clone, Copy, Debug)]
struct Trial {
    /// Messages that are not measured.
    skipped: u32,
    messages: u32,
    bytes: u64,
    took: u64,
}

impl Trial {
    const NEW: Self = Self { skipped: 0, messages: 0, bytes: 0, took: 0 };
}

impl Known {
    /// For messages of this length class; `is_met`: that arrive while long sends are under way.
    pub(super) const fn new(class: usize, is_met: bool) -> Self {
        let tries = MOST_TRIED >> (2 * class);
        // Where the sender has a message of its own to copy, halves do not help.
        let both = if is_met { NEVER } else { None };
        let parts = if is_met && class >= COPIED_CLASS { NEVER } else { None };
        Self {
            took: [parts, None, both],
            best: Way::Copied,
            turn: 0,
            trial: Trial::NEW,
            tries: if tries < LEAST_TRIED { LEAST_TRIED } else { tries },
            seen: 0,
            trial_at: SOON_MESSAGES,
            period: SOON_MESSAGES,
        }
    }

    /// The way of the next message, which overlaps with no other.
    pub(super) fn next(&mut self) -> Way {
        self.seen += 1;
        if self.seen <= self.trial_at {
            return self.best;
        }
        for _ in WAYS {
            let way = WAYS[self.turn];
            if way != self.best && self.took[way as usize] != NEVER {
                return way;
            }
            self.take_turn();
        }
        self.best
    }

    fn take_turn(&mut self) {
        self.turn = (self.turn + 1) % WAYS.len();
        self.trial = Trial::NEW;
    }

    /// Takes in a measurement of `messages` messages.
    pub(super) fn learn(&mut self, way: Way, [since, now]: [u64; 2], bytes: u64, messages: u32) {
        let took = now.saturating_sub(since);
        let known = self.took[way as usize];
        if known == NEVER {
            return;
        }
        if way == self.best {
            // A disturbed measurement says little, for example if the sender was busy: it counts
            // for at most twice the known time, and one message a fiftieth.
            let (new, weight) = (per_byte(took, bytes), u64::from(messages.min(16)));
            let with = |old: u64| (48 * old + weight * new.min(2 * old + 1)) / (48 + weight);
            self.took[way as usize] = Some(known.map_or(new, with));
            return self.elect();
        }
        if way != WAYS[self.turn] {
            // The rest of a burst in the way that was the best when it began.
            self.took[way as usize] = Some(per_byte(took, bytes));
            return;
        }
        if self.trial.skipped < self.tries {
            let is_first = self.trial.skipped == 0;
            self.trial.skipped += messages;
            if is_first || !self.is_slower(per_byte(took, bytes), COLD_SLOW) {
                return;
            }
        }
        self.trial.messages += messages;
        self.trial.bytes += bytes;
        self.trial.took += took;
        let new = per_byte(self.trial.took, self.trial.bytes);
        if self.trial.messages >= self.tries || self.is_slower(new, SLOW) {
            self.end_trial(new);
        }
    }

    /// Whether a way that takes `new` takes this many times as long as the best.
    fn is_slower(&self, new: u64, times: u64) -> bool {
        self.took[self.best as usize].is_some_and(|best| new > best.saturating_mul(times))
    }

    /// The trial has shown this time. What an earlier one found is old.
    fn end_trial(&mut self, new: u64) {
        let tried = u64::from(self.trial.skipped + self.trial.messages);
        self.took[WAYS[self.turn] as usize] = Some(new);
        self.take_turn();
        self.elect();
        if self.took.iter().any(Option::is_none) {
            // The next way is tried at once.
            self.trial_at = self.seen;
            return;
        }
        let best = self.took[self.best as usize].unwrap_or(new).max(1);
        let slower = (new / best).clamp(1, MOST_SLOWER);
        let seldom = (SELDOM * tried * slower).next_power_of_two();
        let soon = (SOON * tried * slower).next_power_of_two();
        self.period = (SOON * self.period).max(soon).min(seldom);
        self.trial_at = (self.seen / self.period + 1) * self.period;
    }

    /// Selects the way with the least time per byte.
    fn elect(&mut self) {
        let time = |way: Way| self.took[way as usize].unwrap_or(u64::MAX);
        let best = WAYS.into_iter().min_by_key(|&way| time(way)).unwrap_or(self.best);
        if time(best) < time(self.best) {
            self.best = best;
        }
    }
}

/// Femtoseconds per byte.
fn per_byte(took_ns: u64, bytes: u64) -> u64 {
    took_ns.saturating_mul(1_000_000) / bytes.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_that_meet_others_are_copied_without_trials() {
        for (class, is_met, has_trials) in
            [(1, true, true), (2, true, false), (4, true, false), (4, false, true)]
        {
            let mut known = Known::new(class, is_met);
            let mut went = [0; 3];
            for _ in 0..1000 {
                let way = known.next();
                went[way as usize] += 1;
                known.learn(way, [0, 1000], 1000, 1);
            }
            assert_eq!(went[Way::Copied as usize] < 1000, has_trials, "{class} {is_met}: {went:?}");
        }
    }

    #[test]
    fn what_is_left_of_a_burst_is_not_taken_for_the_trial_of_another_way() {
        let mut known = Known::new(1, true);
        (known.took, known.best) = ([Some(2), Some(1), NEVER], Way::Copied);
        for _ in 0..1000 {
            known.learn(Way::Parts, [0, 1000], 1000, 1);
        }
        assert_eq!(known.took, [Some(1_000_000), Some(1), NEVER]);
    }
}
