//! The example of the Rust API prints what the README of `skifch-shmem` shows, alone and in one job
//! with a program in C.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_tests::{Build, tree};
use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../crates/skifch-shmem/README.md");
const RUST: &str = env!("CARGO_BIN_EXE_shmem");
const BACKENDS: [&str; 3] = ["shm", "udp", "torus:2x2"];

/// Runs the job and checks what its PEs print.
fn prints(job: &mut Command, pes: usize) {
    let output = job.output().unwrap();
    let [said, errors] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    assert!(output.status.success() && errors.is_empty(), "{job:?}: {errors}");
    let mut lines: Vec<_> = said.lines().collect();
    lines.sort_unstable();
    let left = |me| (me + pes - 1) % pes;
    let sum = pes * (pes - 1) / 2;
    let even: usize = (0..pes).step_by(2).map(left).sum();
    let of = |me| {
        let from = left(me);
        format!("PE {me} of {pes}: from PE {from}, sum {sum}, of even PEs {even}")
    };
    assert_eq!(lines, (0..pes).map(of).collect::<Vec<_>>(), "{job:?}");
    assert!(pes < 4 || PAGE.contains(&lines.join("\n")), "{lines:?}");
}

#[test]
fn pes_reach_each_other() {
    let Some(tree) = tree("pes_reach_each_other", "libsma.so.1") else { return };
    let build = Build::new(tree);
    for backend in BACKENDS {
        for pes in 1..=4 {
            let mut job = build.job("oshrun", pes, Path::new(RUST));
            prints(job.env("SKIFCH_BACKEND", backend), pes as usize);
        }
    }
}

#[test]
fn pes_in_rust_and_in_c_are_one_job() {
    let Some(tree) = tree("pes_in_rust_and_in_c_are_one_job", "libsma.so.1") else { return };
    let build = Build::new(tree);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shmem/partner.c");
    let program = build.compile("oshcc", &source, &["-std=c99", "-pedantic"]);
    for backend in BACKENDS {
        for (first, second) in [(RUST.as_ref(), &*program), (&*program, RUST.as_ref())] {
            let mut job = build.job("oshrun", 1, first);
            job.args([":", "-n", "3"]).arg(second);
            job.env("SHMEM_SYMMETRIC_DATA", "0").env("SKIFCH_BACKEND", backend);
            prints(&mut job, 4);
        }
    }
    // With the globals of one program alone, the error names the setting.
    let mut job = build.job("oshrun", 1, Path::new(RUST));
    let output = job.args([":", "-n", "1"]).arg(&program).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("SHMEM_SYMMETRIC_DATA=0"), "{errors}");
}
