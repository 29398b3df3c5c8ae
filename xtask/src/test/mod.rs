//! `cargo xtask test`: runs every step in turn and prints a summary that lists everything skipped.

mod ahead;
mod record;
mod watchdog;

use crate::install::{self, Place};
use crate::shell::{self, Res, cargo};
use crate::workspace::Workspace;
use crate::{bench, checks, fuzz, setup, tidy};
use ahead::Ahead;
use record::Record;
use std::io::{BufRead, BufReader};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// More than twice the time of the whole run on two cores from a cold start.
const LIMIT: Duration = Duration::from_mins(60);
const LIMIT_LONG: Duration = Duration::from_hours(6);

/// A step of the run that `--only` can select.
struct Step {
    name: &'static str,
    run: fn(&mut Session) -> Res,
}

const STEPS: &[Step] = &[
    Step { name: "fmt", run: |s| s.command(&mut cargo(["fmt", "--all", "--check"])) },
    Step { name: "tidy", run: |s| tidy::run(s.workspace, &tidy::Args::default()) },
    Step { name: "clippy", run: clippy },
    Step { name: "doc", run: doc },
    Step { name: "build", run: build },
    Step { name: "tree", run: tree },
    Step { name: "unit", run: unit },
    Step { name: "udp", run: udp },
    Step { name: "hosts", run: hosts },
    Step { name: "torus", run: torus },
    Step { name: "fuzz", run: mutated },
    Step { name: "bench", run: benches },
    Step { name: "loom", run: |s| s.tests(&mut checks::loom_command(s.workspace, s.is_long)) },
    Step { name: "tsan", run: tsan },
    Step { name: "asan", run: |s| s.tests(&mut checks::san_command(s.workspace, "address")) },
];

/// One run of the tests.
struct Session<'a> {
    workspace: &'a Workspace,
    is_long: bool,
    record: Record,
    /// What is being built beside the steps.
    ahead: Option<Ahead>,
    /// The installed tree was built in this run.
    has_tree: bool,
}

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only this step
    #[arg(long, value_name = "STEP", value_parser = STEPS.iter().map(|s| s.name).collect::<Vec<_>>())]
    only: Option<String>,
    /// Run the random tests for hours instead of minutes
    #[arg(long)]
    long: bool,
    /// Do not install packages
    #[arg(long)]
    no_setup: bool,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Res {
    let (is_long, has_setup) = (args.long, !args.no_setup);
    // The steps before the tree need nothing of it, and packages come over a network.
    let packages = move || {
        if has_setup {
            setup::ensure(setup::Use::Testing);
        }
    };
    watchdog::start(if is_long { LIMIT_LONG } else { LIMIT });
    let record = Record::default();
    let mut session = Session { workspace, is_long, record, ahead: None, has_tree: false };
    if args.only.is_some() {
        packages();
    } else {
        session.ahead = Some(Ahead::start(packages, &session.tree(), session.last_builds())?);
    }
    for step in STEPS.iter().filter(|step| args.only.as_ref().is_none_or(|name| name == step.name))
    {
        session.step(step);
    }
    if let Some(ahead) = session.ahead.take() {
        ahead.finish();
    }
    session.record.summary()
}

impl Session<'_> {
    fn step(&mut self, step: &Step) {
        println!("\n==== {}", step.name);
        let start = Instant::now();
        let outcome = (step.run)(self);
        if let Err(text) = &outcome {
            println!("FAILED: {}: {text}", step.name);
        }
        self.record.step(step.name, outcome.is_ok(), start.elapsed());
    }

    /// The folder of the installed tree used by the tests.
    fn tree(&self) -> PathBuf {
        self.workspace.target.join("tree")
    }

    /// The builds of the last steps, in their order.
    fn last_builds(&self) -> Vec<Command> {
        let mut tests = [
            checks::loom_command(self.workspace, self.is_long),
            checks::san_command(self.workspace, "thread"),
            checks::san_command(self.workspace, "address"),
        ];
        tests.iter_mut().for_each(|test| _ = test.arg("--no-run"));
        let programs = [bench::proto_command(), checks::tsan_rank_command(self.workspace)];
        programs.into_iter().chain(tests).collect()
    }

    /// Runs cargo tests; their output is kept so that skipped tests are seen.
    fn tests(&mut self, cargo: &mut Command) -> Res {
        cargo.args(["--", "--show-output"]).env("SKIFCH_TREE", self.tree());
        if self.is_long {
            cargo.env("SKIFCH_TEST_LONG", "1");
        }
        self.command(cargo)
    }

    /// Runs a command, showing and recording its output.
    fn command(&mut self, command: &mut Command) -> Res {
        eprintln!("$ {}", shell::line(command));
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|cause| shell::failed(command, &cause.to_string()))?;
        let out = child.stdout.take().ok_or("the output of a child is gone")?;
        for line in BufReader::new(out).split(b'\n').map_while(Result::ok) {
            self.record.line(&String::from_utf8_lossy(&line));
        }
        let status = child.wait().map_err(|cause| cause.to_string())?;
        if status.success() { Ok(()) } else { Err(shell::failed(command, &status.to_string())) }
    }
}

fn clippy(session: &mut Session) -> Res {
    session.command(&mut cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn doc(session: &mut Session) -> Res {
    let mut cargo = cargo(["doc", "--workspace", "--no-deps", "--document-private-items"]);
    session.command(cargo.env("RUSTDOCFLAGS", "-D warnings"))
}

fn build(session: &mut Session) -> Res {
    session.command(&mut cargo(["test", "--workspace", "--no-run"]))
}

fn tree(session: &mut Session) -> Res {
    match session.ahead.as_mut().and_then(Ahead::tree) {
        Some(built) => built?,
        None => {
            install::tree(session.workspace, &Place { prefix: session.tree(), destdir: None })?;
        }
    }
    session.has_tree = true;
    Ok(())
}

/// Rebuilds what tests run besides themselves if it is older than its sources: cargo builds the
/// programs of a package only for the tests of that package, and never the installed tree.
///
/// Always for the whole workspace, and with a test, here and below: cargo selects crate features
/// by what is built together, and another selection would build most of the workspace again.
fn programs(session: &mut Session) -> Res {
    if !session.has_tree {
        tree(session)?;
    }
    session.command(&mut cargo(["build", "--workspace", "--bins", "--test=conforms"]))
}

fn unit(session: &mut Session) -> Res {
    programs(session)?;
    let mut cargo = cargo(["test", "--workspace", "--no-fail-fast"]);
    if std::env::var_os("RUST_TEST_THREADS").is_none() {
        // Many tests wait more than they compute.
        let cpus = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        cargo.env("RUST_TEST_THREADS", (cpus * 3).div_ceil(2).to_string());
    }
    session.tests(&mut cargo)
}

/// Tests that do not depend on the network, and the C programs.
const OF_ANY_NETWORK: [&str; 7] = [
    "test",
    "--workspace",
    "--no-fail-fast",
    "--test=conforms",
    "--test=killed",
    "--test=starved",
    "--test=channel_programs",
];

/// The same over UDP.
fn udp(session: &mut Session) -> Res {
    programs(session)?;
    session.tests(cargo(OF_ANY_NETWORK).env("SKIFCH_TEST_BACKEND", "udp"))
}

/// Shared memory inside each of two hosts and UDP between them; where no hosts can be made, the
/// tests report that and run on one.
fn hosts(session: &mut Session) -> Res {
    programs(session)?;
    let mut cargo = cargo(OF_ANY_NETWORK);
    session.tests(cargo.env("SKIFCH_TEST_BACKEND", "route").env("SKIFCH_TEST_HOSTS", "2"))
}

/// The conformance tests and the C programs in virtual time.
fn torus(session: &mut Session) -> Res {
    programs(session)?;
    let tests = ["conforms", "channel_programs", "shmem_programs", "refused"];
    let mut cargo = cargo(["test", "--workspace", "--no-fail-fast"]);
    cargo.args(tests.map(|test| format!("--test={test}")));
    session.tests(cargo.env("SKIFCH_TEST_BACKEND", "torus:4x4"))
}

/// Fuzzes the parsers.
fn mutated(session: &mut Session) -> Res {
    programs(session)?;
    session.command(&mut fuzz::test_command(session.workspace, session.is_long))
}

/// Threads of one process under ThreadSanitizer: the ends of a lane, and the ranks of MPI.
fn tsan(session: &mut Session) -> Res {
    if !session.has_tree {
        tree(session)?;
    }
    session.tests(&mut checks::san_command(session.workspace, "thread"))?;
    session.command(&mut checks::tsan_rank_command(session.workspace))?;
    session.tests(&mut checks::tsan_jobs_command(session.workspace))
}

/// Runs each microbenchmark once, untimed, and counts the instructions per message.
fn benches(session: &mut Session) -> Res {
    programs(session)?;
    session.command(&mut bench::once_command())?;
    session.command(&mut bench::proto_command())?;
    let tree = session.tree();
    session.command(&mut bench::icount_command(session.workspace, &tree))
}
