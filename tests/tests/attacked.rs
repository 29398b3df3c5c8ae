//! A rank attacks the others in every way it can; they must continue.

use skifch_tests::{Job, Watchdog, is_for};
use std::process::Command;

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

struct Outcome {
    /// Errors about rank 2 reported to rank 0.
    faults: u32,
    /// The errno that rank 1 got for sending to rank 2.
    errno: i32,
    job: Job,
}

fn attack(how: &str, honest: &str) -> Outcome {
    let mut job = Job::start_with(3, |rank| {
        let words = if rank == 2 { ["hostile", how] } else { ["honest", honest] };
        let mut command = Command::new("sh");
        // Log messages go to standard output, too.
        command.args(["-c", "exec \"$0\" \"$@\" 2>&1", RANK]).args(words);
        command
    });
    job.line(2, "attacked");
    // Tell the honest ranks, which continue for a while.
    job.kill(0, libc::SIGUSR1);
    let faults = job.line(0, "faults").parse().expect("a number");
    let errno = job.line(1, "last errno").parse().expect("a number");
    job.expect_success(0..3);
    Outcome { faults, errno, job }
}

#[test]
fn garbage_breaks_the_lane_it_is_in() {
    if !is_for("garbage_breaks_the_lane_it_is_in", "shm") {
        return;
    }
    let _watch = Watchdog::new("garbage_breaks_the_lane_it_is_in", 40);
    let Outcome { faults, mut job, .. } = attack("garbage", "alone");
    // Some lanes may have been closed by their creator before the victim read them.
    assert!(faults > 5, "{faults} lanes were told broken");
    assert!(job.line(0, "told").contains("rank 2"));
}

#[test]
fn lies_that_look_right_break_the_lane_they_are_in() {
    if !is_for("lies_that_look_right_break_the_lane_they_are_in", "shm") {
        return;
    }
    let _watch = Watchdog::new("lies_that_look_right_break_the_lane_they_are_in", 40);
    assert!(attack("lies", "alone").faults > 0);
}

#[test]
fn greetings_that_are_none_are_refused() {
    if !is_for("greetings_that_are_none_are_refused", "shm") {
        return;
    }
    let _watch = Watchdog::new("greetings_that_are_none_are_refused", 40);
    let Outcome { faults, mut job, .. } = attack("greetings", "alone");
    assert_eq!((faults, &*job.line(0, "cut off")), (0, "14"));
}

#[test]
fn another_ranks_number_is_refused_with_words_and_counted() {
    if !is_for("another_ranks_number_is_refused_with_words_and_counted", "shm") {
        return;
    }
    let _watch = Watchdog::new("another_ranks_number_is_refused_with_words_and_counted", 40);
    let Outcome { faults, mut job, .. } = attack("another's number", "alone");
    assert_eq!(faults, 0);
    let told = job.line(0, "skifch[0]: warning: a lane was refused:");
    let (impostor, owner) = (job.pid(2), job.pid(1));
    assert_eq!(
        told,
        format!("process {impostor} connects as rank 1, but that rank is process {owner}")
    );
    assert_eq!(job.line(0, "cut off"), "1");
}

#[test]
fn another_ranks_port_is_refused_with_words() {
    if !is_for("another_ranks_port_is_refused_with_words", "shm") {
        return;
    }
    let _watch = Watchdog::new("another_ranks_port_is_refused_with_words", 40);
    let Outcome { errno, mut job, .. } = attack("another's port", "deceived");
    assert_eq!(errno, libc::EPERM);
    let told = job.line(1, "answered");
    let (impostor, owner) = (job.pid(2), job.pid(0));
    let words = format!("process {impostor} answers as rank 0, but that rank is process {owner}");
    assert!(told.contains(&words), "{told}");
}

#[test]
fn thousands_of_connections_are_in_nobodys_way() {
    if !is_for("thousands_of_connections_are_in_nobodys_way", "shm") {
        return;
    }
    let _watch = Watchdog::new("thousands_of_connections_are_in_nobodys_way", 40);
    assert_eq!(attack("connections", "alone").faults, 0);
}

#[test]
fn a_flood_of_doorbells_is_in_nobodys_way() {
    if !is_for("a_flood_of_doorbells_is_in_nobodys_way", "shm") {
        return;
    }
    let _watch = Watchdog::new("a_flood_of_doorbells_is_in_nobodys_way", 40);
    assert!(attack("doorbells", "alone").faults <= 1);
}

#[test]
fn a_receiver_that_answers_nonsense_is_quarantined() {
    if !is_for("a_receiver_that_answers_nonsense_is_quarantined", "shm") {
        return;
    }
    let watch = Watchdog::new("a_receiver_that_answers_nonsense_is_quarantined", 60);
    for kind in ["0", "1", "2", "3", "4"] {
        watch.step(format!("kind {kind}"));
        assert_eq!(attack(kind, "pesters").errno, libc::EPROTO, "kind {kind}");
    }
}
