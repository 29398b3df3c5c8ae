//! `skif-perf`: measures SkifCh beside its references. `skif-perf --help` says how.

use std::process::ExitCode;

fn main() -> ExitCode {
    skifch_perf::cli::main()
}
