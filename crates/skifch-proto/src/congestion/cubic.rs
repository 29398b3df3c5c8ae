//! CUBIC (RFC 9438): after a loss the window returns to its former size along a cubic function of
//! time, stays there for a while, and then grows beyond it; never slower than NewReno would.

use super::Step;

/// The RFC's β: factor by which the window shrinks.
const LEFT: f64 = 0.7;
/// The RFC's C, datagrams per cubic second.
const SCALE: f64 = 0.4;
/// A window that was not filled for this many round trips counts as idle.
const IDLE_ROUNDS: u64 = 4;

#[derive(Clone, Debug, Default)]
pub(super) struct Cubic {
    /// Window at the last loss, bytes; zero before the first.
    max: f64,
    /// When growth began, and the window at that time.
    epoch: Option<(u64, f64)>,
    /// The window that NewReno with the same β would have, bytes.
    friendly: f64,
    /// When the window was last in use.
    used_ns: u64,
}

impl Cubic {
    /// Window growth in bytes.
    pub(super) fn growth(&mut self, step: &Step) -> u64 {
        self.leave_idle_time_out(step);
        let (window, datagram) = (step.window as f64, step.datagram as f64);
        let (began, from) = *self.epoch.get_or_insert_with(|| {
            self.friendly = window;
            (step.now_ns, window)
        });
        if self.max < from {
            self.max = from;
        }
        let share = step.acked as f64 / window;
        // RFC 9438, section 4.3: additive increase that matches the multiplicative decrease in
        // fairness.
        let additive =
            if self.friendly < self.max { 3.0 * (1.0 - LEFT) / (1.0 + LEFT) } else { 1.0 };
        self.friendly += additive * datagram * share;
        let time_s = (step.now_ns - began + step.rtt_ns) as f64 / 1e9;
        let return_s = ((self.max - from) / datagram / SCALE).cbrt();
        let cube = SCALE * (time_s - return_s).powi(3) * datagram + self.max;
        let target = cube.clamp(window, 1.5 * window);
        let growth = ((target - window) * share).max(self.friendly - window).max(0.0);
        growth as u64
    }

    /// Excludes idle time, in which the sender learnt nothing about the path (RFC 9438, section
    /// 5.8): otherwise the cubic function would open the window by half in each round after an idle
    /// hour.
    fn leave_idle_time_out(&mut self, step: &Step) {
        let idle_ns = step.now_ns.saturating_sub(self.used_ns);
        self.used_ns = step.now_ns;
        if let Some((began, _)) = &mut self.epoch
            && idle_ns > IDLE_ROUNDS * step.rtt_ns
        {
            *began += idle_ns;
        }
    }

    /// The window after a sign of congestion.
    pub(super) fn on_congestion(&mut self, window: u64, datagram: u64) -> u64 {
        let window = window as f64;
        // Fast convergence: a flow with a loss before it had recovered leaves room for new flows.
        let is_back = window + datagram as f64 >= self.max;
        self.max = if is_back { window } else { window * (1.0 + LEFT) / 2.0 };
        self.epoch = None;
        (window * LEFT) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_returns_to_the_window_of_the_loss_and_goes_on() {
        let mut cubic = Cubic::default();
        let mut window = cubic.on_congestion(1_000_000, 1000);
        assert_eq!(window, 700_000);
        let (mut now_ns, mut back_ns) = (0, 0);
        let rtt_ns = 100_000_000;
        while now_ns < 20_000_000_000 {
            for _ in 0..window / 10_000 {
                let step = Step { now_ns, acked: 10_000, window, datagram: 1000, rtt_ns };
                window += cubic.growth(&step);
            }
            if window >= 990_000 && back_ns == 0 {
                back_ns = now_ns;
            }
            now_ns += rtt_ns;
        }
        // K = cbrt(300 datagrams / 0.4) = 9.1 s.
        assert!((6_000_000_000..10_000_000_000).contains(&back_ns), "{back_ns}");
        assert!(window > 1_300_000, "{window}");
    }

    #[test]
    fn time_in_which_the_window_was_not_used_opens_nothing() {
        let mut cubic = Cubic::default();
        let mut window = cubic.on_congestion(1_000_000, 1000);
        let rtt_ns = 1_000_000;
        let mut pass = |now_ns| {
            let before = window;
            for _ in 0..before / 10_000 {
                let step = Step { now_ns, acked: 10_000, window, datagram: 1000, rtt_ns };
                window += cubic.growth(&step);
            }
            window - before
        };
        let usual = (1..=10).map(|round| pass(round * rtt_ns)).max().unwrap_or(0);
        let after_an_hour = pass(3_600_000_000_000);
        assert!(after_an_hour <= usual, "{after_an_hour} bytes in a round, {usual} before");
    }
}
