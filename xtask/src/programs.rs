//! `cargo xtask programs`: third-party programs, fetched and run over the installed tree.

use crate::install::{self, Part, Place};
use crate::setup;
use crate::shell::{self, Res, cargo};
use crate::workspace::Workspace;
use std::process::Command;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only these: names of files in `tests/programs/tests` without extensions
    names: Vec<String>,
    /// Install no packages
    #[arg(long)]
    no_setup: bool,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Res {
    if !args.no_setup {
        setup::ensure(setup::Use::Testing);
    }
    let place = Place { prefix: workspace.target.join("tree"), destdir: None };
    install::some(workspace, &place, Part::ALL, &["skifrun"])?;
    shell::run(command(workspace, &args.names).args(["--", "--nocapture", "--test-threads=1"]))
}

/// The tests that fetch them: those with these names, or all.
pub(crate) fn command(workspace: &Workspace, names: &[String]) -> Command {
    let mut command = cargo(["test", "-p", "skifch-programs", "--no-fail-fast"]);
    command.args(names.iter().flat_map(|name| ["--test", name]));
    command.env("SKIFCH_TREE", workspace.target.join("tree"));
    command.env("SKIFCH_PROGRAMS", workspace.target.join("programs"));
    command
}
