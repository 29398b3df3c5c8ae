//! How many losses are tolerated.
//!
//! A window that shrinks at each loss cannot fill a link that loses one packet in a hundred for
//! reasons other than congestion: it stays at about ten packets (Mathis et al., "The macroscopic
//! behavior of the TCP congestion avoidance algorithm", 1997). So a loss counts only together with
//! one of two other signs: a queue (as in TCP Veno, Fu and Liew 2003; see [`super::delay`]), or a
//! loss rate that no decent link has (like the threshold of BBRv2, which is 2 %; here it is higher,
//! because the rate is measured over few packets).

/// The loss rate that is a sign by itself, in 1/1024.
const HIGH_RATE: u64 = 41;
/// Minimum number of losses for a valid rate.
const FEW: u64 = 8;
/// After this many packets, all counts are halved.
const MEMORY: u64 = 2048;

/// Numbers of packets lost and in total.
#[derive(Debug, Default)]
pub(super) struct Tolerance {
    lost: u64,
    total: u64,
    /// When the first of the lost packets was detected.
    since_ns: u64,
}

impl Tolerance {
    pub(super) fn on_ack(&mut self) {
        self.count(0);
    }

    pub(super) fn on_loss(&mut self, now_ns: u64) {
        if self.lost == 0 {
            self.since_ns = now_ns;
        }
        self.count(1);
    }

    /// The count for one packet, which was lost.
    pub(super) fn of_one(now_ns: u64) -> Self {
        Self { lost: 1, total: 1, since_ns: now_ns }
    }

    pub(super) fn is_none(&self) -> bool {
        self.lost == 0
    }

    /// When the first counted loss was detected.
    pub(super) fn since_ns(&self) -> u64 {
        self.since_ns
    }

    /// A counted loss turned out to be spurious.
    pub(super) fn on_spurious(&mut self) {
        self.lost = self.lost.saturating_sub(1);
    }

    /// Whether the losses are a sign of congestion by themselves.
    pub(super) fn is_exceeded(&self) -> bool {
        self.lost >= FEW && self.is_high()
    }

    /// Whether the loss rate is high, for any number of losses.
    pub(super) fn is_high(&self) -> bool {
        self.lost * 1024 > self.total * HIGH_RATE
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
    fn one_in_a_hundred_is_tolerated_and_many_are_not() {
        let mut it = Tolerance::default();
        for round in 0..1000 {
            (0..99).for_each(|_| it.on_ack());
            it.on_loss(0);
            assert!(!it.is_exceeded(), "round {round}");
        }
        let many = (0..200).position(|_| {
            it.on_loss(0);
            it.is_exceeded()
        });
        assert!(many.is_some_and(|count| count > 10), "{many:?}");
    }
}
