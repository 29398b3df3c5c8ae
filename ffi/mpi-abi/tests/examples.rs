//! The examples, compiled with the wrapper and run as jobs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_mpi_tests::{Build, EXAMPLES, RANKS, said, tree};
use std::path::Path;

/// The sorted lines that an example prints.
fn example(test: &str, name: &str, ranks: u32) -> Option<Vec<String>> {
    let build = Build::new(tree(test)?);
    let source = Path::new(EXAMPLES).join(name).with_extension("c");
    let program = build.compile("mpicc", &source, &[]);
    let text = said(&mut build.job(ranks, &program));
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    lines.sort_unstable();
    Some(lines)
}

#[test]
fn every_rank_says_hello() {
    for &ranks in RANKS {
        let Some(lines) = example("every_rank_says_hello", "hello", ranks) else { return };
        assert_eq!(lines.len(), ranks as usize);
        for (rank, line) in lines.iter().enumerate() {
            assert!(line.starts_with(&format!("rank {rank} of {ranks} on ")), "{line}");
        }
    }
}

#[test]
fn a_number_goes_round() {
    for &ranks in RANKS {
        let Some(lines) = example("a_number_goes_round", "ring", ranks) else { return };
        assert_eq!(lines, [format!("the ranks of {ranks} make {}", ranks * (ranks - 1) / 2)]);
    }
}

#[test]
fn pi_is_pi() {
    for &ranks in RANKS {
        let Some(lines) = example("pi_is_pi", "pi", ranks) else { return };
        assert!(lines.len() == 1 && lines[0].starts_with("pi is 3.1415926536"), "{lines:?}");
    }
}
