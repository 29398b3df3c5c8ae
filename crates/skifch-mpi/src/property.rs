//! How property tests are run.

/// So many cases of a property; the seed of one that fails is printed.
pub(crate) fn cases(count: u32) -> proptest::prelude::ProptestConfig {
    proptest::prelude::ProptestConfig {
        failure_persistence: None,
        ..proptest::prelude::ProptestConfig::with_cases(count)
    }
}
