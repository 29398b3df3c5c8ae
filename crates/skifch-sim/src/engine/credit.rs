//! Credits: free packet slots of an input, as the sender at the other end of the link knows them.
//!
//! A credit is a slot for a whole packet of any size, never a number of bytes: with sizes mixed, a
//! ring that counts bytes comes to a standstill (`tests/ring.rs` shows how).

/// The most slots of one input: what fits in a cache line with the rest of it.
pub(super) const MAX_SLOTS: usize = 6;

/// The longest time from a packet leaving an input to its credit being back.
pub(super) const MAX_RETURN: u64 = 1 << 31;

/// The slots of one input. They are kept with the input though its sender counts them: when a
/// packet leaves the input it is known when its credit will be back, and nothing has to travel.
/// Until somebody looks, that time waits here, its low 32 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Credit {
    /// When the last of those that are on their way is back.
    last: u64,
    times: [u32; MAX_SLOTS],
    free: u8,
    first: u8,
    /// Credits on their way back.
    returning: u8,
    /// The sender waits for a credit of which no time is known.
    is_wanted: bool,
}

impl Credit {
    pub(super) fn new(free: u8) -> Self {
        Self { last: 0, times: [0; MAX_SLOTS], free, first: 0, returning: 0, is_wanted: false }
    }

    /// Slots that the sender knows to be free now.
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

    /// As [`Self::count`], right up to 2, and without branches: nobody can predict credits.
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

    /// The sender will know of a free slot at `at`, after those that were said earlier. Whether it
    /// waits for that.
    #[inline]
    pub(super) fn give_back(&mut self, now: u64, at: u64) -> bool {
        let back = if now >= self.last { self.returning } else { 0 };
        self.free += back;
        self.returning -= back;
        // 32 bits tell apart what returns as long as all of it was said within half their range.
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

    /// The first time at or after `at` at which another one may be said to be back.
    pub(super) fn not_before(&self, at: u64) -> u64 {
        self.last.max(at)
    }

    /// When the next one is back. If that is not known, whoever gives it back is told that somebody
    /// waits.
    pub(super) fn wait(&mut self, now: u64) -> Option<u64> {
        self.count(now);
        self.is_wanted = self.returning == 0;
        (!self.is_wanted).then(|| self.next(self.first, now))
    }

    /// Slots that are free or known to become free.
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

    /// Against a plain list, with pauses beyond 32 bits.
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
            // Who does not count does not change anything.
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
