//! When a receiver should pause its polling for a moment.
//!
//! A receiver right behind its sender polls the very lines that the sender is writing, and each
//! poll takes a line away from the sender: both then advance at the rate of one line per
//! core-to-core transfer. If the receiver waits until some lines are full, both go faster. A
//! receiver that waits for a reply must not pause this way: it would see the reply later.

/// A receiver does not pause while the sender is at least this many bytes ahead.
pub(crate) const DISTANCE_BYTES: usize = 512;
/// Greatest number of empty polls between messages of a stream; waiting for a reply takes more.
const STREAM_GAP: u64 = 6;
/// The same for polls while waiting for a reply, which are slower.
const EXCHANGE_GAP: u64 = 3;
/// Number of such gaps in a row that count as a stream.
const STREAM_GAPS: u32 = 4;
/// Pause during a stream: the time of a few cache-line transfers. With a longer pause, a lane of
/// long messages would fill up.
const STREAM_NS: u32 = 400;
/// The same in a long stream of short messages, which take a long time to fill some lines.
const LONG_NS: u32 = 1600;
/// Number of gaps in which this side sent nothing, after which a stream is long. A stream that ends
/// with a reply, for which the sender waits, should not count as long.
const LONG_GAPS: u32 = 32;
/// Greatest average message length, in bytes, that counts as short.
const SHORT_BYTES: u64 = 1 << 10;
/// The same where this side sends too, and so may be waiting for a reply after all.
const EXCHANGE_NS: u32 = 110;
/// Pause between polls for a reply: polls without a pause leave the peer no time to get back the
/// line that it will write.
pub(crate) const ANSWER_NS: u32 = 16;
/// The same where the reply comes in the line that this side wrote last: the peer writes a few more
/// words there.
pub(crate) const EXCHANGED_NS: u32 = 40;

/// Totals counted so far by both sides of a channel.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seen {
    /// Messages received.
    pub(crate) messages: u64,
    /// Bytes received.
    pub(crate) bytes: u64,
    /// Polls that found nothing.
    pub(crate) empties: u64,
    /// Messages sent, to any destination.
    pub(crate) sent: u64,
}

/// Distinguishes a stream from an exchange by the number of empty polls between messages.
#[derive(Default)]
pub(crate) struct Pace {
    /// The totals at the first empty poll after the last message.
    last: Seen,
    /// Messages of `last` at the end of the last turn.
    at_turn: u64,
    /// Number of short gaps in a row.
    short_gaps: u32,
    /// Number of gaps in a row in which this side sent nothing.
    alone: u32,
}

impl Pace {
    /// A poll found nothing: for how many nanoseconds to pause, having caught up with a stream.
    /// `None` if this was not the first empty poll since a message.
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

    /// Whether this side has recently replied to what it receives, or been replied to.
    pub(crate) fn is_exchange(&self) -> bool {
        self.alone == 0
    }

    /// A turn ended: for how many nanoseconds to pause, nonzero if it was part of a stream.
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

    /// How often and for how long a receiver pauses that finds `gap` empty polls before each
    /// message and sends `answers` messages after it.
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

    /// The final pause of a receiver that sends `answers` messages after each message it receives.
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
