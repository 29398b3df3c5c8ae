//! The conformance suite over the composite, and over the test network.

use crate::memnet::MemNet;
use crate::ranks::job;
use skifch_backend::conformance::{self, Net, Verdict};
use skifch_backend::table;
use std::sync::Mutex;

fn conforms(size: u32, apart: u32) {
    let seed = 0x5eed;
    let failures = Mutex::new(Vec::new());
    job(size, apart, |rank| {
        let (fence, last_error) = (|| rank.host.fence(), || rank.last_error());
        let net = Net {
            table: rank.table,
            domain: rank.domain,
            rank: rank.rank,
            size,
            fence: &fence,
            last_error: &last_error,
        };
        conformance::run(&net, seed, "", &mut |line| {
            if matches!(line.verdict, Verdict::Failed(_)) {
                failures.lock().expect("no panic").push(format!("[{}] {line}", rank.rank));
            }
        });
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{size} ranks, {apart} in a row, seed {seed}: {failures:#?}");
}

#[test]
fn the_network_of_the_tests_conforms() {
    let failures = conformance::in_threads(table::<MemNet>(), 2, &[], 0x5eed);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn one_rank() {
    conforms(1, 1);
}

#[test]
fn two_ranks_apart() {
    conforms(2, 1);
}

#[test]
fn four_ranks_of_which_two_are_together() {
    conforms(4, 2);
}
