//! The programs whose command lines are defined with clap.

use crate::{Share, put};
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use std::io;

// The command lines belong to programs, not to a library, so their source files are included here.
#[path = "../../../crates/skifch-tools/src/bin/skifch-conformance/args.rs"]
mod conformance;
#[path = "../../../crates/skifch-tools/src/bin/skifch-info/args.rs"]
mod info;

pub(crate) fn write(share: &Share) -> io::Result<()> {
    let commands = [
        skifch_perf::cli::command(),
        skifch_torus_cli::cli::command(),
        info::Args::command(),
        conformance::Args::command(),
    ];
    commands.into_iter().try_for_each(|command| write_one(share, command))
}

/// Writes a page for the program and for each of its subcommands, and one completion.
fn write_one(share: &Share, command: Command) -> io::Result<()> {
    let name = command.get_name().to_owned();
    share.completion(&name, &completion(&name, &mut command.clone()))?;
    let pages = share.pages(1);
    // Creates the folder.
    put(&pages.join(format!("{name}.1")), "")?;
    clap_mangen::generate_to(command, pages)
}

/// Generates the completion script. clap_complete does not complete subcommands of a program whose
/// name has a hyphen (clap issue 6421, in clap_complete 4.6.11), so the script is generated for a
/// name without one and registered for the real name.
fn completion(name: &str, command: &mut Command) -> String {
    let plain = name.replace('-', "_");
    let mut script = Vec::new();
    clap_complete::generate(Shell::Bash, command, &plain, &mut script);
    let script = String::from_utf8_lossy(&script);
    script.replace(&format!(" -o default {plain}\n"), &format!(" -o default {name}\n"))
}
