//! Messages and requests that come late, where that is wanted. What one rank sends to one other
//! keeps its order.

use super::traffic::Traffic;
use crate::call::mix;
use skifch_sim::random::Random;

/// How late unkindness lets something be.
const MOST_LATE_NS: u32 = 20_000;

/// When messages of a pair come that are held back, where some are.
#[derive(Default)]
pub(super) struct Unkind {
    until: u64,
    random: Option<Random>,
}

impl Traffic {
    /// When a request is done that the network delivers now, if that is later.
    pub(super) fn delay_request(&mut self, pair: [usize; 2], now: u64) -> Option<u64> {
        let mut at = now;
        let milli = u64::from(self.config.fuzz_milli);
        if milli > 0 {
            let (seed, ticks_per_ns) = (self.config.seed, self.ticks_per_ns);
            let unkind = self.pairs.entry(pair).or_default();
            let [from, to] = pair.map(|rank| rank as u64);
            let random =
                unkind.random.get_or_insert_with(|| Random::new(mix(mix(seed) ^ from << 32 ^ to)));
            if random.happens(milli * (1 << 32) / 1000) {
                let delay = u64::from(random.below(MOST_LATE_NS)) * ticks_per_ns;
                unkind.until = unkind.until.max(now + delay);
            }
            at = at.max(unkind.until);
        }
        at += self.target;
        (at > now).then_some(at)
    }

    /// Where unkindness is wanted: when a message comes that the network delivers now.
    pub(super) fn delay(&mut self, lane: usize, now: u64) -> Option<u64> {
        let lane = &mut self.lanes[lane];
        let milli = u64::from(self.config.fuzz_milli);
        let is_late = milli > 0 && lane.unkind.happens(milli * (1 << 32) / 1000);
        if !is_late && lane.late_until <= now {
            return None;
        }
        let delay = if is_late { u64::from(lane.unkind.below(MOST_LATE_NS)) } else { 0 };
        lane.late_until = lane.late_until.max(now + delay * self.ticks_per_ns);
        Some(lane.late_until)
    }
}
