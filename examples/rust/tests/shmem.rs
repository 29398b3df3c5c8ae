//! The Rust API example prints what the README of `skifch-shmem` shows.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../crates/skifch-shmem/README.md");

/// `skifrun` from the tree that `cargo xtask test` installs and names in `SKIFCH_TREE`.
fn job(backend: &str, pes: u32) -> Option<Command> {
    let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tree");
    let skifrun = std::env::var_os("SKIFCH_TREE").map_or(made, Into::into).join("bin/skifrun");
    if !skifrun.exists() {
        println!("SKIPPED: the example of SHMEM in Rust: there is no installed tree");
        return None;
    }
    let mut job = Command::new(skifrun);
    job.env_clear().env("SKIFCH_BACKEND", backend);
    job.args(["--timeout", "60", "-n", &pes.to_string(), env!("CARGO_BIN_EXE_shmem")]);
    Some(job)
}

#[test]
fn pes_reach_each_other() {
    for backend in ["shm", "udp", "torus:2x2"] {
        for pes in [1, 2, 3, 4] {
            let Some(mut job) = job(backend, pes) else { return };
            let output = job.output().unwrap();
            let [said, errors] =
                [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
            assert!(output.status.success() && errors.is_empty(), "{backend} {pes}: {errors}");
            let mut lines: Vec<_> = said.lines().collect();
            lines.sort_unstable();
            let of = |me| {
                let (from, sum) = ((me + pes - 1) % pes, pes * (pes - 1) / 2);
                format!("PE {me} of {pes}: from PE {from}, sum {sum}")
            };
            assert_eq!(lines, (0..pes).map(of).collect::<Vec<_>>(), "{backend}");
            assert!(pes < 4 || PAGE.contains(&lines.join("\n")), "{lines:?}");
        }
    }
}
