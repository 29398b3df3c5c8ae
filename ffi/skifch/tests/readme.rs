//! The shell lines of the first README do what it says, as they stand there.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use support::{EXAMPLES, build, finish, has, run, tree};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Every block marked `sh`, as one script. Lines with cargo are left out: those commands run this
/// test, have made the tree that it uses, or are checked to exist by `cargo xtask tidy`.
fn script(readme: &str) -> String {
    let after = readme.split("```sh\n").skip(1);
    let blocks = after.map(|rest| rest.split("```").next().unwrap_or_default());
    let lines = blocks.flat_map(str::lines).filter(|line| !line.starts_with("cargo xtask "));
    lines.fold("set -eu\n".to_owned(), |script, line| script + line + "\n")
}

#[test]
fn the_shell_lines_of_the_readme_work() {
    let test = "the_shell_lines_of_the_readme_work";
    let Some(tree) = tree(test) else { return };
    if !has(test, "pkg-config") {
        return;
    }
    let script = script(&std::fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap());
    // The folder is the home of a user who has installed into it, and the clone of the sources.
    let place = tempfile::TempDir::new().unwrap();
    symlink(tree, place.path().join("skifch")).unwrap();
    symlink(Path::new(ROOT).join("examples"), place.path().join("examples")).unwrap();
    let mut shell = Command::new("sh");
    shell.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", place.path());
    let output = run(shell.arg("-c").arg(&script).current_dir(place.path()));
    let said = String::from_utf8(output.stdout).unwrap();
    for rank in 0..4 {
        let greetings = said.matches(&format!("rank {rank}: hello\n")).count();
        assert_eq!(greetings, 2, "over shared memory and over the plugin\n{said}");
    }
    for part in ["SKIFCH_BACKEND", " 0 failed"] {
        assert!(said.contains(part), "{part:?} is not in\n{said}");
    }
}

/// Whatever call it is that fails, of which a few more do with each descriptor less.
#[test]
fn the_first_program_says_what_failed_and_does_not_wait_for_it() {
    let test = "the_first_program_says_what_failed_and_does_not_wait_for_it";
    let Some(build) = build(test) else { return };
    let flags = build.pkg_config(&["--cflags", "--libs", "skifch"]);
    let program = build.compile(&Path::new(EXAMPLES).join("hello.c"), &["cc"], &flags);
    for few in 6..16 {
        let script = format!("ulimit -n {few}; exec {}", program.display());
        let output = finish(&mut build.job(2, &["--timeout", "20", "sh", "-c", &script]));
        let said = String::from_utf8_lossy(&output.stdout);
        let words = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => assert_eq!(said.matches(": hello").count(), 2, "{few}: {words}"),
            code => {
                assert!(code == Some(1) && words.contains("SkifCh_"), "{few}: {code:?} {words}");
            }
        }
    }
}
