//! Messages of middle length that meet others on their way.
//!
//! One that goes whole is copied into a lane and out of it, by two cores. Where as much comes the
//! other way, both cores have two copies for each message, and had better announce it: then each
//! copies once for itself. So it is as long as messages find their receives posted, which is where
//! a program receives while it sends. A blocking send does not: it would wait for its receiver, and
//! twice as long as its message takes.

use crate::engine::Engine;

/// Shorter messages always go whole, which takes less than announcing them.
const MEETING_BYTES: usize = 8 << 10;
/// How many messages may be announced for one that came, and at all until another comes.
const FOR_ONE: u32 = 4;
const MOST: u32 = 64;

impl Engine {
    /// Whether a message of so many bytes that nobody waits for had better be announced.
    #[inline(always)]
    pub(super) fn is_met(&self, len: usize) -> bool {
        len >= MEETING_BYTES && self.meetings > 0
    }

    /// A message was announced.
    pub(super) fn met_one(&mut self) {
        self.meetings = self.meetings.saturating_sub(1);
    }

    /// A message of so many bytes has found its receive posted.
    #[inline]
    pub(super) fn has_met(&mut self, len: usize) {
        // Where ranks share CPUs the answer would take a turn.
        if len >= MEETING_BYTES && self.copies && !self.is_crowded {
            self.meetings = (self.meetings + FOR_ONE).min(MOST);
        }
    }
}
