//! The program that `skif-perf shmem` runs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::Path;
use support::{Build, is_once_more, run, tree};

/// PEs must agree on what they measure, whichever memory they reach.
#[test]
fn each_part_is_measured_near_and_over_a_network() {
    let test = "each_part_is_measured_near_and_over_a_network";
    let Some(tree) = tree(test).filter(|_| !is_once_more()) else { return };
    let build = Build::new(tree);
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/skifch-perf/c");
    let words = ["-std=gnu99", "-O2", "-I", sources.to_str().unwrap()];
    let program = build.compile("oshcc", &sources.join("shmem/ops.c"), &words);
    for network in ["shm", "udp"] {
        for part in ["words", "blocks", "meet", "access"] {
            run(build.job(network, 2, &program).args(["0.0005", "0", part]));
        }
    }
}
