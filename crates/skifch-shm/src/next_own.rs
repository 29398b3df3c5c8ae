//! Where this side's own next message will be written.
//!
//! The peer looks for it there, and each look takes the line away. So whoever waits for an answer,
//! and will send when it is there, asks for those lines again: between looks, and when it is there.

use crate::counters::TxCounters;
use skifch_ring::{LINE_BYTES, record_bytes};
use skifch_sync::fetch_to_write;

/// More lines are not asked for: longer messages ask for theirs by themselves.
const MOST_LINES: usize = 17;

/// What is known of the next message: that it will be like the last ones.
pub(crate) struct NextOwn {
    /// Null where it is not to be asked for. A hint otherwise: the lane may be gone.
    at: *const u8,
    lines: usize,
    /// What this side had sent when that was found.
    messages: u64,
    bytes: u64,
}

impl Default for NextOwn {
    fn default() -> Self {
        Self { at: std::ptr::null(), lines: 0, messages: 0, bytes: 0 }
    }
}

impl NextOwn {
    /// Finds it, for a wait that begins.
    pub(crate) fn find(&mut self, sending: &TxCounters) {
        let (messages, bytes) = (sending.messages.get(), sending.bytes.get());
        if messages != self.messages {
            let (count, sum) = (messages - self.messages, bytes - self.bytes);
            let len = if count == 1 { sum } else { sum / count };
            // The line that a record begins in the midst of is one more.
            let lines = record_bytes(len as usize) / LINE_BYTES + 2;
            (self.lines, self.messages, self.bytes) = (lines.min(MOST_LINES), messages, bytes);
        }
        self.at = sending.next();
    }

    /// This side is not about to send, as far as is known.
    pub(crate) fn forget(&mut self) {
        self.at = std::ptr::null();
    }

    /// Asks for the lines, if they are known.
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

    /// How many lines are asked for after messages of these lengths.
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
