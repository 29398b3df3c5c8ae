//! Seeded random numbers, and messages whose every byte the receiver can predict.

use skifch_abi::NetAddr;

/// xorshift64* (S. Vigna, 2016): small, and identical on every platform.
#[derive(Clone)]
pub(super) struct Rng(u64);

impl Rng {
    pub(super) fn new(seed: u64) -> Self {
        // Zero is the one state that the generator cannot leave, so the low bit is set.
        Self(mix(seed) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `end`, which must not be 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(super) fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let random = self.next().to_le_bytes();
            chunk.copy_from_slice(&random[..chunk.len()]);
        }
    }
}

/// The finalizer of splitmix64: similar seeds give dissimilar states.
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Message number `seq` from `src` to `dst`, of 1 to `max` bytes, usually short.
pub(super) fn message(seed: u64, src: NetAddr, dst: NetAddr, seq: u64, max: usize) -> Vec<u8> {
    let id = mix(u64::from(src) << 32 | u64::from(dst)) ^ mix(seq) ^ seed;
    let mut rng = Rng::new(id);
    let bound = match rng.below(16) {
        0..10 => 64,
        10..14 => 1024,
        _ => max,
    };
    let mut bytes = vec![0; 1 + rng.below(bound.min(max))];
    rng.fill(&mut bytes);
    bytes
}
