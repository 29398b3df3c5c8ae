//! `skif-perf mpi` from an installed tree.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_mpi_tests::{Build, said, tree};

#[test]
fn every_part_of_the_measurement_gives_its_figures() {
    let Some(tree) = tree("every_part_of_the_measurement_gives_its_figures") else { return };
    let build = Build::new(tree);
    let mut perf = build.tool("skif-perf");
    perf.args(["mpi", "--no-peers", "--repeat", "1", "--seconds", "0.0005", "--ranks", "2,3"]);
    let table = said(&mut perf);
    let lines: Vec<_> =
        table.lines().map(str::trim_start).filter(|line| !line.starts_with('#')).collect();
    let first_words = [
        ("rate", 11 + 1),
        ("one way", 5),
        ("stream of", 7),
        ("both ways", 7),
        ("barrier", 2),
        ("allreduce of", 6),
        ("ring, a hop", 2),
        ("start, MPI_Init, MPI_Finalize, end", 1),
    ];
    for (words, count) in first_words {
        let found = lines.iter().filter(|line| line.starts_with(words)).count();
        assert_eq!(found, count, "{words}: {table}");
    }
    assert!(!table.contains("left out"), "{table}");
}
