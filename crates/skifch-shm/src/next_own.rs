//! Where this side's own next message will be written.
//!
//! The peer polls for it there, and each poll takes the cache line away. A side that waits for a
//! reply and will send once it arrives therefore prefetches those lines again: between polls, and
//! when the reply has arrived.

use crate::counters::TxCounters;
use skifch_ring::{LINE_BYTES, record_bytes};
use skifch_sync::fetch_to_write;

/// No more lines than this are prefetched: longer messages fetch theirs in parallel by themselves.
const MOST_LINES: usize = 17;

/// The predicted next message: like the last ones.
pub(crate) struct NextOwn {
    /// Null if nothing is to be prefetched. Otherwise only a hint: the lane may be gone.
    at: *const u8,
    lines: usize,
    /// Totals that this side had sent when the prediction was made.
    messages: u64,
    bytes: u64,
}

impl Default for NextOwn {
    fn default() -> Self {
        Self { at: std::ptr::null(), lines: 0, messages: 0, bytes: 0 }
    }
}

impl NextOwn {
    /// Updates the prediction at the start of a wait.
    pub(crate) fn find(&mut self, sending: &TxCounters) {
        let (messages, bytes) = (sending.messages.get(), sending.bytes.get());
        if messages != self.messages {
            let (count, sum) = (messages - self.messages, bytes - self.bytes);
            let len = if count == 1 { sum } else { sum / count };
            // A record may begin in the middle of a line, which adds one line.
            let lines = record_bytes(len as usize) / LINE_BYTES + 2;
            (self.lines, self.messages, self.bytes) = (lines.min(MOST_LINES), messages, bytes);
        }
        self.at = sending.next();
    }

    /// This side is not expected to send next.
    pub(crate) fn forget(&mut self) {
        self.at = std::ptr::null();
    }

    /// Prefetches the lines for writing; false if they are not known.
    #[inline(always)]
    pub(crate) fn fetch(&self) -> bool {
        if self.at.is_null() {
            return false;
        }
        for line in 0..self.lines {
            fetch_to_write(self.at.wrapping_add(line * LINE_BYTES));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of lines prefetched after messages of these lengths.
    fn lines(next_own: &mut NextOwn, sending: &TxCounters, lens: &[usize]) -> usize {
        let mut place = 0_u8;
        for &len in lens {
            sending.sent(len, &raw mut place);
        }
        next_own.find(sending);
        assert!(next_own.fetch(), "a place is known");
        next_own.lines
    }

    #[test]
    fn the_next_message_is_taken_to_be_like_those_since_the_last_wait() {
        let (mut next_own, sending) = (NextOwn::default(), TxCounters::default());
        assert!(!next_own.fetch(), "nothing was sent");
        assert_eq!(lines(&mut next_own, &sending, &[8]), 2);
        assert_eq!(lines(&mut next_own, &sending, &[]), 2, "nothing new");
        assert_eq!(lines(&mut next_own, &sending, &[256]), 6);
        assert_eq!(lines(&mut next_own, &sending, &[100, 100, 400]), 5, "200 on average");
        assert_eq!(lines(&mut next_own, &sending, &[0]), 2);
        assert_eq!(lines(&mut next_own, &sending, &[1 << 20]), MOST_LINES);
        next_own.forget();
        assert!(!next_own.fetch());
    }
}
