//! Slow start: the window doubles each round trip until a queue begins to build up.
//!
//! As in HyStart++ (RFC 9406), growing round-trip times slow the growth down, so that the queue
//! does not overflow before it is known whether there is one; if they fall again it was a burst,
//! and the doubling resumes. The difference is how a queue is detected, see [`super::delay`].

use super::delay::Delay;

/// CSS_GROWTH_DIVISOR of RFC 9406.
const CAREFUL: u64 = 4;

/// Window growth for this many acknowledged bytes; `None` if there is a standing queue.
pub(super) fn growth(acked: u64, delay: &Delay) -> Option<u64> {
    match (delay.is_queueing(), delay.is_rising()) {
        (true, _) => None,
        (false, true) => Some(acked / CAREFUL),
        (false, false) => Some(acked),
    }
}
