//! NewReno (RFC 9002, section 7.3): one more datagram per window, half the window per loss.

use super::Step;

/// Window growth in bytes.
pub(super) fn growth(step: &Step) -> u64 {
    step.datagram * step.acked / step.window.max(1)
}

/// The window after a sign of congestion.
pub(super) fn after_congestion(window: u64) -> u64 {
    window / 2
}
