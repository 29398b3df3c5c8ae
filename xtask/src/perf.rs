//! The measurements that a person asks for: build, then `skif-perf` from the tree.

use crate::args::Args;
use crate::install::{self, Place};
use crate::setup;
use crate::shell::{self, Res, cmd};
use crate::workspace::Workspace;
use std::process::Command;

/// What the measurements run; the rest of the tree would only take time to build.
const PROGRAMS: &[&str] = &["skifrun", "skif-perf"];

/// `skif-perf msgrate`, beside every other library that is found on the machine.
pub(crate) fn msgrate(workspace: &Workspace, args: &mut Args) -> Res {
    measure(workspace, args, "msgrate")
}

/// `skif-perf all`: every kernel on one page.
pub(crate) fn report(workspace: &Workspace, args: &mut Args) -> Res {
    measure(workspace, args, "all")
}

fn measure(workspace: &Workspace, args: &mut Args, kernel: &str) -> Res {
    if !args.flag("--no-setup") {
        setup::ensure();
    }
    let place = Place { prefix: workspace.target.join("tree"), destdir: None };
    install::part(workspace, &place, PROGRAMS)?;
    let page = workspace.target.join(format!("report/{kernel}.html"));
    let words = args.rest();
    let mut perf: Command = cmd("skif-perf", [kernel]);
    if !words.iter().any(|word| word.starts_with("--html") || word.starts_with("--help")) {
        // The folder is made with an empty page, which the program then writes.
        shell::write(&page, "")?;
        perf.arg("--html").arg(&page);
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let bin = place.prefix.join("bin");
    shell::run(perf.args(words).env("PATH", format!("{}:{path}", bin.display())))
}
