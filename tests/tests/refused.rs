//! Impossible jobs are refused at start-up with a clear message.

use skifch_tests::{Job, Watchdog};
use std::process::Command;

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

#[test]
fn a_job_of_more_ranks_than_addresses_have_is_refused() {
    let _watch = Watchdog::new("a_job_of_more_ranks_than_addresses_have_is_refused", 40);
    // A job of one rank whose size is changed on the way.
    let mut job = Job::start_with(1, |_| {
        let mut command = Command::new("env");
        command.args(["PMI_SIZE=4194304", RANK, "idle"]);
        command
    });
    let said = job.line(0, "failed:");
    assert!(said.starts_with("SkifCh_AllInit: "), "{said}");
    assert!(said.contains("4194304 ranks") && said.contains("at most 4194303"), "{said}");
    assert_eq!(job.wait(0).code(), Some(1));
}
