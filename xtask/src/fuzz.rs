//! Mutated bytes against the parsers: `tests/fuzz`. Built as the tests are, so that arithmetic that
//! overflows is noticed.

use crate::shell::{self, Res, cargo};
use crate::workspace::Workspace;
use std::process::Command;

/// As long as it takes to try each target some ten thousand times.
const SHORT_S: &str = "10";
const LONG_S: &str = "600";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Arguments for `skifch-fuzz`; `-- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Res {
    shell::run(&mut cargo(["build", "--quiet", "-p", "skifch-fuzz"]))?;
    shell::run(command(workspace).args(&args.words))
}

/// The bounded version, for the tests, when the program is there.
pub(crate) fn test_command(workspace: &Workspace, is_long: bool) -> Command {
    let mut command = command(workspace);
    command.args(["--seconds", if is_long { LONG_S } else { SHORT_S }]);
    command
}

fn command(workspace: &Workspace) -> Command {
    let mut command = Command::new(workspace.target.join("debug/skifch-fuzz"));
    command.arg("--out").arg(workspace.target.join("fuzz"));
    command
}
