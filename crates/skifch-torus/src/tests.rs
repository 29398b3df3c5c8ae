//! The conformance suite, with threads as ranks.

use crate::Virtual;
use skifch_backend::conformance;

fn conforms(ranks: u32, args: &str, seed: u64) {
    let table = skifch_backend::table::<Virtual>();
    let failures = conformance::in_threads(table, ranks, &[("ARGS", args)], seed);
    assert!(failures.is_empty(), "torus:{args}, {ranks} ranks:\n{}", failures.join("\n"));
}

#[test]
fn one_rank_keeps_the_contract() {
    conforms(1, "2", 1);
}

#[test]
fn four_ranks_keep_the_contract() {
    conforms(4, "2x2,preset=m2", 2);
}

#[test]
fn fuzz_is_within_the_contract() {
    conforms(3, "3x2,fuzz=200,seed=11", 3);
}

#[test]
fn fuzz_gives_each_channel_a_limit_of_its_own() {
    conforms(2, "4x4,fuzz=100", 1);
}
