//! Performance measurements: builds the tree, then runs `skif-perf` from it.

use crate::install::{self, Part, Place};
use crate::setup;
use crate::shell::{self, Res, cmd};
use crate::workspace::Workspace;
use std::process::Command;

/// The programs that the measurements run; building the rest of the tree would only take time.
const PROGRAMS: &[&str] = &["skifrun", "skif-perf"];
const MSGRATE: &[Part] = &[Part::Channel, Part::Mpi];

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Do not install the libraries to compare with
    #[arg(long)]
    pub(crate) no_setup: bool,
    /// Arguments for `skif-perf`; `-- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<String>,
}

/// `skif-perf msgrate`, compared with every other library found on the machine.
pub(crate) fn msgrate(workspace: &Workspace, args: &Args) -> Res {
    measure(workspace, args, "msgrate", MSGRATE)
}

/// `skif-perf all`: every kernel on one page.
pub(crate) fn report(workspace: &Workspace, args: &Args) -> Res {
    measure(workspace, args, "all", Part::ALL)
}

fn measure(workspace: &Workspace, args: &Args, kernel: &str, parts: &[Part]) -> Res {
    if !args.no_setup {
        setup::ensure(setup::Use::Measuring);
    }
    let place = Place { prefix: workspace.target.join("tree"), destdir: None };
    install::some(workspace, &place, parts, PROGRAMS)?;
    let page = workspace.target.join(format!("report/{kernel}.html"));
    let mut perf: Command = cmd("skif-perf", [kernel]);
    if !args.words.iter().any(|word| word.starts_with("--html") || word.starts_with("--help")) {
        // Creates the folder with an empty page, which the program then overwrites.
        shell::write(&page, "")?;
        perf.arg("--html").arg(&page);
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let bin = place.prefix.join("bin");
    shell::run(perf.args(&args.words).env("PATH", format!("{}:{path}", bin.display())))
}
