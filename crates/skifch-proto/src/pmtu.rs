//! The largest datagram that the path carries, found by trying, as in RFC 8899 (DPLPMTUD): probes
//! of a size are sent beside the data, and their loss is no sign of congestion. What both ends can
//! receive is tried first; in a cluster that is most often right.

/// Every path carries this; QUIC's choice (RFC 9000, section 14).
pub(crate) const BASE_BYTES: usize = 1200;
/// Closer than this is found.
const STEP_BYTES: usize = 32;
/// Lost probes of a size until it counts as too large.
const TRIES: u32 = 3;
/// Large packets lost in a row until the path counts as one that swallows them.
const BLACK_HOLE: u32 = 6;

#[derive(Debug)]
pub(crate) struct Pmtu {
    base: usize,
    current: usize,
    /// Nothing larger is tried.
    ceiling: usize,
    failures: u32,
    /// Bytes of the probe that is on its way, 0 for none.
    probing: usize,
    swallowed: u32,
    /// Number of the newest large packet that arrived.
    arrived: u64,
}

impl Pmtu {
    /// Up to `most` bytes of datagram.
    pub(crate) fn new(most: usize) -> Self {
        let base = BASE_BYTES.min(most);
        let (failures, probing, swallowed, arrived) = (0, 0, 0, 0);
        Self { base, current: base, ceiling: most, failures, probing, swallowed, arrived }
    }

    /// Bytes of the largest datagram now.
    pub(crate) fn current(&self) -> usize {
        self.current
    }

    /// What arrives if anything does.
    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// The peer cannot receive more than `most` bytes.
    pub(crate) fn limit(&mut self, most: usize) {
        self.ceiling = self.ceiling.min(most);
        self.current = self.current.min(most);
        self.base = self.base.min(most);
    }

    /// The size to try now, if one is due.
    pub(crate) fn probe(&self) -> Option<usize> {
        let gap = self.ceiling - self.current;
        let is_first = self.current == self.base && self.failures < TRIES;
        let size = if is_first { self.ceiling } else { self.current + gap.div_ceil(2) };
        let is_worth = gap >= STEP_BYTES || (is_first && gap > 0);
        (is_worth && self.probing == 0).then_some(size)
    }

    pub(crate) fn on_probe_sent(&mut self, size: usize) {
        self.probing = size;
    }

    /// Bytes of the probe that is on its way, 0 for none: data does not wait for it.
    pub(crate) fn probing_bytes(&self) -> usize {
        self.probing
    }

    /// A probe of `size` bytes arrived. Whether the path carries more than was known.
    pub(crate) fn on_probe_acked(&mut self, size: usize) -> bool {
        self.probing = 0;
        let is_more = size > self.current && size <= self.ceiling;
        if is_more {
            self.current = size;
            self.failures = 0;
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

    /// The system refused a datagram of `size` bytes. Whether datagrams must become smaller.
    pub(crate) fn on_too_big(&mut self, size: usize) -> bool {
        if size <= self.base {
            return false;
        }
        self.ceiling = self.ceiling.min(size - 1);
        self.failures = TRIES;
        let is_less = self.current > self.ceiling;
        if is_less {
            self.current = self.base;
        }
        is_less
    }

    pub(crate) fn on_acked(&mut self, number: u64, size: usize) {
        if size > self.base {
            self.arrived = self.arrived.max(number);
            self.swallowed = 0;
        }
    }

    /// A packet was lost. Whether the path swallows large ones, so that they must become smaller.
    pub(crate) fn on_lost(&mut self, number: u64, size: usize) -> bool {
        if size <= self.base || number < self.arrived {
            return false;
        }
        self.swallowed += 1;
        if self.swallowed < BLACK_HOLE || self.current == self.base {
            return false;
        }
        self.ceiling = self.current - 1;
        self.current = self.base;
        self.swallowed = 0;
        self.failures = TRIES;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Probes until nothing is left to try; the path carries `limit`.
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
        assert!(!pmtu.on_too_big(9000) && !pmtu.on_too_big(BASE_BYTES));
    }
}
