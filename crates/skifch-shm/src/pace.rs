//! When a receiver should look away for a moment.
//!
//! A receiver on the heels of its sender looks at the very lines that the sender is writing, and
//! each look takes a line away from it: both then go at one line in the time that a line takes from
//! core to core. If the receiver waits until some lines are full, both go faster. One that waits
//! for an answer must not: it would see the answer later.

use std::hint::spin_loop;

/// A sender that is so far ahead is left alone by a receiver that goes on.
pub(crate) const DISTANCE_BYTES: usize = 512;
/// A gap of at most so many empty looks between messages is a stream's; a wait for an answer takes
/// more.
const STREAM_GAP: u64 = 6;
/// So many such gaps in a row make a stream.
const STREAM_GAPS: u32 = 4;
/// How long to look away: the time of a few transfers of a line.
const PAUSES: u32 = 8;

/// Tells a stream from an exchange by how often nothing was found between messages.
#[derive(Default)]
pub(crate) struct Pace {
    /// Messages and empty looks at the first look that found nothing after the last message.
    messages: u64,
    empties: u64,
    /// `messages` at the end of the last turn.
    at_turn: u64,
    /// Short gaps in a row.
    short_gaps: u32,
}

impl Pace {
    /// A look found nothing, after `messages` and `empties` in all: whether to look away, having
    /// caught up with a stream. It is enough to tell of the first such look after a message.
    pub(crate) fn empty(&mut self, messages: u64, empties: u64) -> bool {
        if messages == self.messages {
            return false;
        }
        let is_short = empties - self.empties <= STREAM_GAP;
        self.short_gaps = if is_short { self.short_gaps.saturating_add(1) } else { 0 };
        (self.messages, self.empties) = (messages, empties);
        self.short_gaps >= STREAM_GAPS
    }

    /// A turn ended after `empties` looks in all that found nothing: whether it was part of a
    /// stream.
    pub(crate) fn turn(&mut self, empties: u64) -> bool {
        let had_gap = self.messages != self.at_turn;
        self.at_turn = self.messages;
        !had_gap || empties - self.empties < STREAM_GAP
    }
}

/// Lets the sender fill some lines.
pub(crate) fn look_away() {
    for _ in 0..PAUSES {
        spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a receiver looks away that finds `gap` times nothing before each message.
    fn looks_away(gap: u64, messages: u64) -> usize {
        let mut pace = Pace::default();
        (1..=messages).filter(|n| pace.empty(*n, 1 + gap * n)).count()
    }

    #[test]
    fn a_stream_is_told_from_an_exchange() {
        assert!(looks_away(1, 100) >= 95);
        assert!(looks_away(STREAM_GAP, 100) >= 95);
        assert_eq!(looks_away(STREAM_GAP + 1, 100), 0);
    }

    #[test]
    fn only_the_first_look_after_a_message_counts() {
        let mut pace = Pace::default();
        assert_eq!((1..=100).filter(|&n| pace.empty(n, n) && !pace.empty(n, n)).count(), 97);
    }

    #[test]
    fn a_turn_without_a_long_gap_is_a_streams() {
        let mut pace = Pace::default();
        pace.empty(10, 1);
        assert!(!pace.turn(100), "a hundred looks");
        assert!(pace.turn(100), "none in this turn");
        pace.empty(20, 101);
        assert!(pace.turn(102), "two");
    }
}
