//! `mpicc`, `oshcc` and the other wrappers: run the compiler with the options for MPI or OpenSHMEM.

#![forbid(unsafe_code)]

mod choices;
mod command;
mod kit;
mod links;
mod tree;
mod words;

use command::{Plan, plan};
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use tree::Tree;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let program = words.next().unwrap_or_default().to_string_lossy().into_owned();
    let (kit, language) = kit::of(&program);
    let tree = match Tree::find(kit.header) {
        Ok(tree) => tree,
        Err(why) => return failed(&program, &why),
    };
    match plan(kit, language, &tree, given(kit.variables(language)), words.collect()) {
        Plan::Say(mut text) => {
            text.push("\n");
            // A closed stdout is no error: the reader does not want the text.
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Plan::Run(words) => {
            // Returns only if the program could not be started.
            let cause = Command::new(&words[0]).args(&words[1..]).exec();
            failed(&program, &format!("running {}: {cause}", words[0].display()))
        }
    }
}

/// The compiler named by the first of these variables that names one: scripts also set them empty.
fn given(variables: &[&str]) -> Option<OsString> {
    let is_name = |value: &OsString| !value.as_bytes().trim_ascii().is_empty();
    variables.iter().filter_map(std::env::var_os).find(is_name)
}

fn failed(program: &str, why: &str) -> ExitCode {
    eprintln!("{program}: {why}");
    ExitCode::FAILURE
}
