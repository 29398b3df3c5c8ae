//! When a receiver should pause its polling for a moment.
//!
//! A receiver right behind its sender polls the very lines that the sender is writing, and each
//! poll takes a line away from the sender: both then advance at the rate of one line per
//! core-to-core transfer. If the receiver waits until some lines are full, both go faster. A
//! receiver that waits for a reply must not pause this way: it would see the reply later.

/// A receiver does not pause while the sender is at least this many bytes ahead, and goes on with a
/// long pause while the sender gets as many further in each step.
pub(crate) const DISTANCE_BYTES: usize = 512;
/// Greatest number of empty polls between messages of a stream; waiting for a reply takes more.
const STREAM_GAP: u64 = 6;
/// The same for polls while waiting for a reply, which are slower.
const EXCHANGE_GAP: u64 = 3;
/// Number of such gaps in a row that count as a stream.
const STREAM_GAPS: u32 = 4;
/// Most that are counted. A longer gap in which this side sent nothing halves the count, so that
/// one disturbance does not end a stream: between cores that share no cache it would not begin
/// again by itself.
const MOST_GAPS: u32 = 16;
/// Pause during a stream: the time of a few cache-line transfers. With a longer pause, a lane of
/// long messages would fill up.
const STREAM_NS: u32 = 400;
/// The same where this side sends too, and so may be waiting for a reply after all.
const EXCHANGE_NS: u32 = 110;
/// The same in a long stream of short messages, which take a long time to fill some lines: the
/// greatest average length in bytes and the pause.
const LONG_NS: [(u64, u32); 2] = [(640, 8000), (1100, 1600)];
/// Length of a step of a long pause.
pub(crate) const STEP_NS: u32 = 1600;
/// Least time that a sender takes for a message of a stream.
pub(crate) const FASTEST_NS: u32 = 10;
/// Number of gaps after which a stream is long, in which this side sent nothing and no long pause
/// was in vain. A stream that ends with a reply, for which the sender waits, should not count as
/// long.
const LONG_GAPS: u32 = 32;
/// A long pause that brings fewer messages than one in this time was in vain: the sender waits too,
/// for something that this side does elsewhere.
const IN_VAIN_NS: u64 = 400;
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
    /// Number of short gaps in a row, as [`MOST_GAPS`] says.
    short_gaps: u32,
    /// This side sent nothing in the last gap.
    is_alone: bool,
    /// Number of gaps in a row as [`LONG_GAPS`] says.
    steady_gaps: u32,
    /// The pause in the last gap.
    away_ns: u32,
}

impl Pace {
    /// A poll found nothing: for how many nanoseconds to pause, having caught up with a stream.
    /// `None` if this was not the first empty poll since a message.
    pub(crate) fn empty(&mut self, seen: Seen) -> Option<u32> {
        if seen.messages == self.last.messages {
            return None;
        }
        let is_short = seen.empties - self.last.empties <= self.stream_gap();
        self.is_alone = seen.sent == self.last.sent;
        self.short_gaps = match (is_short, self.is_alone) {
            (true, _) => (self.short_gaps + 1).min(MOST_GAPS),
            (false, true) => self.short_gaps / 2,
            (false, false) => 0,
        };
        let is_steady = self.is_alone && !self.was_in_vain(seen.messages - self.last.messages);
        self.steady_gaps = if is_steady { self.steady_gaps.saturating_add(1) } else { 0 };
        self.away_ns = self.away_ns(self.short_gaps >= STREAM_GAPS, seen);
        self.last = seen;
        Some(self.away_ns)
    }

    /// Whether the last pause was a long one and brought only so many messages.
    fn was_in_vain(&self, messages: u64) -> bool {
        self.away_ns > STREAM_NS && messages * IN_VAIN_NS < u64::from(self.away_ns)
    }

    /// Whether this side has recently replied to what it receives, or been replied to.
    pub(crate) fn is_exchange(&self) -> bool {
        !self.is_alone
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
        let long = LONG_NS.into_iter().find(|(greatest, _)| bytes <= messages * greatest);
        match (is_stream, long) {
            (false, _) => 0,
            (true, _) if seen.sent != self.last.sent => EXCHANGE_NS,
            (true, Some((_, long_ns))) if self.steady_gaps >= LONG_GAPS => long_ns,
            (true, _) => STREAM_NS,
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

    /// The pauses of a receiver that finds `messages` messages of `len` bytes between two gaps, and
    /// sends `answers` messages after them.
    fn pauses(messages: u64, len: u64, answers: u64) -> Vec<u32> {
        let mut pace = Pace::default();
        let at = |n| Seen {
            messages: n * messages,
            bytes: n * messages * len,
            empties: n,
            sent: answers * n,
        };
        (1..=200).filter_map(|n| pace.empty(at(n))).collect()
    }

    #[test]
    fn a_long_stream_of_short_messages_is_left_alone_for_longer() {
        let last = |messages, len, answers| pauses(messages, len, answers).pop();
        for (greatest, long_ns) in LONG_NS {
            assert_eq!(last(100, greatest, 0), Some(long_ns));
            assert_ne!(last(100, greatest + 1, 0), Some(long_ns));
        }
        assert_eq!(last(100, 4096, 0), Some(STREAM_NS));
        assert_eq!(last(100, 8, 1), Some(EXCHANGE_NS));
        let mut pace = Pace::default();
        let burst = |n| Seen { bytes: n, ..seen(n, n, n / u64::from(LONG_GAPS)) };
        assert!((1..=1000).all(|n| pace.empty(burst(n)) <= Some(STREAM_NS)), "bursts with answers");
    }

    #[test]
    fn a_sender_that_waits_for_something_else_is_seldom_left_alone_for_long() {
        let long = |messages| {
            let pauses = pauses(messages, 8, 0);
            pauses.into_iter().filter(|&away_ns| away_ns > STREAM_NS).count()
        };
        let enough = u64::from(LONG_NS[0].1) / IN_VAIN_NS;
        assert!((1..=200 / LONG_GAPS as usize).contains(&long(enough - 1)), "{}", long(enough - 1));
        assert!(long(enough) > 150, "{}", long(enough));
    }

    #[test]
    fn one_disturbance_does_not_end_a_stream() {
        let mut pace = Pace::default();
        let mut empty = |n, empties| pace.empty(seen(n, empties, 0));
        assert!((1..50).all(|n| empty(n, n) != Some(0) || n < u64::from(STREAM_GAPS)));
        assert_eq!(empty(50, 1000), Some(STREAM_NS), "one long gap");
        assert_eq!(empty(51, 2000), Some(STREAM_NS), "two");
        assert_eq!(empty(52, 3000), Some(0), "three");
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
