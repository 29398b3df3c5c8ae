//! Runs our tests under other engines. Each has its own target folder, because switching compiler
//! flags in one folder would rebuild everything each time.

use crate::shell::{self, Res, cargo};
use crate::workspace::Workspace;
use std::path::PathBuf;
use std::process::Command;

/// Crates whose lock-free code has loom models.
const MODELLED: &[&str] = &["skifch-sync", "skifch-ring"];

/// Crates that access memory which other threads, processes or the kernel access too.
const SHARING: &[&str] =
    &["skifch-sync", "skifch-ring", "skifch-backend", "skifch-shm", "skifch-udp"];

const SANITIZERS: [&str; 2] = ["thread", "address"];

#[derive(clap::Args)]
pub(crate) struct LoomArgs {
    /// Explore up to five preemptions per execution instead of three
    #[arg(long)]
    long: bool,
}

#[derive(clap::Args)]
pub(crate) struct SanArgs {
    /// Run only this sanitizer
    #[arg(value_parser = SANITIZERS)]
    sanitizer: Option<String>,
}

pub(crate) fn loom(workspace: &Workspace, args: &LoomArgs) -> Res {
    shell::run(&mut loom_command(workspace, args.long))
}

pub(crate) fn san(workspace: &Workspace, args: &SanArgs) -> Res {
    let is_wanted = |name: &&str| args.sanitizer.as_ref().is_none_or(|only| only == name);
    for name in SANITIZERS.into_iter().filter(is_wanted) {
        shell::run(&mut san_command(workspace, name))?;
        if name == "thread" {
            shell::run(&mut tsan_rank_command(workspace))?;
            shell::run(&mut tsan_jobs_command(workspace))?;
        }
    }
    Ok(())
}

/// Runs the models of a tiny ring. Loom explores every execution with at most three preemptions,
/// which finds nearly every fault, or five in the long version. Each further preemption takes six
/// times as long; without a limit two models do not finish within half an hour.
pub(crate) fn loom_command(workspace: &Workspace, is_long: bool) -> Command {
    let mut command = cargo(["test", "--no-fail-fast", "--lib", "--tests"]);
    packages(&mut command, workspace, MODELLED);
    command.arg("--target-dir").arg(workspace.target.join("loom"));
    command.env("RUSTFLAGS", "--cfg skifch_loom");
    command.env("LOOM_MAX_PREEMPTIONS", if is_long { "5" } else { "3" });
    command
}

/// Runs ordinary tests, instrumented; on a stable compiler the sanitizers need RUSTC_BOOTSTRAP.
/// The standard library is not instrumented. For ThreadSanitizer that leaves the tests of the lane
/// with both ends as threads, which synchronise only by our own atomics. AddressSanitizer does not
/// report leaks, because many tests leak their host or ring to keep it forever; leaks are found by
/// the C programs of the tests.
pub(crate) fn san_command(workspace: &Workspace, name: &str) -> Command {
    let mut command = cargo(["test", "--no-fail-fast", "--lib"]);
    packages(&mut command, workspace, if name == "thread" { MODELLED } else { SHARING });
    sanitize(&mut command, workspace, name);
    unoptimised(&mut command, &["skifch-udp"]);
    if name == "thread" {
        command.arg("threads");
    }
    command
}

/// Builds the program that [`tsan_jobs_command`] runs as ranks, instrumented. Its library tells
/// ThreadSanitizer what its lock orders (`skifch_tsan`), because it does not see the mutexes of the
/// standard library.
pub(crate) fn tsan_rank_command(workspace: &Workspace) -> Command {
    let mut command = cargo(["build", "-p", "skifch-mpi", "--bin", "skifch-mpi-test-rank"]);
    // What has threads stays optimised: there ThreadSanitizer sees how the standard library orders
    // the end of a reference count.
    unoptimised(&mut command, &["skifch-sim", "skifch-torus", "skifch-udp"]);
    sanitize(&mut command, workspace, "thread");
    command
}

/// Ranks of MPI with several threads each, instrumented. What starts them is the test that every
/// run of the tests builds.
pub(crate) fn tsan_jobs_command(workspace: &Workspace) -> Command {
    let mut command = cargo(["test", "--no-fail-fast", "--workspace", "--test=ranks", "threads"]);
    let folder = sanitized(workspace, "thread").join(triple()).join("debug");
    command.env("SKIFCH_TEST_RANK", folder.join("skifch-mpi-test-rank"));
    command.env("SKIFCH_TREE", workspace.target.join("tree"));
    settings(&mut command, "thread");
    command
}

/// Leaves large crates unoptimised whose instrumented tests run for less time than that takes.
fn unoptimised(command: &mut Command, names: &[&str]) {
    for name in names {
        command.args(["--config", &format!("profile.dev.package.{name}.opt-level=0")]);
    }
}

/// The target of this machine. With an explicit one, build scripts are not instrumented.
fn triple() -> String {
    format!("{}-unknown-linux-gnu", std::env::consts::ARCH)
}

fn sanitized(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.target.join(format!("san-{name}"))
}

/// Instruments what the command builds.
fn sanitize(command: &mut Command, workspace: &Workspace, name: &str) {
    command.args(["--target", &triple(), "--target-dir"]).arg(sanitized(workspace, name));
    let cfg = if name == "thread" { "skifch_tsan" } else { "skifch_asan" };
    let flags = format!("-Zsanitizer={name} -Cunsafe-allow-abi-mismatch=sanitizer --cfg {cfg}");
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", flags);
    settings(command, name);
}

/// What an instrumented program is told.
fn settings(command: &mut Command, name: &str) {
    if name == "thread" {
        // The tests run in their package's folder, xtask in the root, so the path must be
        // absolute.
        let root = std::env::current_dir().unwrap_or_default();
        let file = root.join("xtask/data/tsan.supp");
        command.env("TSAN_OPTIONS", format!("suppressions={}", file.display()));
    } else {
        command.env("ASAN_OPTIONS", "detect_leaks=0");
    }
}

fn packages(command: &mut Command, workspace: &Workspace, names: &[&str]) {
    for name in names.iter().filter(|name| workspace.has(name)) {
        command.args(["-p", name]);
    }
}
