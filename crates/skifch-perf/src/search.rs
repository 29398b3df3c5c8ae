//! How many operations a round should have so that it takes as long as was asked for.
//!
//! The count grows from round to round. The first rounds are short, and whatever else happens to
//! the machine or is done for the first time makes them many times as long: a round that came out
//! long, but was not meant to, is no figure. `c/search.h` is the same for the C programs.

/// The most by which a count grows from one round to the next. What fits into the rings goes faster
/// than what does not, so that a long step may lead to a round that takes seconds.
const MOST_GROWTH: f64 = 4.0;
/// A round is long enough with this part of the time that was asked for,
const LONG_ENOUGH: f64 = 0.7;
/// and was meant to be long if, by the round before, it was to take this part of it.
const MEANT: f64 = 0.25;

/// The search for the count of one point.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    target_seconds: f64,
    /// The largest count that was too short.
    short: u64,
    count: u64,
    /// How long the round was to take by the one before it; nothing is known before the second.
    expected_seconds: f64,
    is_first: bool,
}

impl Search {
    /// Begins with rounds of `count` operations.
    pub(crate) fn new(count: u64, target_seconds: f64) -> Self {
        Self { target_seconds, short: 0, count, expected_seconds: 0.0, is_first: true }
    }

    /// The operations of the round that is to be run now.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Takes in how long that round took. Whether it is the one that counts; if not, the next is to
    /// be run.
    pub(crate) fn is_found(&mut self, seconds: f64) -> bool {
        let is_long = seconds >= self.target_seconds * LONG_ENOUGH;
        if is_long && self.expected_seconds >= self.target_seconds * MEANT {
            return true;
        }
        let factor = (self.target_seconds / seconds.max(1e-9)).min(MOST_GROWTH);
        let next = (self.count as f64 * factor) as u64;
        // What was too short stays so: the search has an end.
        if is_long {
            self.count = next.clamp((2 * self.short).clamp(1, self.count), self.count);
            self.expected_seconds = self.target_seconds;
        } else {
            self.short = self.count;
            self.count = next + 1;
            // The first round made the connections.
            self.expected_seconds = if self.is_first { 0.0 } else { seconds * factor };
        }
        self.is_first = false;
        false
    }
}

#[cfg(test)]
mod tests;
