//! Fuzzes everything that parses untrusted input; see the README.

mod datagrams;
mod lines;
mod memory;
mod random;
mod run;
mod targets;

use clap::Parser;
use run::Run;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Fuzzes every parser of untrusted input with mutated bytes.
#[derive(clap::Parser)]
struct Args {
    /// Total run time in seconds, all targets together
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Seed; give that of an earlier run to repeat it
    #[arg(long, default_value_t = clock())]
    seed: u64,
    /// Run only this target
    #[arg(long, value_name = "TARGET")]
    only: Option<String>,
    /// Folder for failing inputs
    #[arg(long, value_name = "DIR", default_value = "target/fuzz")]
    out: PathBuf,
}

fn clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |time| u64::from(time.subsec_nanos()))
}

fn main() -> ExitCode {
    let Args { seconds, seed, only, out } = Args::parse();
    let run = Run { time: Duration::from_secs(seconds), only, out };
    println!("fuzz: --seed {seed}");
    match run.all(seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("fuzz: {text}; the seed was {seed}");
            ExitCode::FAILURE
        }
    }
}
