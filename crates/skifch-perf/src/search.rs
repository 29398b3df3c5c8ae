//! Searches for the number of operations that makes a round take the requested time.
//!
//! The count grows from round to round. The first rounds are short, and a disturbance of the
//! machine or first-time work makes them take many times as long: a round that took long but was
//! not expected to is not a valid measurement. `c/search.h` is the same for the C programs.

/// Maximum growth of the count from one round to the next. What fits into the rings runs faster
/// than what does not, so a larger step might lead to a round that takes seconds.
const MOST_GROWTH: f64 = 4.0;
/// A round is long enough if it takes this fraction of the requested time,
const LONG_ENOUGH: f64 = 0.7;
/// and was expected to be long if the round before predicted at least this fraction of it.
const MEANT: f64 = 0.25;

/// The search for the count of one point.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    target_seconds: f64,
    /// The largest count that was too short.
    short: u64,
    count: u64,
    /// Duration predicted by the round before; 0 (unknown) before the second.
    expected_seconds: f64,
    is_first: bool,
}

impl Search {
    /// Starts with rounds of `count` operations.
    pub(crate) fn new(count: u64, target_seconds: f64) -> Self {
        Self { target_seconds, short: 0, count, expected_seconds: 0.0, is_first: true }
    }

    /// The operations of the round to run now.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Takes the time of that round. Returns whether this round is the result; if not, run the
    /// next one with the new count.
    pub(crate) fn is_found(&mut self, seconds: f64) -> bool {
        let is_long = seconds >= self.target_seconds * LONG_ENOUGH;
        if is_long && self.expected_seconds >= self.target_seconds * MEANT {
            return true;
        }
        let factor = (self.target_seconds / seconds.max(1e-9)).min(MOST_GROWTH);
        let next = (self.count as f64 * factor) as u64;
        // The next count stays above those that were too short, so the search terminates.
        if is_long {
            self.count = next.clamp((2 * self.short).clamp(1, self.count), self.count);
            self.expected_seconds = self.target_seconds;
        } else {
            self.short = self.count;
            self.count = next + 1;
            // The first round included connection set-up.
            self.expected_seconds = if self.is_first { 0.0 } else { seconds * factor };
        }
        self.is_first = false;
        false
    }
}

#[cfg(test)]
mod tests;
