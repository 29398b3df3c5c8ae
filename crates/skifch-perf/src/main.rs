//! `skif-perf`: measures SkifCh and its references. See `skif-perf --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    skifch_perf::cli::main()
}
