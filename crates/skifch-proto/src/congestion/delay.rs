//! Detection of queues by round-trip times.
//!
//! A burst, or a process that was not scheduled for a moment, delays the packets of one round trip
//! and those of the next, which all leave at once. A queue that requires a response lasts longer:
//! most packets of several rounds have waited, as CoDel detects it by the minimum delay of an
//! interval (RFC 8289, section 3). For a window that doubles each round this is late, so in slow
//! start the last few packets serve as an early sign.

use super::base::Base;
use crate::rtt::Rtt;

/// Round-trip times that differ by less than this, in ns, differ by scheduling, not by queueing.
const NOISE_NS: u64 = 100_000;
/// Number of packets needed for an early sign.
const FEW: usize = 4;
/// Number of rounds needed for a queue.
const ROUNDS: u64 = 3;

/// The packets of a round: those that arrive until one arrives that was sent in it.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    samples: u64,
    waited: u64,
}

#[derive(Debug)]
pub(super) struct Delay {
    base: Base,
    /// Number of samples seen.
    samples: u64,
    recent_ns: [u64; FEW],
    /// Maximum round-trip time; decays slowly with shorter samples.
    longest_ns: u64,
    round: Round,
    began_ns: u64,
    /// Consecutive complete rounds, up to the last one, in which most packets have waited.
    waiting: u64,
}

impl Delay {
    pub(super) fn new() -> Self {
        Self {
            base: Base::new(),
            samples: 0,
            recent_ns: [0; FEW],
            longest_ns: 0,
            round: Round::default(),
            began_ns: 0,
            waiting: 0,
        }
    }

    /// A packet sent at `sent_ns` was acknowledged.
    pub(super) fn on_ack(&mut self, now_ns: u64, sent_ns: u64, rtt: &Rtt) {
        if sent_ns >= self.began_ns {
            self.began_ns = now_ns;
            self.end_round();
        }
        if rtt.samples() != self.samples {
            self.samples = rtt.samples();
            self.sample(rtt.latest_ns());
        }
    }

    fn sample(&mut self, rtt_ns: u64) {
        self.base.sample(rtt_ns);
        self.recent_ns[self.samples as usize % FEW] = rtt_ns;
        let fallen_ns = self.longest_ns - self.longest_ns.saturating_sub(rtt_ns) / 256;
        self.longest_ns = fallen_ns.max(rtt_ns);
        self.round.samples += 1;
        self.round.waited += u64::from(self.has_waited(rtt_ns));
    }

    fn end_round(&mut self) {
        let Round { samples, waited } = std::mem::take(&mut self.round);
        if samples > 0 {
            self.waiting = if waited * 4 >= samples * 3 { self.waiting + 1 } else { 0 };
        }
    }

    /// Early sign: the last few packets have waited in a queue, or most packets of the last round.
    pub(super) fn is_rising(&self) -> bool {
        let are_late = self.recent_ns.iter().all(|&rtt_ns| self.has_waited(rtt_ns));
        self.waiting > 0 || self.samples >= FEW as u64 && are_late
    }

    /// Whether there is a standing queue.
    pub(super) fn is_queueing(&self) -> bool {
        self.waiting >= ROUNDS
    }

    /// Whether a packet has waited: longer by a quarter of the base time; or, for a flow that
    /// started with a full queue and never saw it empty, by half of the range seen.
    fn has_waited(&self, rtt_ns: u64) -> bool {
        let Some(base_ns) = self.base.ns() else { return false };
        let span_ns = self.longest_ns.saturating_sub(base_ns);
        rtt_ns > base_ns + (base_ns / 4).min(span_ns / 2).max(NOISE_NS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates packets with round trips of `rtt_ns`, one every tenth of it, from `from_ns` on;
    /// returns the end time.
    fn pass(delay: &mut Delay, rtt: &mut Rtt, from_ns: u64, rtt_ns: u64, packets: u64) -> u64 {
        let mut now_ns = from_ns;
        for _ in 0..packets {
            now_ns += rtt_ns / 10;
            rtt.sample(rtt_ns, 0);
            delay.on_ack(now_ns, now_ns - rtt_ns, rtt);
        }
        now_ns
    }

    #[test]
    fn a_queue_is_what_lasts_for_some_rounds() {
        let (mut delay, mut rtt) = (Delay::new(), Rtt::new(1));
        let now_ns = pass(&mut delay, &mut rtt, 1 << 40, 1_000_000, 100);
        assert!(!delay.is_rising() && !delay.is_queueing());
        let now_ns = pass(&mut delay, &mut rtt, now_ns, 1_500_000, 4);
        assert!(delay.is_rising() && !delay.is_queueing(), "a burst");
        let now_ns = pass(&mut delay, &mut rtt, now_ns, 1_500_000, 40);
        assert!(delay.is_rising() && delay.is_queueing());
        let now_ns = pass(&mut delay, &mut rtt, now_ns, 500_000, 2);
        let now_ns = pass(&mut delay, &mut rtt, now_ns, 1_500_000, 10);
        assert!(delay.is_queueing(), "two overtook the others");
        pass(&mut delay, &mut rtt, now_ns, 1_000_000, 30);
        assert!(!delay.is_rising() && !delay.is_queueing());
    }

    #[test]
    fn who_never_saw_the_queue_empty_knows_it_by_the_longest() {
        let (mut delay, mut rtt) = (Delay::new(), Rtt::new(1));
        let now_ns = pass(&mut delay, &mut rtt, 1 << 40, 4_000_000, 100);
        assert!(!delay.is_queueing());
        pass(&mut delay, &mut rtt, now_ns, 4_500_000, 40);
        assert!(delay.is_queueing());
    }
}
