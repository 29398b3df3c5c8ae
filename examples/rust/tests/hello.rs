//! Runs the example alone and as a job under the installed `skifrun`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

const HELLO: &str = env!("CARGO_BIN_EXE_hello");

/// `skifrun` from the tree that `cargo xtask test` installs and names in `SKIFCH_TREE`.
fn skifrun() -> Option<PathBuf> {
    let made = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tree");
    let given = std::env::var_os("SKIFCH_TREE").map(PathBuf::from);
    let skifrun = given.clone().unwrap_or_else(made).join("bin/skifrun");
    assert!(given.is_none() || skifrun.exists(), "no {}", skifrun.display());
    skifrun.exists().then_some(skifrun)
}

fn greets(command: &mut Command, ranks: u32) {
    let output = command.env_clear().output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}\n{errors}", output.status);
    let mut lines: Vec<_> = said.lines().collect();
    lines.sort_unstable();
    let expected: Vec<_> = (0..ranks).map(|rank| format!("rank {rank}: hello")).collect();
    assert_eq!(lines, expected);
}

#[test]
fn the_example_greets_itself() {
    greets(&mut Command::new(HELLO), 1);
}

#[test]
fn the_example_greets_in_a_job() {
    let Some(skifrun) = skifrun() else {
        println!("SKIPPED: the_example_greets_in_a_job: there is no installed tree");
        return;
    };
    for ranks in [1, 2, 4] {
        let mut job = Command::new(&skifrun);
        greets(job.args(["--timeout", "60", "-n", &ranks.to_string(), HELLO]), ranks);
    }
}
