//! The microbenchmarks of `benches`, and the instruction counts.

use crate::install::{self, Part, Place};
use crate::setup;
use crate::shell::{self, Res, cargo};
use crate::workspace::Workspace;
use std::path::Path;
use std::process::Command;

const PACKAGE: &str = "skifch-benches";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Do not install packages
    #[arg(long)]
    no_setup: bool,
    /// Arguments for criterion; `-- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Runs criterion with the given arguments, then counts instructions per message in a fresh tree.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> Res {
    if !args.no_setup {
        setup::ensure(setup::Use::Testing);
    }
    let mut criterion = cargo(["bench", "-p", PACKAGE, "--benches", "--"]);
    shell::run(criterion.args(&args.words))?;
    let place = Place { prefix: workspace.target.join("tree"), destdir: None };
    install::some(workspace, &place, Part::ALL, &["skifrun"])?;
    shell::run(&mut proto_command())?;
    shell::run(&mut cargo(["build", "--quiet", "-p", PACKAGE, "--bin", "icount"]))?;
    shell::run(&mut icount_command(workspace, &place.prefix))
}

/// Runs every microbenchmark once.
pub(crate) fn once_command() -> Command {
    cargo(["test", "--workspace", "--bench=micro"])
}

/// Builds the program whose protocol calls are counted, optimised like the library.
pub(crate) fn proto_command() -> Command {
    cargo(["build", "--quiet", "--release", "-p", PACKAGE, "--bin", "proto-calls"])
}

/// Counts the instructions per message, through the library of this tree and through the protocol;
/// that program and `icount` must have been built.
pub(crate) fn icount_command(workspace: &Workspace, tree: &Path) -> Command {
    let mut command = Command::new(workspace.target.join("debug/icount"));
    let proto = workspace.target.join("release/proto-calls");
    command.env("SKIFCH_TREE", tree).env("SKIFCH_PROTO_CALLS", proto);
    command
}
