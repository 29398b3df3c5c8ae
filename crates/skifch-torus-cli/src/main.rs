//! `skif-torus`: traffic over a simulated torus. `skif-torus --help` says how.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    skifch_torus_cli::cli::main()
}
