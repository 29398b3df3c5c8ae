//! Reproducible random numbers: the same on every machine.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// xorshift64* (Vigna 2016), seeded through SplitMix64 so that similar seeds have nothing in
/// common.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator determined by `seed`.
    pub fn new(seed: u64) -> Self {
        Self(mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)) | 1)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `limit`, which is not 0; the bias is below 2⁻³² × `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        ((u64::from((self.bits() >> 32) as u32) * u64::from(limit)) >> 32) as u32
    }

    /// True with this probability, in 2⁻³².
    pub fn happens(&mut self, probability: u64) -> bool {
        self.bits() >> 32 < probability
    }
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): each output bit depends on all input
/// bits.
pub(crate) fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// A map with integer keys, fast and the same on every machine.
pub(crate) type Mixed<T> = HashMap<u64, T, BuildHasherDefault<Mixer>>;

/// Hasher for keys that no adversary chooses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_even_and_repeat() {
        let mut random = Random::new(1);
        let mut counts = [0u32; 6];
        (0..60_000).for_each(|_| counts[random.below(6) as usize] += 1);
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 400), "{counts:?}");
        let hits = (0..10_000).filter(|_| random.happens(1 << 30)).count();
        assert!(hits.abs_diff(2500) < 200, "{hits}");
        let again = |seed| (0..4).map(move |_| Random::new(seed).bits()).collect::<Vec<_>>();
        assert_eq!(again(7), again(7));
        assert_ne!(Random::new(7).bits(), Random::new(8).bits());
    }
}
