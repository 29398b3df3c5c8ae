//! Path MTU discovery as in RFC 8899 (DPLPMTUD): size probes are sent beside the data, and their
//! loss is no sign of congestion. The largest size that both ends can receive is probed first,
//! since in a cluster it usually works. Sizes found to be too large are probed again after a while:
//! paths improve, and an interface that was down for a moment looks like a black hole for large
//! datagrams.
//!
//! A path that does not carry the base size is used with the minimum size that any path carries
//! (the error state of RFC 8899, section 5.2), from which the search starts again.

use crate::wire::LEAST_DATAGRAM_BYTES;

/// A size that almost every path carries; QUIC's choice (RFC 9000, section 14).
pub(crate) const BASE_BYTES: usize = 1200;
/// The search ends when the remaining range is smaller than this.
const STEP_BYTES: usize = 32;
/// Number of lost probes after which a size counts as too large.
const TRIES: u32 = 3;
/// Number of consecutive losses of large packets after which the path counts as a black hole.
const BLACK_HOLE: u32 = 6;
/// PMTU_RAISE_TIMER, ns: initial and, doubling with each fruitless search, maximum pause before
/// larger sizes are probed again. The maximum is that of RFC 8899, section 5.1.1; waiting so long
/// after one bad moment would cost more than a few probes.
const RAISE_NS: u64 = 60_000_000_000;
const RAISE_MOST_NS: u64 = 600_000_000_000;

#[derive(Debug)]
pub(crate) struct Pmtu {
    base: usize,
    current: usize,
    /// The largest size that both ends can receive.
    most: usize,
    /// No larger size is probed.
    ceiling: usize,
    failures: u32,
    /// Size of the probe in flight; 0 if none.
    probing: usize,
    /// Size of the largest packet that has ever arrived.
    largest: usize,
    swallowed: u32,
    /// Number of the newest acknowledged packet that is larger than [`Pmtu::safe`].
    arrived: u64,
    /// When larger sizes are probed again.
    raise_ns: Option<u64>,
    /// Pause between the end of a search and the next one.
    pause_ns: u64,
}

impl Pmtu {
    /// Discovery for datagrams of up to `most` bytes.
    pub(crate) fn new(most: usize) -> Self {
        let base = BASE_BYTES.min(most);
        let (failures, probing, largest, swallowed, arrived) = (0, 0, 0, 0, 0);
        let (current, ceiling, raise_ns, pause_ns) = (base, most, None, RAISE_NS);
        Self {
            base,
            current,
            most,
            ceiling,
            failures,
            probing,
            largest,
            swallowed,
            arrived,
            raise_ns,
            pause_ns,
        }
    }

    /// The current maximum datagram size in bytes.
    pub(crate) fn current(&self) -> usize {
        self.current
    }

    /// The base size: carried by almost every path, as long as this one has not shown the contrary.
    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// The size to fall back to when datagrams of the current size do not arrive.
    fn safe(&self) -> usize {
        if self.current > self.base { self.base } else { LEAST_DATAGRAM_BYTES }
    }

    /// The peer cannot receive more than `most` bytes.
    pub(crate) fn limit(&mut self, most: usize) {
        self.most = self.most.min(most);
        self.ceiling = self.ceiling.min(most);
        self.current = self.current.min(most);
        self.base = self.base.min(most);
    }

    /// The size to probe now, if any.
    pub(crate) fn probe(&self) -> Option<usize> {
        let gap = self.ceiling - self.current;
        let is_first = self.current == self.base && self.failures < TRIES;
        let size = if is_first { self.ceiling } else { self.current + gap.div_ceil(2) };
        let is_worth = gap >= STEP_BYTES || (is_first && gap > 0);
        (is_worth && self.probing == 0).then_some(size)
    }

    /// Called before sending: restarts a search that ended below the possible maximum once the
    /// pause is over. An idle path is not probed.
    #[inline]
    pub(crate) fn raise(&mut self, now_ns: u64) {
        if self.current < self.most && self.probing == 0 && self.probe().is_none() {
            self.raise_if_due(now_ns);
        }
    }

    #[cold]
    fn raise_if_due(&mut self, now_ns: u64) {
        let at = *self.raise_ns.get_or_insert(now_ns + self.pause_ns);
        if now_ns >= at {
            self.raise_ns = None;
            self.pause_ns = (2 * self.pause_ns).min(RAISE_MOST_NS);
            (self.ceiling, self.failures) = (self.most, 0);
        }
    }

    pub(crate) fn on_probe_sent(&mut self, size: usize) {
        self.probing = size;
    }

    /// Size of the probe in flight, 0 if none: data does not wait for it.
    pub(crate) fn probing_bytes(&self) -> usize {
        self.probing
    }

    /// A probe of `size` bytes arrived. Returns whether the datagram size has grown.
    pub(crate) fn on_probe_acked(&mut self, size: usize) -> bool {
        self.probing = 0;
        let is_more = size > self.current && size <= self.ceiling;
        if is_more {
            self.current = size;
            self.failures = 0;
            self.pause_ns = RAISE_NS;
        }
        is_more
    }

    /// A probe of `size` bytes was lost.
    pub(crate) fn on_probe_lost(&mut self, size: usize) {
        self.probing = 0;
        self.failures += 1;
        if self.failures.is_multiple_of(TRIES) {
            self.ceiling = self.ceiling.min(size - 1).max(self.current);
        }
    }

    /// The system refused a datagram of `size` bytes. Returns whether the datagram size has shrunk.
    pub(crate) fn on_too_big(&mut self, size: usize) -> bool {
        if size <= LEAST_DATAGRAM_BYTES {
            return false;
        }
        if size <= self.base {
            self.base = LEAST_DATAGRAM_BYTES;
        }
        self.ceiling = self.ceiling.min(size - 1);
        self.failures = TRIES;
        let is_less = self.current > self.ceiling;
        if is_less {
            self.current = self.base;
        }
        is_less
    }

    /// Size in bytes of the largest packet that has ever arrived.
    pub(crate) fn largest_arrived(&self) -> usize {
        self.largest
    }

    pub(crate) fn on_acked(&mut self, number: u64, size: usize) {
        self.largest = self.largest.max(size);
        if size > self.safe() {
            self.arrived = self.arrived.max(number);
            self.swallowed = 0;
        }
    }

    /// A packet was lost. Returns whether the path is a black hole for its size, so that datagrams
    /// must shrink.
    pub(crate) fn on_lost(&mut self, number: u64, size: usize) -> bool {
        let is_usual = (self.safe() + 1..=self.current).contains(&size);
        if !is_usual || number < self.arrived {
            return false;
        }
        self.swallowed += 1;
        if self.swallowed < BLACK_HOLE {
            return false;
        }
        self.swallowed = 0;
        if self.current > self.base {
            (self.ceiling, self.failures) = (self.current - 1, TRIES);
        } else {
            // The cause may be something else: sizes that have not failed are probed again at once.
            (self.base, self.failures) = (LEAST_DATAGRAM_BYTES, 0);
        }
        self.current = self.base;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Probes until the search ends, on a path that carries `limit` bytes.
    fn search(pmtu: &mut Pmtu, limit: usize) -> usize {
        let mut count = 0;
        while let Some(size) = pmtu.probe() {
            pmtu.on_probe_sent(size);
            assert_eq!((pmtu.probe(), pmtu.probing_bytes()), (None, size), "one at a time");
            if size <= limit {
                assert!(pmtu.on_probe_acked(size));
            } else {
                pmtu.on_probe_lost(size);
            }
            count += 1;
            assert!(count < 100);
        }
        count
    }

    #[test]
    fn it_finds_what_the_path_carries() {
        let mut pmtu = Pmtu::new(9000);
        assert_eq!(search(&mut pmtu, 9000), 1, "first what both can");
        assert_eq!(pmtu.current(), 9000);
        for limit in [1200, 1400, 1472, 4000, 8999] {
            let mut pmtu = Pmtu::new(9000);
            search(&mut pmtu, limit);
            assert!(pmtu.current() <= limit && pmtu.current() + STEP_BYTES > limit, "{pmtu:?}");
        }
        assert_eq!(search(&mut Pmtu::new(600), 600), 0);
    }

    #[test]
    fn a_path_that_became_narrow_is_noticed() {
        let mut pmtu = Pmtu::new(9000);
        search(&mut pmtu, 9000);
        pmtu.on_acked(10, 9000);
        assert!((0..10).all(|number| !pmtu.on_lost(number, 9000)), "older than what arrived");
        assert!((11..100).all(|number| !pmtu.on_lost(number, 1000)), "small ones say nothing");
        let noticed = (11..100).position(|number| pmtu.on_lost(number, 9000));
        assert_eq!((noticed, pmtu.current()), (Some(5), BASE_BYTES));
        search(&mut pmtu, 1500);
        assert!((1468..=1500).contains(&pmtu.current()));
        assert!(pmtu.on_too_big(1450) && pmtu.current() == BASE_BYTES);
        assert!(!pmtu.on_too_big(9000), "an old one");
    }

    #[test]
    fn a_path_that_carries_less_than_others_gets_the_least() {
        let least = LEAST_DATAGRAM_BYTES;
        let mut pmtu = Pmtu::new(9000);
        assert!(pmtu.on_too_big(BASE_BYTES) && !pmtu.on_too_big(least));
        assert_eq!((pmtu.base(), pmtu.current()), (least, least));
        search(&mut pmtu, 1000);
        assert!((968..=1000).contains(&pmtu.current()), "{pmtu:?}");

        let mut pmtu = Pmtu::new(9000);
        search(&mut pmtu, 1000);
        assert_eq!(pmtu.current(), BASE_BYTES, "it is not tried before something else is lost");
        pmtu.on_acked(3, least);
        assert!((4..100).all(|number| !pmtu.on_lost(number, least)), "small ones say nothing");
        assert!((4..100).all(|number| !pmtu.on_lost(number, 9000)), "nor do those of before");
        let noticed = (4..100).position(|number| pmtu.on_lost(number, BASE_BYTES));
        assert_eq!((noticed, pmtu.base(), pmtu.current()), (Some(5), least, least));
        search(&mut pmtu, 1000);
        assert!((968..=1000).contains(&pmtu.current()), "{pmtu:?}");
        assert!((4..100).all(|number| !pmtu.on_lost(number, least)), "there is no less");
    }

    #[test]
    fn one_bad_moment_does_not_make_a_path_narrow() {
        let mut pmtu = Pmtu::new(9000);
        search(&mut pmtu, 9000);
        assert_eq!((0..6).filter(|number| pmtu.on_lost(*number, 9000)).count(), 1);
        assert_eq!((6..12).filter(|number| pmtu.on_lost(*number, BASE_BYTES)).count(), 1);
        search(&mut pmtu, 9000);
        assert!(pmtu.current() >= 8999 - STEP_BYTES, "{pmtu:?}");
    }

    #[test]
    fn a_path_that_became_wide_again_is_noticed_after_a_while() {
        let mut pmtu = Pmtu::new(9000);
        search(&mut pmtu, 1500);
        let mut now_ns = 7;
        // Fruitless searches are repeated at growing intervals.
        for pause_s in [60, 120, 240, 480, 600, 600] {
            pmtu.raise(now_ns);
            now_ns += pause_s * 1_000_000_000;
            pmtu.raise(now_ns - 1);
            assert_eq!(pmtu.probe(), None, "{pause_s}");
            pmtu.raise(now_ns);
            assert!((3..40).contains(&search(&mut pmtu, 1500)), "{pause_s}");
            assert!((1468..=1500).contains(&pmtu.current()));
        }
        pmtu.raise(now_ns);
        pmtu.raise(now_ns + RAISE_MOST_NS);
        search(&mut pmtu, 9000);
        assert!(pmtu.current() > 9000 - STEP_BYTES, "{pmtu:?}");
        let mut whole = Pmtu::new(9000);
        search(&mut whole, 9000);
        whole.raise(u64::MAX);
        assert_eq!((whole.probe(), whole.raise_ns), (None, None), "nothing is larger");
    }
}
