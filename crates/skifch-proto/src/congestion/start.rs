//! Slow start: the window doubles with each round trip until a queue begins to grow.
//!
//! As HyStart++ (RFC 9406): round trips that grow make it careful, so that the queue does not
//! overflow before it is known whether there is one; if they fall again it was a burst, and the
//! doubling goes on. What is different is how a queue is known, see [`super::delay`].

use super::delay::Delay;

/// RFC 9406, CSS_GROWTH_DIVISOR.
const CAREFUL: u64 = 4;

/// What the window grows by for so many acknowledged bytes; `None`: there is a queue.
pub(super) fn growth(acked: u64, delay: &Delay) -> Option<u64> {
    match (delay.is_queueing(), delay.is_rising()) {
        (true, _) => None,
        (false, true) => Some(acked / CAREFUL),
        (false, false) => Some(acked),
    }
}
