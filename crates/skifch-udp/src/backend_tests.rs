//! The whole backend: jobs of threads over the loopback interface.

use crate::Udp;
use skifch_backend::{conformance, table};

fn conforms(size: u32, params: &[(&str, &str)], seed: u64) {
    let failures = conformance::in_threads(table::<Udp>(), size, params, seed);
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn one_rank_conforms() {
    conforms(1, &[], 1);
}

#[test]
fn ranks_conform() {
    conforms(3, &[], 2);
}
