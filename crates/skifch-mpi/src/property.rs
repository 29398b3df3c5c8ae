//! Configuration of property tests.

/// Runs `count` cases of a property; the seed of a failing case is printed.
pub(crate) fn cases(count: u32) -> proptest::prelude::ProptestConfig {
    proptest::prelude::ProptestConfig {
        failure_persistence: None,
        ..proptest::prelude::ProptestConfig::with_cases(count)
    }
}
