//! Runs of our tests under other engines. Each keeps its own target folder, because other compiler
//! flags would otherwise build everything anew both ways.

use crate::args::Args;
use crate::shell::{self, Res, cargo};
use crate::workspace::Workspace;
use std::process::Command;

/// Crates whose lock-free code has models for loom.
const MODELLED: &[&str] = &["skifch-sync", "skifch-ring"];

/// Crates that touch memory which other processes touch too.
const SHARING: &[&str] = &["skifch-sync", "skifch-ring", "skifch-backend", "skifch-shm"];

pub(crate) fn loom(workspace: &Workspace, args: &mut Args) -> Res {
    let is_long = args.flag("--long");
    args.end()?;
    shell::run(&mut loom_command(workspace, is_long))
}

pub(crate) fn san(workspace: &Workspace, args: &mut Args) -> Res {
    let wanted = args.word();
    args.end()?;
    let all = ["thread", "address"];
    if let Some(name) = wanted.as_deref().filter(|name| !all.contains(name)) {
        return Err(format!("there is no sanitizer {name:?} here; there are {}", all.join(", ")));
    }
    for name in all.into_iter().filter(|name| wanted.as_deref().is_none_or(|word| word == *name)) {
        shell::run(&mut san_command(workspace, name))?;
    }
    Ok(())
}

/// The models of a tiny ring. Loom explores every order that takes at most three changes of thread
/// against the threads' will, which finds nearly every fault; without that limit, which is the long
/// way, one model alone runs for more than five minutes.
pub(crate) fn loom_command(workspace: &Workspace, is_long: bool) -> Command {
    let mut command = cargo(["test", "--no-fail-fast", "--lib", "--tests"]);
    packages(&mut command, workspace, MODELLED);
    command.arg("--target-dir").arg(workspace.target.join("loom"));
    command.env("RUSTFLAGS", "--cfg skifch_loom").env("CARGO_PROFILE_DEV_OPT_LEVEL", "2");
    if !is_long {
        command.env("LOOM_MAX_PREEMPTIONS", "3");
    }
    command
}

/// The ordinary tests, instrumented. On a stable compiler the sanitizers need the bootstrap mark.
///
/// `thread` runs the tests of the lane alone: the standard library is not instrumented, so that
/// everything guarded by its locks would look like a race. Leaks are not looked for: lanes of tests
/// are leaked on purpose.
pub(crate) fn san_command(workspace: &Workspace, name: &str) -> Command {
    let mut command = cargo(["test", "--no-fail-fast", "--lib"]);
    let crates = if name == "thread" { &["skifch-ring"] } else { SHARING };
    packages(&mut command, workspace, crates);
    // With a target given, build scripts are not instrumented.
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    command.args(["--target", &host, "--target-dir"]);
    command.arg(workspace.target.join(format!("san-{name}")));
    if name == "thread" {
        command.arg("tests::threads");
    }
    let flags = format!("-Zsanitizer={name} -Cunsafe-allow-abi-mismatch=sanitizer");
    let known = concat!("suppressions=", env!("CARGO_MANIFEST_DIR"), "/src/tsan.supp");
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", flags);
    command.env("TSAN_OPTIONS", known).env("ASAN_OPTIONS", "detect_leaks=0");
    command
}

fn packages(command: &mut Command, workspace: &Workspace, names: &[&str]) {
    for name in names.iter().filter(|name| workspace.has(name)) {
        command.args(["-p", name]);
    }
}
