//! Every command a person types in this repository: `cargo xtask` lists them.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let task = std::env::args().nth(1);
    match task.as_deref() {
        Some("test") => run(&["test", "--workspace"]),
        _ => {
            eprintln!("usage: cargo xtask test");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[&str]) -> ExitCode {
    match Command::new(env!("CARGO")).args(args).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
