//! When a receiver should look away for a moment.
//!
//! A receiver on the heels of its sender looks at the very lines that the sender is writing, and
//! each look takes a line away from it: both then go at one line in the time that a line takes from
//! core to core. If the receiver waits until some lines are full, both go faster. One that waits
//! for an answer must not: it would see the answer later.

/// A sender that is so far ahead is left alone by a receiver that goes on.
pub(crate) const DISTANCE_BYTES: usize = 512;
/// A gap of at most so many empty looks between messages is a stream's; a wait for an answer takes
/// more.
const STREAM_GAP: u64 = 6;
/// The same between looks for an answer, which are slower.
const EXCHANGE_GAP: u64 = 3;
/// So many such gaps in a row make a stream.
const STREAM_GAPS: u32 = 4;
/// How long to look away from a stream: the time of some transfers of a line. Any longer, and a
/// lane of long messages would be full.
const STREAM_NS: u32 = 400;
/// The same in a long stream of short messages: it takes long until those fill some lines.
const LONG_NS: u32 = 1600;
/// After so many gaps in which this side sent nothing a stream is long. One that ends with an
/// answer, which the sender waits for, had better not be.
const LONG_GAPS: u32 = 32;
/// What is short, on average.
const SHORT_BYTES: u64 = 1 << 10;
/// The same where this side sends too, and may be waiting for an answer after all.
const EXCHANGE_NS: u32 = 110;
/// How long to look away from an answer each time: looks that follow each other at once leave the
/// peer no time to get back the line that it will write.
pub(crate) const ANSWER_NS: u32 = 16;
/// The same where the answer comes in the line that this side wrote last: the peer writes some more
/// words there.
pub(crate) const EXCHANGED_NS: u32 = 40;

/// What both sides of a channel have counted so far.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seen {
    /// Messages received.
    pub(crate) messages: u64,
    /// Their bytes.
    pub(crate) bytes: u64,
    /// Looks that found nothing.
    pub(crate) empties: u64,
    /// Messages sent, to anybody.
    pub(crate) sent: u64,
}

/// Tells a stream from an exchange by how often nothing was found between messages.
#[derive(Default)]
pub(crate) struct Pace {
    /// At the first look that found nothing after the last message.
    last: Seen,
    /// Messages of `last` at the end of the last turn.
    at_turn: u64,
    /// Short gaps in a row.
    short_gaps: u32,
    /// Gaps in a row since which this side has sent nothing.
    alone: u32,
}

impl Pace {
    /// A look found nothing: for how many nanoseconds to look away, having caught up with a stream.
    /// `None`: not the first such look after a message.
    pub(crate) fn empty(&mut self, seen: Seen) -> Option<u32> {
        if seen.messages == self.last.messages {
            return None;
        }
        let is_short = seen.empties - self.last.empties <= self.stream_gap();
        self.short_gaps = if is_short { self.short_gaps.saturating_add(1) } else { 0 };
        let away_ns = self.away_ns(self.short_gaps >= STREAM_GAPS, seen);
        self.alone = if seen.sent == self.last.sent { self.alone.saturating_add(1) } else { 0 };
        self.last = seen;
        Some(away_ns)
    }

    /// Whether this side answers what it receives, as far as was seen, or is answered.
    pub(crate) fn is_exchange(&self) -> bool {
        self.alone == 0
    }

    /// A turn ended: for how many nanoseconds to look away, if it was part of a stream.
    pub(crate) fn turn(&mut self, seen: Seen) -> u32 {
        let had_gap = self.last.messages != self.at_turn;
        self.at_turn = self.last.messages;
        self.away_ns(!had_gap || seen.empties - self.last.empties < self.stream_gap(), seen)
    }

    fn stream_gap(&self) -> u64 {
        if self.is_exchange() { EXCHANGE_GAP } else { STREAM_GAP }
    }

    fn away_ns(&self, is_stream: bool, seen: Seen) -> u32 {
        let (messages, bytes) = (seen.messages - self.last.messages, seen.bytes - self.last.bytes);
        match is_stream {
            false => 0,
            true if seen.sent != self.last.sent => EXCHANGE_NS,
            true if self.alone >= LONG_GAPS && bytes <= messages * SHORT_BYTES => LONG_NS,
            true => STREAM_NS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(messages: u64, empties: u64, sent: u64) -> Seen {
        Seen { messages, bytes: messages * 4096, empties, sent }
    }

    /// How often a receiver looks away, and for how long, that finds `gap` times nothing before
    /// each message and sends `answers` to it.
    fn looks_away(gap: u64, answers: u64, messages: u64) -> (usize, u32) {
        let mut pace = Pace::default();
        let looks = (1..=messages).map(|n| pace.empty(seen(n, 1 + gap * n, answers * n)));
        looks
            .flatten()
            .filter(|&away_ns| away_ns > 0)
            .fold((0, 0), |(count, _), last| (count + 1, last))
    }

    #[test]
    fn a_stream_is_told_from_an_exchange() {
        for gap in [1, STREAM_GAP] {
            let (count, away_ns) = looks_away(gap, 0, 100);
            assert!(count >= 95, "gaps of {gap}: {count}");
            assert_eq!(away_ns, STREAM_NS, "gaps of {gap}");
        }
        assert_eq!(looks_away(STREAM_GAP + 1, 0, 100).0, 0);
    }

    #[test]
    fn who_answers_looks_away_for_less_time() {
        assert_eq!(looks_away(1, 1, 100).1, EXCHANGE_NS);
        assert_eq!(looks_away(EXCHANGE_GAP + 1, 1, 100).0, 0);
    }

    /// For how long a receiver looks away in the end that never sends, or after each message.
    fn away_at_last_ns(len: u64, answers: u64) -> Option<u32> {
        let mut pace = Pace::default();
        let at = |n| Seen { bytes: n * len, ..seen(n, n, answers * n) };
        (1..=100).filter_map(|n| pace.empty(at(n))).last()
    }

    #[test]
    fn a_long_stream_of_short_messages_is_left_alone_for_longer() {
        assert_eq!(away_at_last_ns(SHORT_BYTES, 0), Some(LONG_NS));
        assert_eq!(away_at_last_ns(SHORT_BYTES + 1, 0), Some(STREAM_NS));
        assert_eq!(away_at_last_ns(8, 1), Some(EXCHANGE_NS));
        let mut pace = Pace::default();
        let burst = |n| Seen { bytes: n, ..seen(n, n, n / u64::from(LONG_GAPS)) };
        assert!((1..=1000).all(|n| pace.empty(burst(n)) <= Some(STREAM_NS)), "bursts with answers");
    }

    #[test]
    fn only_the_first_look_after_a_message_counts() {
        let mut pace = Pace::default();
        let mut away =
            |n| pace.empty(seen(n, n, 0)) > Some(0) && pace.empty(seen(n, n, 0)).is_none();
        assert_eq!((1..=100).filter(|&n| away(n)).count(), 97);
    }

    #[test]
    fn a_turn_without_a_long_gap_is_a_streams() {
        let mut pace = Pace::default();
        pace.empty(seen(10, 1, 0));
        assert_eq!(pace.turn(seen(10, 100, 0)), 0, "a hundred looks");
        assert_eq!(pace.turn(seen(10, 100, 0)), STREAM_NS, "none in this turn");
        pace.empty(seen(20, 101, 0));
        assert_eq!(pace.turn(seen(30, 102, 0)), STREAM_NS, "two");
        assert_eq!(pace.turn(seen(40, 102, 1)), EXCHANGE_NS, "and an answer");
    }
}
