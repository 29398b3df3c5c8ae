//! `skif-torus`: synthetic traffic over a simulated torus. See `skif-torus --help`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    skifch_torus_cli::cli::main()
}
