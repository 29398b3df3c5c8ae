//! Fuzzes the parsers with mutated inputs: `tests/fuzz`. Built like the tests, so that arithmetic
//! overflow is detected.

use crate::shell::{self, Res, cargo};
use crate::workspace::Workspace;
use std::process::Command;

/// Long enough to try each target some ten thousand times.
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

/// The time-limited version for the tests; the program must have been built.
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
