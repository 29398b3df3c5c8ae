//! RFC 9002, section 7.3: one datagram more for each window, half for each loss.

use super::Step;

/// Bytes that the window grows by.
pub(super) fn growth(step: &Step) -> u64 {
    step.datagram * step.acked / step.window.max(1)
}

/// The window after a sign of congestion.
pub(super) fn after_congestion(window: u64) -> u64 {
    window / 2
}
