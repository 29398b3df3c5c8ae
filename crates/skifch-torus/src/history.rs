//! Calls that found nothing, and the circles that they make.
//!
//! A program that polls does the same again and again until something comes. Nobody needs to run
//! for that: when it has gone round twice, the next round is left to the model, which knows when
//! something will be found. Whether a circle is seen depends on the calls and their times alone, so
//! the same program is treated alike in every run.

use crate::seat::{For, WAITS, Wait};

/// What a call that found nothing looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// For something that comes from others.
    For(For),
    /// At the clock.
    Time,
    /// At nothing in particular.
    Progress,
}

/// Rounds that are really made before the next is left to the model.
const ROUNDS: usize = 2;
const KEPT: usize = ROUNDS * WAITS;

/// The last calls, if all of them found nothing.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// What and when; the newest is last.
    calls: Vec<(Look, u64)>,
    /// When the first of all these calls was.
    since: Option<u64>,
}

/// A circle of calls that the present one closes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Circle {
    /// Ticks of a round.
    pub(crate) period: u64,
    /// What the other calls of a round look at, with their offsets.
    pub(crate) others: Vec<(Look, u64)>,
    /// When the program began to find nothing.
    pub(crate) since: u64,
}

impl History {
    /// Something was found, or something else was done.
    pub(crate) fn clear(&mut self) {
        self.calls.clear();
        self.since = None;
    }

    /// A call found nothing at a time.
    pub(crate) fn push(&mut self, look: Look, at: u64) {
        self.since.get_or_insert(at);
        if self.calls.len() == KEPT {
            self.calls.remove(0);
        }
        self.calls.push((look, at));
    }

    /// Rounds that would have taken so many ticks were passed over.
    pub(crate) fn pass(&mut self, ticks: u64) {
        self.calls.iter_mut().for_each(|(_, at)| *at += ticks);
    }

    /// The circle that a look at this time would close.
    pub(crate) fn circle(&self, look: Look, at: u64) -> Option<Circle> {
        (1..=WAITS).find_map(|len| self.circle_of(len, look, at))
    }

    fn circle_of(&self, len: usize, look: Look, at: u64) -> Option<Circle> {
        let start = self.calls.len().checked_sub(ROUNDS * len)?;
        let (first, last) = self.calls[start..].split_at(len);
        let is_same = first.iter().zip(last).all(|((a, _), (b, _))| a == b);
        if !is_same || last[0].0 != look {
            return None;
        }
        let begin = last[0].1;
        // Threads of one rank that poll at the same time may have mixed their times up.
        let is_in_order = last.iter().all(|(_, time)| (begin..at).contains(time));
        let others = || last[1..].iter().map(|(look, time)| (*look, time - begin)).collect();
        let since = self.since.unwrap_or(at);
        is_in_order.then(|| Circle { period: at - begin, others: others(), since })
    }
}

impl Circle {
    /// Whether the program asks for the time in between, and so may have a limit of its own.
    pub(crate) fn has_time(&self) -> bool {
        self.others.iter().any(|(look, _)| *look == Look::Time)
    }

    /// What all calls of a round wait for, that of the present one, `own`, first.
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
    fn two_equal_polls_are_real_and_the_third_closes_a_circle() {
        let mut history = History::default();
        assert_eq!(history.circle(A, 100), None);
        history.push(A, 100);
        assert_eq!(history.circle(A, 150), None);
        history.push(A, 150);
        let circle = Circle { period: 50, others: Vec::new(), since: 100 };
        assert_eq!(history.circle(A, 200), Some(circle));
        assert_eq!(history.circle(B, 200), None);
        history.clear();
        assert_eq!(history.circle(A, 200), None);
    }

    #[test]
    fn calls_in_turn_make_a_circle_together() {
        let mut history = History::default();
        for (look, at) in
            [(A, 0), (B, 50), (Look::Time, 100), (A, 110), (B, 160), (Look::Time, 210)]
        {
            assert_eq!(history.circle(look, at), None);
            history.push(look, at);
        }
        let circle = history.circle(A, 220).expect("a circle");
        assert_eq!((circle.period, circle.has_time()), (110, true));
        assert_eq!(circle.others, [(B, 50), (Look::Time, 100)]);
        assert_eq!(
            circle.waits(ONE),
            [Wait { what: ONE, offset: 0 }, Wait { what: TWO, offset: 50 }]
        );
        assert_eq!(history.circle(B, 220), None, "out of turn");
        // After rounds that were passed over the round is as long as before.
        history.pass(1000);
        history.push(A, 1220);
        assert_eq!(history.circle(B, 1270).expect("a circle").period, 110);
    }
}
