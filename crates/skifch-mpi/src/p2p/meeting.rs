//! Messages of medium length that cross others on their way.
//!
//! A message sent whole is copied into the lane and out of it, by two cores. Where as much traffic
//! goes the other way, each core has two copies per message; of an announced message only the
//! receiver makes a copy. So messages are announced as long as arriving messages find their
//! receives posted, which is so where a program receives while it sends. A blocking send that can
//! go at once is not announced: it would wait for its receiver, twice as long as its message takes.

use crate::engine::Engine;

/// Shorter messages are always sent whole, which takes less time than announcing them.
const MEETING_BYTES: usize = 8 << 10;
/// How many messages may be announced per message that found its receive posted, and in total
/// before the next such message.
const FOR_ONE: u32 = 4;
const MOST: u32 = 64;

impl Engine {
    /// Whether a message of this length, for which no call is blocked, should be announced.
    #[inline(always)]
    pub(super) fn is_met(&self, len: usize) -> bool {
        len >= MEETING_BYTES && self.meetings > 0
    }

    /// One message was announced.
    pub(super) fn met_one(&mut self) {
        self.meetings = self.meetings.saturating_sub(1);
    }

    /// A message of this length has found its receive posted.
    #[inline]
    pub(super) fn has_met(&mut self, len: usize) {
        // Where ranks share CPUs, the answer would cost a scheduling turn.
        if len >= MEETING_BYTES && self.copies && !self.is_crowded {
            self.meetings = (self.meetings + FOR_ONE).min(MOST);
        }
    }
}
