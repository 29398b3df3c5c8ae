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
const STREAM_GAP: u32 = 6;
/// So many such gaps in a row make a stream.
const STREAM_GAPS: u32 = 4;
/// How long to look away: the time of a few transfers of a line.
const PAUSES: u32 = 8;

/// Tells a stream from an exchange by how often nothing was found between messages.
#[derive(Default)]
pub(crate) struct Pace {
    /// Messages received at the last empty look, and at the one before the last turn's end.
    seen: u64,
    seen_by_turn: u64,
    /// Empty looks since the last message.
    gap: u32,
    /// Short gaps in a row.
    short_gaps: u32,
}

impl Pace {
    /// A look found nothing after `messages` in all: whether to look away, having caught up with a
    /// stream.
    pub(crate) fn empty(&mut self, messages: u64) -> bool {
        if messages == self.seen {
            self.gap = self.gap.saturating_add(1);
            return false;
        }
        let is_short = self.gap <= STREAM_GAP;
        self.short_gaps = if is_short { self.short_gaps.saturating_add(1) } else { 0 };
        (self.seen, self.gap) = (messages, 1);
        self.short_gaps >= STREAM_GAPS
    }

    /// A turn ended: whether it was part of a stream.
    pub(crate) fn turn(&mut self) -> bool {
        if self.seen == self.seen_by_turn {
            // Not one empty look in all of the turn.
            self.gap = 0;
        }
        self.seen_by_turn = self.seen;
        self.gap <= STREAM_GAP
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
    fn looks_away(gap: u32, messages: u64) -> usize {
        let mut pace = Pace::default();
        let looks = (1..=messages).flat_map(|n| (0..gap).map(move |_| n));
        looks.filter(|&n| pace.empty(n)).count()
    }

    #[test]
    fn a_stream_is_told_from_an_exchange() {
        assert!(looks_away(1, 100) >= 95);
        assert!(looks_away(STREAM_GAP, 100) >= 95);
        assert_eq!(looks_away(STREAM_GAP + 1, 100), 0);
    }

    #[test]
    fn a_turn_without_an_empty_look_is_a_streams() {
        let mut pace = Pace::default();
        for _ in 0..100 {
            pace.empty(1);
        }
        assert!(!pace.turn());
        assert!(pace.turn());
    }
}
