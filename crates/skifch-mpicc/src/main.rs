//! `mpicc`, `oshcc` and the other wrappers: run the compiler with the options for MPI or OpenSHMEM.

#![forbid(unsafe_code)]

mod choices;
mod command;
mod kit;
mod tree;

use command::{Plan, plan};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use tree::Tree;

fn main() -> ExitCode {
    let mut words = std::env::args();
    let program = words.next().unwrap_or_default();
    let (kit, language) = kit::of(&program);
    let tree = match Tree::find(kit.header) {
        Ok(tree) => tree,
        Err(why) => return failed(&program, &why),
    };
    let given = kit.variables(language).iter().find_map(|name| std::env::var(name).ok());
    match plan(kit, language, &tree, given, words.collect()) {
        Plan::Say(text) => {
            // A closed stdout is no error: the reader does not want the text.
            let _ = writeln!(std::io::stdout(), "{text}");
            ExitCode::SUCCESS
        }
        Plan::Run(words) => {
            // Returns only if the program could not be started.
            let cause = Command::new(&words[0]).args(&words[1..]).exec();
            failed(&program, &format!("running {}: {cause}", words[0]))
        }
    }
}

fn failed(program: &str, why: &str) -> ExitCode {
    eprintln!("{program}: {why}");
    ExitCode::FAILURE
}
