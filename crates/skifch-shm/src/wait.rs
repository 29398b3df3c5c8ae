//! What a receiver does between polls that find nothing: it avoids taking cache lines from the peer
//! that it waits for.

use crate::counters::TxCounters;
use crate::next_own::NextOwn;
use crate::pace::{self, Pace, Seen};
use skifch_sync::pauses_in;
use std::hint::spin_loop;

/// How a receiver waits, as learned from the messages so far.
pub(crate) struct Wait {
    pace: Pace,
    next_own: NextOwn,
    /// The reply most likely comes through an exchange line.
    is_exchanging: bool,
    /// A message came through an exchange line since `is_exchanging` was last updated.
    has_exchanged: bool,
    /// Number of pauses between polls for a reply that comes through a lane.
    answer_pauses: u32,
    /// The same for a reply that comes through an exchange line.
    exchanged_pauses: u32,
}

impl Default for Wait {
    fn default() -> Self {
        Self {
            pace: Pace::default(),
            next_own: NextOwn::default(),
            is_exchanging: false,
            has_exchanged: false,
            answer_pauses: pauses_in(pace::ANSWER_NS),
            exchanged_pauses: pauses_in(pace::EXCHANGED_NS),
        }
    }
}

impl Wait {
    /// A message was found in a lane.
    #[inline(always)]
    pub(crate) fn found(&self) {
        self.next_own.fetch();
    }

    /// A message was found in an exchange line.
    #[inline(always)]
    pub(crate) fn found_exchanged(&mut self) {
        self.has_exchanged = true;
    }

    /// Whether this side has recently replied to what it receives, or been replied to.
    pub(crate) fn is_for_answer(&self) -> bool {
        self.pace.is_exchange()
    }

    /// No lane had a message: for how many nanoseconds to pause. `may_fetch`: no other rank is
    /// waiting for this CPU.
    pub(crate) fn nothing(&mut self, seen: Seen, sending: &TxCounters, may_fetch: bool) -> u32 {
        let away_ns = self.pace.empty(seen);
        if away_ns.is_some() {
            self.is_exchanging = std::mem::take(&mut self.has_exchanged);
        }
        match self.pace.is_exchange() && !self.is_exchanging && may_fetch {
            true => self.next_own.find(sending),
            false => self.next_own.forget(),
        }
        if self.is_exchanging { 0 } else { away_ns.unwrap_or(0) }
    }

    /// To be called after a poll for a reply that found nothing.
    #[inline(always)]
    pub(crate) fn between_looks(&self) {
        if self.is_exchanging {
            (0..self.exchanged_pauses).for_each(|_| spin_loop());
        } else if self.next_own.fetch() {
            (0..self.answer_pauses).for_each(|_| spin_loop());
        }
    }

    /// A turn ended: for how many nanoseconds to pause.
    pub(crate) fn turn(&mut self, seen: Seen) -> u32 {
        self.pace.turn(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_looks_for_long_still_waits_for_the_same_answer() {
        let mut wait = Wait::default();
        let sending = TxCounters::default();
        let nothing = |wait: &mut Wait, messages| {
            wait.nothing(Seen { messages, ..Seen::default() }, &sending, true);
            wait.is_exchanging
        };
        wait.found_exchanged();
        assert!(nothing(&mut wait, 1) && nothing(&mut wait, 1), "no message since");
        assert!(!nothing(&mut wait, 2), "one came by the lane");
    }
}
