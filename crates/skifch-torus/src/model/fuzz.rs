//! Delayed messages and requests, with `fuzz`. Traffic from one rank to another keeps its order.

use super::traffic::Traffic;
use crate::call::mix;
use skifch_sim::random::Random;

/// Maximum delay in ns.
const MOST_LATE_NS: u32 = 20_000;

/// Delays of the traffic from one rank or channel to another.
pub(super) struct FuzzDelays {
    until: u64,
    random: Random,
}

impl FuzzDelays {
    pub(super) fn new(seed: u64) -> Self {
        Self { until: 0, random: Random::new(seed) }
    }

    /// Until when to delay something that the network delivers now, if at all: with probability
    /// `milli` / 1000 by a random time, otherwise to stay behind what is delayed already. That may
    /// be until now: what is delayed until now has still to arrive.
    fn delay(&mut self, now: u64, milli: u64, ticks_per_ns: u64) -> Option<u64> {
        if self.random.happens(milli * (1 << 32) / 1000) {
            let delay = u64::from(self.random.below(MOST_LATE_NS));
            self.until = self.until.max(now + delay * ticks_per_ns);
        }
        (self.until >= now).then_some(self.until)
    }
}

impl Traffic {
    /// When to perform a request that the network delivers now, if later than now.
    pub(super) fn delay_request(&mut self, pair: [usize; 2], now: u64) -> Option<u64> {
        let milli = u64::from(self.config.fuzz_milli);
        let mut held = None;
        if milli > 0 {
            let [from, to] = pair.map(|rank| rank as u64);
            let seed = mix(mix(self.config.seed) ^ from << 32 ^ to);
            let fuzz_delays = self.pairs.entry(pair).or_insert_with(|| FuzzDelays::new(seed));
            held = fuzz_delays.delay(now, milli, self.ticks_per_ns);
        }
        let is_later = held.is_some() || self.target > 0;
        is_later.then(|| held.unwrap_or(now) + self.target)
    }

    /// When a message that the network delivers now arrives, if later than now.
    pub(super) fn delay(&mut self, lane: usize, now: u64) -> Option<u64> {
        let milli = u64::from(self.config.fuzz_milli);
        if milli == 0 {
            return None;
        }
        self.lanes[lane].fuzz_delays.delay(now, milli, self.ticks_per_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The network delivers something at the very tick until which something else is delayed.
    #[test]
    fn what_comes_at_the_end_of_a_delay_stays_behind_what_was_held_back() {
        let mut fuzz_delays = FuzzDelays::new(1);
        let until = fuzz_delays.delay(100, 1000, 1).expect("all are late");
        assert!(until >= 100);
        assert_eq!(fuzz_delays.delay(until, 0, 1), Some(until));
        assert_eq!(fuzz_delays.delay(until + 1, 0, 1), None);
    }
}
