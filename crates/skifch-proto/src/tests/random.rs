//! Chance that can be repeated.

/// xorshift64*: small, seeded, good enough for a network.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// Neighbouring seeds begin far apart: the seed is mixed as SplitMix64 does it, which no two
    /// seeds share the outcome of.
    pub(crate) fn new(seed: u64) -> Self {
        let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // From zero it would give nothing but zeros.
        Self((z ^ (z >> 31)).max(1))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 16) % limit.max(1)
    }

    /// Whether something of this probability, in a millionth, happens.
    pub(crate) fn happens(&mut self, per_million: u64) -> bool {
        per_million > 0 && self.below(1_000_000) < per_million
    }
}

/// `SKIFCH_FUZZ_SEED`, or one for each call from the clock; printed, so that a run can be repeated.
pub(crate) fn seed(test: &str) -> u64 {
    let clock = || {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |time| u64::from(time.subsec_nanos()))
    };
    let seed = std::env::var("SKIFCH_FUZZ_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(clock);
    println!("{test}: SKIFCH_FUZZ_SEED={seed}");
    seed
}

/// Whether the long versions are asked for.
pub(crate) fn is_long() -> bool {
    std::env::var_os("SKIFCH_TEST_LONG").is_some_and(|value| value != "0")
}

#[test]
fn neighbouring_seeds_give_different_sequences() {
    let begin = |seed| {
        let mut random = Random::new(seed);
        [random.below(1000), random.below(1000), random.below(1000)]
    };
    let all: std::collections::HashSet<_> = (0..1000).map(begin).collect();
    assert!(all.len() > 990, "{} of 1000", all.len());
}
