//! Round-trip time estimation as in RFC 9002, section 5.

/// Round-trip time estimates, ns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rtt {
    latest_ns: u64,
    smoothed_ns: u64,
    variation_ns: u64,
    min_ns: u64,
    samples: u64,
}

impl Rtt {
    /// Estimates before the first sample.
    pub(crate) fn new(initial_ns: u64) -> Self {
        let (smoothed_ns, variation_ns) = (initial_ns, initial_ns / 2);
        Self { latest_ns: initial_ns, smoothed_ns, variation_ns, min_ns: initial_ns, samples: 0 }
    }

    /// A packet was acknowledged `latest_ns` after it was sent, of which the peer reports
    /// `delay_ns` as acknowledgement delay.
    pub(crate) fn sample(&mut self, latest_ns: u64, delay_ns: u64) {
        self.latest_ns = latest_ns;
        self.samples += 1;
        if self.samples == 1 {
            (self.min_ns, self.smoothed_ns, self.variation_ns) =
                (latest_ns, latest_ns, latest_ns / 2);
            return;
        }
        self.min_ns = self.min_ns.min(latest_ns);
        let waited = if latest_ns >= self.min_ns + delay_ns { delay_ns } else { 0 };
        let adjusted = latest_ns - waited;
        let off = self.smoothed_ns.abs_diff(adjusted);
        self.variation_ns = (3 * self.variation_ns + off) / 4;
        self.smoothed_ns = (7 * self.smoothed_ns + adjusted) / 8;
    }

    pub(crate) fn smoothed_ns(&self) -> u64 {
        self.smoothed_ns
    }

    pub(crate) fn latest_ns(&self) -> u64 {
        self.latest_ns
    }

    /// Number of samples so far.
    pub(crate) fn samples(&self) -> u64 {
        self.samples
    }

    pub(crate) fn min_ns(&self) -> u64 {
        self.min_ns
    }

    /// Probe timeout for an acknowledgement delay of `delay_ns`; at least `floor_ns`.
    pub(crate) fn probe_timeout_ns(&self, delay_ns: u64, floor_ns: u64) -> u64 {
        (self.smoothed_ns + 4 * self.variation_ns + delay_ns).max(floor_ns)
    }

    /// How long after a packet was sent it counts as lost if a later one is acknowledged: 9/8 of
    /// the round trip.
    pub(crate) fn reorder_ns(&self, floor_ns: u64) -> u64 {
        let longest = self.smoothed_ns.max(self.latest_ns);
        (longest + longest / 8).max(floor_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_follow_the_samples() {
        let mut rtt = Rtt::new(1_000_000);
        rtt.sample(100_000, 50_000);
        assert_eq!((rtt.smoothed_ns(), rtt.min_ns()), (100_000, 100_000), "no delay in the first");
        for _ in 0..100 {
            rtt.sample(300_000, 200_000);
        }
        assert!(rtt.smoothed_ns().abs_diff(100_000) < 1000, "{rtt:?}");
        assert!(rtt.probe_timeout_ns(0, 0) < 110_000, "{rtt:?}");
        assert_eq!(rtt.probe_timeout_ns(0, 1_000_000), 1_000_000);
        assert_eq!(rtt.reorder_ns(0), 337_500);
        rtt.sample(110_000, 200_000);
        assert!(rtt.smoothed_ns() > 100_000, "a delay longer than the trip is not believed");
    }
}
