//! Chance that can be repeated.

/// SplitMix64, as in the fault injector.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit
    }

    pub(super) fn fill(&mut self, bytes: &mut [u8]) {
        bytes.fill_with(|| self.next() as u8);
    }
}

/// `SKIFCH_FUZZ_SEED`, or one from the clock; printed, so that a run can be repeated.
pub(super) fn seed(test: &str) -> u64 {
    let clock = || {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |time| u64::from(time.subsec_nanos()))
    };
    let seed = std::env::var("SKIFCH_FUZZ_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(clock);
    println!("{test}: SKIFCH_FUZZ_SEED={seed}");
    seed
}

/// How many rounds: many where the long tests are asked for.
pub(super) fn rounds(usual: u64) -> u64 {
    let is_long = std::env::var_os("SKIFCH_TEST_LONG").is_some_and(|value| value != "0");
    if is_long { 50 * usual } else { usual }
}
