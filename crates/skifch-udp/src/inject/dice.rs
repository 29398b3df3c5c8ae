//! Seeded random numbers.

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014): every
/// seed is as good as any other.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in [0, 1) with 53 random bits.
    pub(super) fn fraction(&mut self) -> f64 {
        (self.throw() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number below `limit`.
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.throw()) * u128::from(limit)) >> 64) as u64
    }
}
