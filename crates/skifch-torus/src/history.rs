//! Unsuccessful calls, and the poll loops that they form.
//!
//! A program that polls repeats the same calls until one succeeds. These need not be executed:
//! after two identical rounds, the next round is left to the model, which knows when a call will
//! succeed. Whether a loop is detected depends only on the calls and their times, so the same
//! program is treated alike in every run.

use crate::seat::{For, WAITS, Wait};

/// What an unsuccessful call looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A condition that others fulfil.
    For(For),
    /// The clock.
    Time,
    /// Nothing in particular.
    Progress,
}

/// Rounds that are executed before the next is left to the model.
const ROUNDS: usize = 2;
const KEPT: usize = ROUNDS * WAITS;

/// The last calls, while all of them are unsuccessful.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// What each looked at, and when; the newest is last.
    calls: Vec<(Look, u64)>,
    /// Time of the first unsuccessful call since the last successful one.
    since: Option<u64>,
}

/// A poll loop that the present call would close.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PollLoop {
    /// Duration of a round, in ticks.
    pub(crate) period: u64,
    /// What the other calls of a round look at, and their offsets in the round.
    pub(crate) others: Vec<(Look, u64)>,
    /// Since when the program's calls have been unsuccessful.
    pub(crate) since: u64,
}

impl History {
    /// Forgets all calls: one succeeded, or did something else.
    pub(crate) fn clear(&mut self) {
        self.calls.clear();
        self.since = None;
    }

    /// Records an unsuccessful call at a time.
    pub(crate) fn push(&mut self, look: Look, at: u64) {
        self.since.get_or_insert(at);
        if self.calls.len() == KEPT {
            self.calls.remove(0);
        }
        self.calls.push((look, at));
    }

    /// Shifts the kept calls by `ticks`, the duration of rounds that were skipped.
    pub(crate) fn pass(&mut self, ticks: u64) {
        self.calls.iter_mut().for_each(|(_, at)| *at += ticks);
    }

    /// The poll loop that a call looking at `look` now would close.
    pub(crate) fn poll_loop(&self, look: Look, at: u64) -> Option<PollLoop> {
        (1..=WAITS).find_map(|len| self.poll_loop_of(len, look, at))
    }

    fn poll_loop_of(&self, len: usize, look: Look, at: u64) -> Option<PollLoop> {
        let start = self.calls.len().checked_sub(ROUNDS * len)?;
        let (first, last) = self.calls[start..].split_at(len);
        let is_same = first.iter().zip(last).all(|((a, _), (b, _))| a == b);
        if !is_same || last[0].0 != look {
            return None;
        }
        let begin = last[0].1;
        // Threads of one rank that poll at the same time may have interleaved their times.
        let is_in_order = last.iter().all(|(_, time)| (begin..at).contains(time));
        let others = || last[1..].iter().map(|(look, time)| (*look, time - begin)).collect();
        let since = self.since.unwrap_or(at);
        is_in_order.then(|| PollLoop { period: at - begin, others: others(), since })
    }
}

impl PollLoop {
    /// Whether the program reads the clock in each round, and so may have its own timeout.
    pub(crate) fn has_time(&self) -> bool {
        self.others.iter().any(|(look, _)| *look == Look::Time)
    }

    /// The conditions of all calls of a round; that of the present one, `own`, comes first.
    pub(crate) fn waits(&self, own: For) -> Vec<Wait> {
        let others = self.others.iter().filter_map(|(look, offset)| match look {
            Look::For(what) => Some(Wait { what: *what, offset: *offset }),
            _ => None,
        });
        std::iter::once(Wait { what: own, offset: 0 }).chain(others).take(WAITS).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: For = For::Message { port: 1, index: 4 };
    const TWO: For = For::Message { port: 2, index: 5 };
    const A: Look = Look::For(ONE);
    const B: Look = Look::For(TWO);

    #[test]
    fn two_equal_polls_are_real_and_the_third_closes_a_poll_loop() {
        let mut history = History::default();
        assert_eq!(history.poll_loop(A, 100), None);
        history.push(A, 100);
        assert_eq!(history.poll_loop(A, 150), None);
        history.push(A, 150);
        let poll_loop = PollLoop { period: 50, others: Vec::new(), since: 100 };
        assert_eq!(history.poll_loop(A, 200), Some(poll_loop));
        assert_eq!(history.poll_loop(B, 200), None);
        history.clear();
        assert_eq!(history.poll_loop(A, 200), None);
    }

    #[test]
    fn calls_in_turn_make_a_poll_loop_together() {
        let mut history = History::default();
        for (look, at) in
            [(A, 0), (B, 50), (Look::Time, 100), (A, 110), (B, 160), (Look::Time, 210)]
        {
            assert_eq!(history.poll_loop(look, at), None);
            history.push(look, at);
        }
        let poll_loop = history.poll_loop(A, 220).expect("a poll loop");
        assert_eq!((poll_loop.period, poll_loop.has_time()), (110, true));
        assert_eq!(poll_loop.others, [(B, 50), (Look::Time, 100)]);
        assert_eq!(
            poll_loop.waits(ONE),
            [Wait { what: ONE, offset: 0 }, Wait { what: TWO, offset: 50 }]
        );
        assert_eq!(history.poll_loop(B, 220), None, "out of turn");
        // A round takes as long after a skip as before it.
        history.pass(1000);
        history.push(A, 1220);
        assert_eq!(history.poll_loop(B, 1270).expect("a poll loop").period, 110);
    }
}
