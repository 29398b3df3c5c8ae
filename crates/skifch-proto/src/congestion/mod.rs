//! Congestion control: the window, and what makes it grow and shrink.
//!
//! Loss detection and the two classical algorithms follow RFC 9002 and RFC 9438. What counts as a
//! sign of congestion is decided before them, in [`tolerance`] and [`delay`].

mod base;
mod cubic;
mod delay;
mod newreno;
mod start;
mod tolerance;
mod undo;

use crate::rtt::Rtt;
use cubic::Cubic;
use delay::Delay;
use tolerance::Tolerance;
use undo::Undo;

/// Congestion control algorithms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// No congestion window, for networks used by this job alone. Credit and ring sizes still
    /// limit.
    None,
    /// RFC 9002, section 7.
    NewReno,
    /// RFC 9438.
    #[default]
    Cubic,
}

/// Input for the growth of the window, bytes and ns.
#[derive(Clone, Copy, Debug)]
struct Step {
    now_ns: u64,
    acked: u64,
    window: u64,
    datagram: u64,
    rtt_ns: u64,
}

/// The congestion window of one connection.
#[derive(Debug)]
pub(crate) struct Congestion {
    algorithm: Algorithm,
    cubic: Cubic,
    delay: Delay,
    tolerance: Tolerance,
    window: u64,
    slow_start_end: u64,
    datagram: u64,
    /// Losses of packets sent up to this time belong to the last congestion response.
    answered_ns: Option<u64>,
    /// State to restore if the last response turns out to be spurious.
    undo: Option<Undo>,
}

impl Congestion {
    /// The initial state for datagrams of `datagram` bytes.
    pub(crate) fn new(algorithm: Algorithm, datagram: u64) -> Self {
        Self {
            algorithm,
            cubic: Cubic::default(),
            delay: Delay::new(),
            tolerance: Tolerance::default(),
            window: initial(datagram),
            slow_start_end: u64::MAX,
            datagram,
            answered_ns: None,
            undo: None,
        }
    }

    /// Bytes that may be in flight.
    pub(crate) fn window(&self) -> u64 {
        if self.algorithm == Algorithm::None { u64::MAX } else { self.window }
    }

    /// The path now carries datagrams of `datagram` bytes.
    pub(crate) fn set_datagram(&mut self, datagram: u64) {
        let is_untouched = self.slow_start_end == u64::MAX;
        self.datagram = datagram;
        self.window = self.window.max(if is_untouched { initial(datagram) } else { self.least() });
    }

    fn least(&self) -> u64 {
        2 * self.datagram
    }

    /// Whether a packet sent then is covered by the last congestion response.
    fn is_old(&self, sent_ns: u64) -> bool {
        self.answered_ns.is_some_and(|answered| sent_ns <= answered)
    }

    /// A packet of `bytes` sent at `sent_ns` was acknowledged, while `in_flight` bytes were in
    /// flight.
    pub(crate) fn on_ack(
        &mut self,
        now_ns: u64,
        sent_ns: u64,
        bytes: u64,
        in_flight: u64,
        rtt: &Rtt,
    ) {
        self.delay.on_ack(now_ns, sent_ns, rtt);
        let is_old = self.is_old(sent_ns);
        if !is_old {
            self.tolerance.on_ack();
        }
        let is_used = in_flight + 3 * self.datagram >= self.window || in_flight * 2 >= self.window;
        if is_old || !is_used || self.algorithm == Algorithm::None {
            return;
        }
        if self.window < self.slow_start_end {
            match start::growth(bytes, &self.delay) {
                Some(growth) => self.window += growth,
                None => self.slow_start_end = self.window,
            }
            return;
        }
        let rtt_ns = rtt.smoothed_ns();
        let (window, datagram) = (self.window, self.datagram);
        let step = Step { now_ns, acked: bytes, window, datagram, rtt_ns };
        self.window += match self.algorithm {
            Algorithm::Cubic => self.cubic.growth(&step),
            _ => newreno::growth(&step),
        };
    }

    /// A packet sent at `sent_ns` was declared lost.
    pub(crate) fn on_loss(&mut self, now_ns: u64, sent_ns: u64) {
        if self.is_old(sent_ns) {
            self.undo.iter_mut().for_each(|undo| undo.on_loss(now_ns));
            return;
        }
        self.tolerance.on_loss(now_ns);
        let is_queueing = self.delay.is_queueing();
        let is_sign = is_queueing || self.tolerance.is_exceeded();
        if !is_sign || self.algorithm == Algorithm::None {
            return;
        }
        let before = (self.window, self.slow_start_end);
        let losses = std::mem::take(&mut self.tolerance);
        let undo = Undo::new(now_ns, before, self.cubic.clone(), losses, is_queueing);
        self.undo = Some(undo);
        self.answered_ns = Some(now_ns);
        let smaller = match self.algorithm {
            Algorithm::Cubic => self.cubic.on_congestion(self.window, self.datagram),
            _ => newreno::after_congestion(self.window),
        };
        self.window = smaller.max(self.least());
        self.slow_start_end = self.window;
    }

    /// A packet sent at `sent_ns` and declared lost at `lost_ns` has arrived. Undoes the last
    /// congestion response if it would not have happened without such losses.
    pub(crate) fn on_spurious(&mut self, sent_ns: u64, lost_ns: u64) {
        if !self.is_old(sent_ns) {
            self.tolerance.on_spurious();
        } else if let Some(undo) = self.undo.take_if(|undo| undo.on_spurious(lost_ns)) {
            self.window = self.window.max(undo.window);
            self.slow_start_end = self.slow_start_end.max(undo.slow_start_end);
            self.cubic = undo.cubic;
            self.answered_ns = None;
        }
    }

    /// Nothing was heard for several probe timeouts: the path may have changed, so start over.
    pub(crate) fn on_silence(&mut self) {
        self.slow_start_end = (self.window / 2).max(self.least());
        self.window = self.least();
        self.undo = None;
        self.cubic = Cubic::default();
        self.delay = Delay::new();
    }
}

/// The initial window (RFC 9002, section 7.2).
fn initial(datagram: u64) -> u64 {
    (10 * datagram).min((2 * datagram).max(14_720))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rtt(ns: u64) -> Rtt {
        let mut rtt = Rtt::new(ns);
        rtt.sample(ns, 0);
        rtt
    }

    fn fill(it: &mut Congestion, now_ns: u64, rtt: &Rtt) {
        let window = it.window();
        for _ in 0..window / 1000 {
            it.on_ack(now_ns, now_ns - rtt.smoothed_ns(), 1000, window, rtt);
        }
    }

    #[test]
    fn it_grows_when_used_and_shrinks_once_for_each_window() {
        for algorithm in [Algorithm::NewReno, Algorithm::Cubic] {
            let rtt = rtt(1_000_000);
            let mut it = Congestion::new(algorithm, 1000);
            let first = it.window();
            it.on_ack(2_000_000, 1_000_000, 1000, 1000, &rtt);
            assert_eq!(it.window(), first, "an idle sender earns nothing");
            fill(&mut it, 2_000_000, &rtt);
            assert!(it.window() >= first * 2 - 1000, "slow start doubles");
            let full = it.window();
            for lost in 0..8 {
                it.on_loss(3_000_000, 2_000_000 + lost);
            }
            let less = it.window();
            assert!(less <= full * 7 / 10 && less >= full / 2, "{full} to {less}");
            for lost in 0..8 {
                assert_eq!(it.window(), less, "{lost} of eight came late");
                it.on_spurious(2_000_000 + lost, 3_000_000);
            }
            assert_eq!(it.window(), full, "undone");
            it.on_silence();
            assert_eq!(it.window(), 2000);
        }
    }

    /// For a response to losses with a queue, where a single loss is enough.
    #[test]
    fn only_losses_that_were_answered_to_undo_the_answer() {
        let mut rtt = Rtt::new(1);
        let mut it = Congestion::new(Algorithm::Cubic, 1000);
        it.window = 100_000;
        it.on_loss(5, 1);
        let mut now_ns = 1 << 40;
        for step in 0..200 {
            let rtt_ns = if step < 100 { 1_000_000 } else { 1_500_000 };
            now_ns += rtt_ns / 10;
            rtt.sample(rtt_ns, 0);
            it.on_ack(now_ns, now_ns - rtt_ns, 1000, 0, &rtt);
        }
        (0..2).for_each(|lost| it.on_loss(now_ns + 10, now_ns + lost));
        assert!(it.window() < 100_000, "one beside a queue counts");
        it.on_spurious(1, 5);
        it.on_spurious(now_ns, now_ns + 10);
        assert!(it.window() < 100_000, "one was lost before there was a queue, and one is missing");
        it.on_spurious(now_ns + 1, now_ns + 10);
        assert_eq!(it.window(), 100_000);
    }

    #[test]
    fn growth_after_a_loss_is_slow() {
        for algorithm in [Algorithm::NewReno, Algorithm::Cubic] {
            let rtt = rtt(1_000_000);
            let mut it = Congestion::new(algorithm, 1000);
            it.window = 100_000;
            for lost in 0..10 {
                it.on_loss(10_000_000, lost);
            }
            let less = it.window();
            for round in 11..=20 {
                fill(&mut it, round * 1_000_000 + 1, &rtt);
            }
            let grown = it.window() - less;
            assert!((3_000..12_000).contains(&grown), "{algorithm:?}: {grown} in ten rounds");
        }
    }

    #[test]
    fn none_is_not_limited() {
        let mut it = Congestion::new(Algorithm::None, 1000);
        it.on_loss(1, 0);
        assert_eq!(it.window(), u64::MAX);
    }
}
