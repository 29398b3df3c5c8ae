//! Runs our tests under other engines. Each has its own target folder, because switching compiler
//! flags in one folder would rebuild everything each time.

use crate::shell::{self, Res, cargo};
use crate::workspace::Workspace;
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
    command.env("RUSTFLAGS", "--cfg skifch_loom").env("CARGO_PROFILE_DEV_OPT_LEVEL", "2");
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
    if name == "thread" {
        command.arg("threads");
    }
    command
}

/// Ranks of MPI with several threads each, instrumented. Their library tells ThreadSanitizer what
/// its lock orders (`skifch_tsan`), because it does not see the mutexes of the standard library.
pub(crate) fn tsan_jobs_command(workspace: &Workspace) -> Command {
    let mut command = cargo(["test", "--no-fail-fast", "-p", "skifch-mpi", "--test", "ranks"]);
    sanitize(&mut command, workspace, "thread");
    command.arg("threads").env("SKIFCH_TREE", workspace.target.join("tree"));
    command
}

/// Instruments what the command builds.
fn sanitize(command: &mut Command, workspace: &Workspace, name: &str) {
    // With an explicit target, build scripts are not instrumented.
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    command.args(["--target", &host, "--target-dir"]);
    command.arg(workspace.target.join(format!("san-{name}")));
    let cfg = if name == "thread" {
        // The tests run in their package's folder, xtask in the root, so the path must be
        // absolute.
        let root = std::env::current_dir().unwrap_or_default();
        let file = root.join("xtask/data/tsan.supp");
        command.env("TSAN_OPTIONS", format!("suppressions={}", file.display()));
        "skifch_tsan"
    } else {
        command.env("ASAN_OPTIONS", "detect_leaks=0");
        "skifch_asan"
    };
    let flags = format!("-Zsanitizer={name} -Cunsafe-allow-abi-mismatch=sanitizer --cfg {cfg}");
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", flags);
}

fn packages(command: &mut Command, workspace: &Workspace, names: &[&str]) {
    for name in names.iter().filter(|name| workspace.has(name)) {
        command.args(["-p", name]);
    }
}
