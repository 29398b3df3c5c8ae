//! The kernels over the Rust API, in a job of one rank, which needs no launcher.

use std::process::Command;

use skifch_perf::row::Row;

#[test]
fn a_job_of_one_passes_the_token_to_itself() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skif-perf"));
    command.env("SKIFCH_BACKEND", "loopback").arg("__rank");
    command.args(["--way", "rust", "--kernel", "ring", "--sizes", "8,4096", "--seconds", "0.002"]);
    let output = command.output().expect("the program can be started");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    let lines = String::from_utf8_lossy(&output.stdout);
    let rows: Vec<Row> = lines.lines().filter_map(Row::parse).collect();
    let sizes: Vec<u64> = rows.iter().map(|row| row.bytes).collect();
    assert_eq!(sizes, [8, 4096], "{lines}{words}");
    assert!(rows.iter().all(|row| row.ranks == 1 && row.value() > 0.0), "{lines}");
}
