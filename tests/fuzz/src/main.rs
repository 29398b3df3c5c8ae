//! Mutated bytes against everything that reads what others wrote; see the README.

mod datagrams;
mod lines;
mod memory;
mod random;
mod run;
mod targets;

use run::Run;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "usage: skifch-fuzz [--seconds N] [--seed N] [--only TARGET] [--out DIR]";

fn settings() -> Option<(u64, Run)> {
    let clock = || {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |time| u64::from(time.subsec_nanos()))
    };
    let (mut seconds, mut seed, mut only) = (60, clock(), None);
    let mut out = PathBuf::from("target/fuzz");
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word.as_str() {
            "--seconds" => seconds = value.parse().ok()?,
            "--seed" => seed = value.parse().ok()?,
            "--only" => only = Some(value),
            "--out" => out = value.into(),
            _ => return None,
        }
    }
    Some((seed, Run { time: Duration::from_secs(seconds), only, out }))
}

fn main() -> ExitCode {
    let Some((seed, run)) = settings() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    println!("fuzz: --seed {seed}");
    match run.all(seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("fuzz: {text}; the seed was {seed}");
            ExitCode::FAILURE
        }
    }
}
