//! Credits: free packet slots of an input, as known to the sender at the other end of the link.
//!
//! A credit stands for a slot for a whole packet of any size, never for bytes: with mixed sizes, a
//! ring that counts bytes deadlocks (`tests/ring.rs` shows how).

/// Maximum number of slots of an input: what fits in a cache line with the rest of it.
pub(super) const MAX_SLOTS: usize = 6;

/// Maximum time from a packet leaving an input to the return of its credit.
pub(super) const MAX_RETURN: u64 = 1 << 31;

/// The credits of one input. They are stored with the input although its sender counts them: when a
/// packet leaves the input, the return time of its credit is known, so no message is simulated.
/// Return times (their low 32 bits) are kept here until they are needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Credit {
    /// Return time of the last credit under way.
    last: u64,
    times: [u32; MAX_SLOTS],
    free: u8,
    first: u8,
    /// Credits under way back to the sender.
    returning: u8,
    /// The sender waits for a credit whose return time is not known yet.
    is_wanted: bool,
}

impl Credit {
    pub(super) fn new(free: u8) -> Self {
        Self { last: 0, times: [0; MAX_SLOTS], free, first: 0, returning: 0, is_wanted: false }
    }

    /// Number of slots that the sender knows to be free now.
    #[inline]
    pub(super) fn count(&mut self, now: u64) -> u8 {
        if now >= self.last {
            self.free += std::mem::take(&mut self.returning);
        }
        while self.returning > 0 && self.next(self.first, now) <= now {
            self.first = Self::after(self.first);
            self.returning -= 1;
            self.free += 1;
        }
        self.free
    }

    /// As [`Self::count`], but exact only up to 2, and without branches, which would be
    /// unpredictable.
    #[inline]
    pub(super) fn room(&self, now: u64) -> u8 {
        let are_all = now >= self.last;
        let is_back = |place: u8| are_all | (self.next(place, now) <= now);
        let one = (self.returning > 0) & is_back(self.first);
        let two = (self.returning > 1) & is_back(Self::after(self.first));
        self.free + u8::from(one) + u8::from(two)
    }

    /// The sender uses a slot that it knows to be free.
    #[inline]
    pub(super) fn spend(&mut self) {
        let is_back = self.free == 0;
        self.free -= u8::from(!is_back);
        self.returning -= u8::from(is_back);
        self.first = if is_back { Self::after(self.first) } else { self.first };
    }

    /// A credit returns to the sender at `at`, not before any earlier one. Returns whether the
    /// sender waits for it.
    #[inline]
    pub(super) fn give_back(&mut self, now: u64, at: u64) -> bool {
        let back = if now >= self.last { self.returning } else { 0 };
        self.free += back;
        self.returning -= back;
        // 32 bits suffice to compare return times that were registered within half their range.
        if (at as u32).wrapping_sub(self.times[usize::from(self.first)]) > MAX_RETURN as u32 / 2 {
            self.count(now);
        }
        let place = usize::from(self.first) + usize::from(self.returning);
        let place = if place < MAX_SLOTS { place } else { place - MAX_SLOTS };
        self.times[place] = at as u32;
        self.last = at;
        self.returning += 1;
        std::mem::take(&mut self.is_wanted)
    }

    /// The first time at or after `at` at which another credit may return.
    pub(super) fn not_before(&self, at: u64) -> u64 {
        self.last.max(at)
    }

    /// When the next credit returns. If that is not known, the next [`Self::give_back`] reports
    /// that the sender waits.
    pub(super) fn wait(&mut self, now: u64) -> Option<u64> {
        self.count(now);
        self.is_wanted = self.returning == 0;
        (!self.is_wanted).then(|| self.next(self.first, now))
    }

    /// Slots that are free or whose credits are under way.
    pub(super) fn known(&self) -> usize {
        usize::from(self.free) + usize::from(self.returning)
    }

    #[inline]
    fn next(&self, place: u8, now: u64) -> u64 {
        let ahead = self.times[usize::from(place)].wrapping_sub(now as u32) as i32;
        now.wrapping_add_signed(i64::from(ahead))
    }

    #[inline]
    fn after(place: u8) -> u8 {
        if usize::from(place) + 1 == MAX_SLOTS { 0 } else { place + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_are_back_when_their_time_comes() {
        let mut credit = Credit::new(3);
        (0..3).for_each(|_| credit.spend());
        for at in [10, 20, 20] {
            assert!(!credit.give_back(0, at));
        }
        assert_eq!((credit.count(9), credit.wait(9)), (0, Some(10)));
        assert_eq!((credit.count(10), credit.wait(10)), (1, Some(20)));
        assert_eq!((credit.count(20), credit.known()), (3, 3));
        (0..3).for_each(|_| credit.spend());
        assert_eq!(credit.wait(30), None);
        assert!(credit.give_back(30, 40), "somebody waits");
        assert_eq!((credit.count(39), credit.count(40)), (0, 1));
    }

    /// Compared with a plain list, with pauses beyond 32 bits.
    #[test]
    fn long_pauses_lose_nothing() {
        let mut random = crate::random::Random::new(9);
        let (mut credit, mut now) = (Credit::new(6), 0u64);
        let (mut free, mut times) = (6, Vec::<u64>::new());
        for round in 0..20_000 {
            now += match random.below(10) {
                0 => u64::from(random.bits() as u32) << random.below(4),
                _ => u64::from(random.below(1000)),
            };
            let back = times.iter().filter(|at| **at <= now).count();
            free += times.drain(..back).len();
            assert_eq!(usize::from(credit.room(now)).min(2), free.min(2), "round {round}");
            // Not calling `count` does not change anything.
            if random.below(4) == 0 {
                assert_eq!(usize::from(credit.count(now)), free, "round {round}");
            }
            if free > 0 && random.below(2) == 0 {
                credit.spend();
                free -= 1;
            } else if free + times.len() < 6 {
                let at = times.last().copied().unwrap_or(now) + 1 + u64::from(random.below(500));
                credit.give_back(now, at);
                times.push(at);
            }
        }
    }
}
