//! Repeatable random numbers for tests: seeds are printed, so a run can be repeated.

use std::io::Write;

/// Random numbers generated from a seed.
#[derive(Clone, Debug)]
pub struct Random(fastrand::Rng);

impl Random {
    /// Begins with `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A random number of 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.u64(..)
    }

    /// A number below `limit`; 0 if `limit` is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0.u64(..limit.max(1))
    }

    /// An index below `limit`; 0 if `limit` is 0.
    pub fn index(&mut self, limit: usize) -> usize {
        self.0.usize(..limit.max(1))
    }

    /// Returns true with this probability, in millionths.
    pub fn happens(&mut self, per_million: u64) -> bool {
        self.below(1_000_000) < per_million
    }

    /// Overwrites all of `bytes` with random bytes.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }
}

/// The value of `SKIFCH_TEST_SEED`, or else a new seed from the clock for each call. Printed with
/// the test's name, so that a run can be repeated.
#[must_use]
pub fn seed(test: &str) -> u64 {
    let given = std::env::var("SKIFCH_TEST_SEED").ok().and_then(|text| text.parse().ok());
    let clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |now| now.as_nanos() as u64);
    let seed = given.unwrap_or_else(clock);
    say(&format!("\n{test}: SKIFCH_TEST_SEED={seed}\n"));
    seed
}

/// Whether the long versions of tests are requested (`SKIFCH_TEST_LONG`).
#[must_use]
pub fn is_long() -> bool {
    std::env::var_os("SKIFCH_TEST_LONG").is_some_and(|value| value != "0")
}

/// Writes directly to stdout, bypassing the test harness's capture.
pub fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_seeds_give_different_sequences() {
        let begin = |seed| {
            let mut random = Random::new(seed);
            [random.below(1000), random.below(1000), random.below(1000)]
        };
        let all: std::collections::HashSet<_> = (0..1000).map(begin).collect();
        assert!(all.len() > 990, "{} of 1000", all.len());
    }

    #[test]
    fn what_happens_never_and_always() {
        let mut random = Random::new(1);
        assert!((0..1000).all(|_| !random.happens(0) && random.happens(1_000_000)));
        assert_eq!((random.below(0), random.index(0)), (0, 0));
    }
}
