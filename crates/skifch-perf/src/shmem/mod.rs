//! `skif-perf shmem`: the cost of OpenSHMEM operations, compared with loads and stores, MPI, and
//! another OpenSHMEM.
//!
//! One C program is linked with each library, and with a floor that only loads and stores; all of
//! them run in turn, round by round, on the same cores.

mod library;

use std::io;
use std::path::Path;

use clap::Args;

use crate::ops::{Clock, How, Part, Suite, Table};
use crate::scratch::Scratch;

/// The parts of the program with the numbers of PEs worth running.
fn parts(args: &ShmemArgs) -> Vec<Part> {
    let powers = args.pes.iter().copied().filter(|pes| pes.is_power_of_two()).collect();
    [
        ("words", vec![2]),
        ("blocks", vec![2]),
        ("meet", args.pes.clone()),
        ("access", powers),
        ("collectives", args.pes.clone()),
        ("memory", vec![args.memory_pes]),
    ]
    .map(|(name, ranks)| Part { name, ranks, clock: Clock::OfProgram })
    .into()
}

/// What to measure.
#[derive(Args, Debug)]
pub struct ShmemArgs {
    /// Numbers of PEs for barriers, flags, RandomAccess and collectives
    #[arg(long, value_delimiter = ',', default_values_t = [2, 4, 8],
          value_parser = clap::value_parser!(u32).range(2..=64))]
    pes: Vec<u32>,
    /// Number of PEs of the job whose memory use is measured
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=4096))]
    memory_pes: u32,
    #[command(flatten)]
    how: How,
}

/// Measures and prints; returns whether this library completed everything requested.
///
/// # Errors
/// The tree has no OpenSHMEM, or there is no C compiler. Other libraries that fail are left out,
/// with the reason.
pub fn main(args: &ShmemArgs) -> io::Result<bool> {
    let scratch = Scratch::new()?;
    let (table, is_whole) = run(args, scratch.path())?;
    print!("{table}");
    Ok(is_whole)
}

fn run(args: &ShmemArgs, scratch: &Path) -> io::Result<(Table, bool)> {
    let (libraries, left_out) = library::find(scratch, !args.how.no_peers)?;
    let suite = Suite {
        title: "OpenSHMEM",
        processes: "PEs",
        parts: parts(args),
        libraries,
        left_out,
        how: &args.how,
    };
    suite.run()
}
