//! Taking an answer back that nothing had asked for.
//!
//! One packet that comes late after it was given up shows that one loss was none. The answer was a
//! mistake if it would not have been given for the others alone: beside a queue, where each loss is
//! a sign, if there are no others, as Linux and the Eifel response (RFC 4015) have it; elsewhere if
//! the others are at a rate that is tolerated.

use super::cubic::Cubic;
use super::tolerance::Tolerance;

/// How things were before the last answer, and what it would take to return to that.
#[derive(Debug)]
pub(super) struct Undo {
    pub(super) window: u64,
    pub(super) slow_start_end: u64,
    pub(super) cubic: Cubic,
    /// Of the packets that the answer is for, the first was given up then.
    since_ns: u64,
    /// These packets, without those that have arrived.
    losses: Tolerance,
    /// Any of them is a sign of congestion.
    is_queueing: bool,
}

impl Undo {
    /// Before an answer that is given at `now_ns` to `losses`, beside a queue to the last of them.
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

    /// Another packet of the window that was answered for was given up.
    pub(super) fn on_loss(&mut self, now_ns: u64) {
        self.losses.on_loss(now_ns);
    }

    /// A packet that was given up at `lost_ns` has arrived. Whether what is left is no sign.
    pub(super) fn on_spurious(&mut self, lost_ns: u64) -> bool {
        if lost_ns >= self.since_ns {
            self.losses.on_spurious();
        }
        if self.is_queueing { self.losses.is_none() } else { !self.losses.is_high() }
    }
}
