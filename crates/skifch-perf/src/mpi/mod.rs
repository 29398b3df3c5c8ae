//! `skif-perf mpi`: the cost of MPI calls over the channel, compared with the installed libraries.
//!
//! One C program is linked with each library.

mod library;

use std::io;

use clap::Args;

use crate::ops::{Clock, How, Part, Suite};
use crate::scratch::Scratch;

/// What to measure.
#[derive(Args, Debug)]
pub struct MpiArgs {
    /// Parts to run: rate, latency, bandwidth, collectives, ring, start
    #[arg(value_name = "PART", value_parser = PARTS)]
    parts: Vec<String>,
    /// Numbers of ranks for collective calls and the ring
    #[arg(long, value_delimiter = ',', default_values_t = [2, 4, 8],
          value_parser = clap::value_parser!(u32).range(2..=64))]
    ranks: Vec<u32>,
    #[command(flatten)]
    how: How,
}

const PARTS: [&str; 6] = ["rate", "latency", "bandwidth", "collectives", "ring", "start"];

/// Measures and prints; returns whether this library completed everything requested. With
/// `SKIFCH_BACKEND=udp` the other libraries are measured over TCP.
///
/// # Errors
/// The tree has no MPI. Other libraries that fail are left out, with the reason.
pub fn main(args: &MpiArgs) -> io::Result<bool> {
    let scratch = Scratch::new()?;
    let is_far = std::env::var("SKIFCH_BACKEND").is_ok_and(|name| name.starts_with("udp"));
    let (libraries, left_out) = library::find(scratch.path(), !args.how.no_peers, is_far)?;
    let suite = Suite {
        title: "MPI",
        processes: "ranks",
        parts: parts(args),
        libraries,
        left_out,
        how: &args.how,
    };
    let (table, is_whole) = suite.run()?;
    print!("{table}");
    Ok(is_whole)
}

fn parts(args: &MpiArgs) -> Vec<Part> {
    let is_wanted = |name: &&str| args.parts.is_empty() || args.parts.iter().any(|it| it == name);
    let part = |name| {
        let (ranks, clock) = match name {
            "collectives" | "ring" => (args.ranks.clone(), Clock::OfProgram),
            "start" => (vec![2], Clock::OfJob("start, MPI_Init, MPI_Finalize, end")),
            _ => (vec![2], Clock::OfProgram),
        };
        Part { name, ranks, clock }
    };
    PARTS.into_iter().filter(is_wanted).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: MpiArgs,
    }

    #[test]
    fn parts_are_chosen_by_name() {
        let chosen = |words: &[&str]| {
            let args = Cli::parse_from([&["mpi"], words].concat()).args;
            parts(&args).into_iter().map(|part| (part.name, part.ranks)).collect::<Vec<_>>()
        };
        assert_eq!(chosen(&[]).len(), PARTS.len());
        assert_eq!(chosen(&["ring", "rate"]), [("rate", vec![2]), ("ring", vec![2, 4, 8])]);
        assert_eq!(chosen(&["ring", "--ranks", "3"]), [("ring", vec![3])]);
        assert!(Cli::try_parse_from(["mpi", "no-such"]).is_err());
    }
}
