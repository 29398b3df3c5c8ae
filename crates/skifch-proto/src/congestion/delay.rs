//! What round trips say of queues.
//!
//! A burst, or a process that did not run for a moment, makes the packets of a round trip late and
//! those of the next, which leave all at once. A queue that has to be answered is there for longer:
//! it is known by most packets of several rounds having waited, as CoDel knows it by the least wait
//! of an interval (RFC 8289, section 3). For a window that doubles with each round this is late:
//! for it the last few packets are a first sign.

use super::base::Base;
use crate::rtt::Rtt;

/// Round trips closer together than this differ by scheduling, not by queues.
const NOISE_NS: u64 = 100_000;
/// As many packets make a sign.
const FEW: usize = 4;
/// As many rounds make a queue.
const ROUNDS: u64 = 3;

/// The packets of a round: those that arrive until one does that was sent in it.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    samples: u64,
    waited: u64,
}

#[derive(Debug)]
pub(super) struct Delay {
    base: Base,
    /// How many samples were looked at.
    samples: u64,
    recent_ns: [u64; FEW],
    /// The longest, of which shorter ones slowly take away.
    longest_ns: u64,
    round: Round,
    began_ns: u64,
    /// Rounds in a row, up to the last whole one, of which most packets have waited.
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

    /// A packet that was sent at `sent_ns` has arrived.
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

    /// Whether the last few packets have waited on the way, or most of the last round.
    pub(super) fn is_rising(&self) -> bool {
        let are_late = self.recent_ns.iter().all(|&rtt_ns| self.has_waited(rtt_ns));
        self.waiting > 0 || self.samples >= FEW as u64 && are_late
    }

    /// Whether packets wait, and go on waiting.
    pub(super) fn is_queueing(&self) -> bool {
        self.waiting >= ROUNDS
    }

    /// By a quarter of the path's own time, or, for who began while the queue was full and never
    /// saw it empty, by half as much as any.
    fn has_waited(&self, rtt_ns: u64) -> bool {
        let Some(base_ns) = self.base.ns() else { return false };
        let span_ns = self.longest_ns.saturating_sub(base_ns);
        rtt_ns > base_ns + (base_ns / 4).min(span_ns / 2).max(NOISE_NS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Round trips of `rtt_ns` each, one packet every tenth of them, from `from_ns` on; the time
    /// after.
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
