//! Undoing a spurious congestion response.
//!
//! A packet that arrives after it was declared lost shows that one loss was spurious. The response
//! was a mistake if it would not have happened for the other losses alone: with a queue, where each
//! loss is a sign, if there are no others, as in Linux and the Eifel response (RFC 4015); without a
//! queue, if the rate of the others is tolerated.

use super::cubic::Cubic;
use super::tolerance::Tolerance;

/// The state before the last response, and the condition for restoring it.
#[derive(Debug)]
pub(super) struct Undo {
    pub(super) window: u64,
    pub(super) slow_start_end: u64,
    pub(super) cubic: Cubic,
    /// When the first of the losses behind the response was detected.
    since_ns: u64,
    /// These losses, without those that have turned out to be spurious.
    losses: Tolerance,
    /// There was a queue, so any single loss is a sign of congestion.
    is_queueing: bool,
}

impl Undo {
    /// Saves the state before a response at `now_ns` to `losses`; with a queue, the last loss alone
    /// caused it.
    pub(super) fn new(
        now_ns: u64,
        (window, slow_start_end): (u64, u64),
        cubic: Cubic,
        losses: Tolerance,
        is_queueing: bool,
    ) -> Self {
        let (since_ns, losses) = match is_queueing {
            true => (now_ns, Tolerance::of_one(now_ns)),
            false => (losses.since_ns(), losses),
        };
        Self { window, slow_start_end, cubic, since_ns, losses, is_queueing }
    }

    /// Another packet covered by the response was declared lost.
    pub(super) fn on_loss(&mut self, now_ns: u64) {
        self.losses.on_loss(now_ns);
    }

    /// A packet declared lost at `lost_ns` has arrived. Returns whether the response was spurious.
    pub(super) fn on_spurious(&mut self, lost_ns: u64) -> bool {
        if lost_ns >= self.since_ns {
            self.losses.on_spurious();
        }
        if self.is_queueing { self.losses.is_none() } else { !self.losses.is_high() }
    }
}
