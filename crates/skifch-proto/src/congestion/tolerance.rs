//! Which losses are a sign of congestion.
//!
//! A window that shrinks at each loss cannot fill a link that loses one packet in a hundred for
//! reasons of its own: it stays at about ten packets (Mathis et al., "The macroscopic behavior of
//! the TCP congestion avoidance algorithm", 1997). So a loss counts only if one of two other signs
//! stands beside it: a queue, that is round trips well above the shortest (as in TCP Veno, Fu and
//! Liew 2003), or a rate of loss that no decent link has (as the threshold of BBRv2, which is 2 %;
//! here it is higher, because the rate is measured over few packets). A flow that began while the
//! queue was full never saw the shortest round trip; it knows the queue by round trips that are
//! near the longest.

use crate::rtt::Rtt;

/// The rate of loss that is a sign by itself, in 1/1024.
const HIGH_RATE: u64 = 41;
/// Fewer losses than that make no rate.
const FEW: u64 = 8;
/// When that many packets were counted, the older ones lose half of their weight.
const MEMORY: u64 = 2048;
/// Round trips closer together than this differ by scheduling, not by queues.
const NOISE_NS: u64 = 100_000;

#[derive(Debug)]
pub(super) struct Tolerance {
    lost: u64,
    total: u64,
    /// The least of the last few round trips: a single slow one is no queue.
    recent: [u64; 4],
    at: usize,
    last_ns: u64,
    /// The longest round trip, of which shorter ones slowly take away.
    longest_ns: u64,
}

impl Tolerance {
    pub(super) fn new() -> Self {
        Self { lost: 0, total: 0, recent: [0; 4], at: 0, last_ns: 0, longest_ns: 0 }
    }

    pub(super) fn on_ack(&mut self, rtt: &Rtt) {
        self.count(0);
        if rtt.latest_ns() != self.last_ns {
            self.last_ns = rtt.latest_ns();
            self.recent[self.at % 4] = self.last_ns;
            self.at += 1;
            let fallen = self.longest_ns - self.longest_ns.saturating_sub(self.last_ns) / 256;
            self.longest_ns = fallen.max(self.last_ns);
        }
    }

    /// Whether this loss is a sign of congestion.
    pub(super) fn on_loss(&mut self, rtt: &Rtt) -> bool {
        self.count(1);
        let is_high = self.lost >= FEW && self.lost * 1024 > self.total * HIGH_RATE;
        is_high || self.is_queueing(rtt) || self.is_full(rtt)
    }

    /// Whether packets wait on the way: each of the last round trips was a quarter above the
    /// shortest.
    pub(super) fn is_queueing(&self, rtt: &Rtt) -> bool {
        self.at >= 4 && self.least() > rtt.min_ns() + (rtt.min_ns() / 4).max(NOISE_NS)
    }

    /// Whether the last round trips were among the longest, where they differ enough to tell.
    fn is_full(&self, rtt: &Rtt) -> bool {
        let span = self.longest_ns - rtt.min_ns().min(self.longest_ns);
        self.at >= 4 && span > NOISE_NS && self.least() > rtt.min_ns() + span / 2
    }

    fn least(&self) -> u64 {
        self.recent.iter().copied().min().unwrap_or(0)
    }

    fn count(&mut self, lost: u64) {
        self.lost += lost;
        self.total += 1;
        if self.total > MEMORY {
            self.lost /= 2;
            self.total /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_in_a_hundred_is_tolerated_without_a_queue_only() {
        let mut rtt = Rtt::new(1);
        rtt.sample(1_000_000, 0);
        let mut it = Tolerance::new();
        for round in 0..1000 {
            (0..99).for_each(|_| it.on_ack(&rtt));
            assert!(!it.on_loss(&rtt), "round {round}");
        }
        for slow in 0..4 {
            assert!(!it.is_queueing(&rtt));
            rtt.sample(1_500_000 + slow, 0);
            it.on_ack(&rtt);
        }
        assert!(it.on_loss(&rtt), "the queue is a sign");
        rtt.sample(1_000_000, 0);
        it.on_ack(&rtt);
        assert!(!it.is_queueing(&rtt));
        let many = (0..200).position(|_| it.on_loss(&rtt));
        assert!(many.is_some_and(|count| count > 10), "{many:?}");
    }
}
