//! The base round-trip time: that of the path without queueing.
//!
//! The minimum of all round trips is no good measure if packets take more than one path: one that
//! bypasses half of the path would make all others look as if they had waited. So round trips are
//! grouped, and the median of each group is taken, which is right as long as fewer than half of the
//! group are too short. The minimum of the medians is kept for good. If the path becomes longer, it
//! looks like a queue, and each loss counts, as in RFC 9438.

/// Number of round trips in a group.
const HANDFUL: usize = 32;
/// Resolution in ns: fine enough for a loopback, and 32 bits of it are a minute.
const UNIT_NS: u64 = 16;

#[derive(Debug)]
pub(super) struct Base {
    /// In units of `UNIT_NS`.
    handful: [u32; HANDFUL],
    count: usize,
    least_ns: Option<u64>,
}

impl Base {
    pub(super) fn new() -> Self {
        Self { handful: [0; HANDFUL], count: 0, least_ns: None }
    }

    /// The base round-trip time in ns; `None` before the first group is complete.
    pub(super) fn ns(&self) -> Option<u64> {
        self.least_ns
    }

    pub(super) fn sample(&mut self, rtt_ns: u64) {
        self.handful[self.count] = (rtt_ns / UNIT_NS).min(u64::from(u32::MAX)) as u32;
        self.count += 1;
        if self.count == HANDFUL {
            self.count = 0;
            let (_, median, _) = self.handful.select_nth_unstable(HANDFUL / 2 - 1);
            let median_ns = u64::from(*median) * UNIT_NS;
            self.least_ns = Some(self.least_ns.map_or(median_ns, |least| least.min(median_ns)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_that_are_too_short_change_nothing_and_half_of_a_handful_does() {
        let mut base = Base::new();
        (1..HANDFUL).for_each(|_| base.sample(1_000_000));
        assert_eq!(base.ns(), None);
        base.sample(1_000_000);
        assert_eq!(base.ns(), Some(1_000_000));
        for number in 0..10_000 {
            let is_short = number % HANDFUL < HANDFUL / 2 - 1;
            base.sample(if is_short { 500_000 } else { 1_500_000 });
        }
        assert_eq!(base.ns(), Some(1_000_000));
        (0..2 * HANDFUL).for_each(|number| base.sample([800_000, 2_000_000][number % 2]));
        assert_eq!(base.ns(), Some(800_000), "the queue was empty for a moment");
    }
}
