//! Ranks over UDP that leave before everything accepted has arrived, or can arrive: they get an
//! error, and where no call can return one, the exit code reports it.

use skifch_tests::{Job, Seed, Watchdog, at_once, free_port};
use std::process::Command;
use std::time::{Duration, Instant};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

fn start(how: &str, pause_ms: u64) -> Job {
    start_over("udp", how, pause_ms)
}

fn start_over(backend: &str, how: &str, pause_ms: u64) -> Job {
    Job::start_with(2, |_| command(backend, how, pause_ms))
}

fn command(backend: &str, how: &str, pause_ms: u64) -> Command {
    let mut command = Command::new(RANK);
    command.args(["undelivered", how, &pause_ms.to_string()]);
    // The composite uses UDP, because shared memory is limited to blocks of one rank.
    command.env("SKIFCH_BACKEND", backend).env("SKIFCH_ROUTE_APART", "1");
    command.env("SKIFCH_UDP_TIMEOUT", "3");
    command
}

/// Sends `signal` to rank 1 when nothing more is accepted for it.
fn start_and_stop(how: &str, pause_ms: u64, signal: i32) -> Job {
    stop(start(how, pause_ms), signal)
}

fn stop(mut job: Job, signal: i32) -> Job {
    job.line(0, "full");
    job.kill(1, signal);
    job
}

/// The number of lost bytes named in the error text.
fn lost_bytes(told: &str) -> u64 {
    let mut words = told.split(' ').peekable();
    while let Some(word) = words.next() {
        if words.peek() == Some(&"bytes") {
            return word.parse().expect("a number");
        }
    }
    panic!("no bytes are named: {told}")
}

/// Whether the death of the peer is known before this side closes, or only then.
#[test]
fn who_finalizes_is_told_what_a_killed_rank_did_not_take() {
    let watch = Watchdog::new("who_finalizes_is_told_what_a_killed_rank_did_not_take", 60);
    for (backend, pause_ms) in [("udp", 0), ("udp", 1500), ("route:shm,udp", 0)] {
        watch.step(format!("leaves {backend} after {pause_ms} ms"));
        let mut job = stop(start_over(backend, "close", pause_ms), libc::SIGKILL);
        let told = job.line(0, "told");
        assert!(told.starts_with(&libc::EPIPE.to_string()), "{told}");
        assert!(told.contains("rank 1") && told.contains("process has ended"), "{told}");
        assert!(lost_bytes(&told) > 4096, "{told}");
        job.expect_success([0]);
    }
}

/// A newcomer is there, which answers that it does not know this connection.
#[test]
fn who_finalizes_is_told_what_a_rank_did_not_take_that_was_started_anew() {
    const TEST: &str = "who_finalizes_is_told_what_a_rank_did_not_take_that_was_started_anew";
    let _watch = Watchdog::new(TEST, 60);
    let port = free_port(&mut Seed::new(TEST)).to_string();
    let at_port = |rank| {
        let mut command = command("udp", "close", 0);
        if rank == 1 {
            command.env("SKIFCH_UDP_PORT_RANGE", format!("{port}-{port}"));
        }
        command
    };
    let mut job = Job::start_with(2, at_port);
    job.line(1, "here");
    job.line(0, "full");
    // Stopped, so that it cannot notice the moment without a peer.
    job.kill(0, libc::SIGSTOP);
    job.kill(1, libc::SIGKILL);
    job.start_again(1, at_port(1));
    job.line(1, "here");
    job.kill(0, libc::SIGCONT);
    let told = job.line(0, "told");
    assert!(told.starts_with(&libc::EPIPE.to_string()), "{told}");
    assert!(told.contains("rank 1") && told.contains("was restarted"), "{told}");
    job.expect_success([0]);
}

#[test]
fn who_finalizes_is_told_of_a_rank_that_does_not_answer() {
    let _watch = Watchdog::new("who_finalizes_is_told_of_a_rank_that_does_not_answer", 60);
    let mut job = start_and_stop("close", 0, libc::SIGSTOP);
    let told = job.line(0, "told");
    assert!(told.starts_with(&libc::ETIMEDOUT.to_string()), "{told}");
    assert!(told.contains("rank 1") && lost_bytes(&told) > 4096, "{told}");
    job.expect_success([0]);
}

/// At the end of `main`, or of the process, with everything open.
#[test]
fn the_exit_code_tells_what_no_call_can() {
    let _watch = Watchdog::new("the_exit_code_tells_what_no_call_can", 90);
    let ends =
        [(0, libc::SIGKILL), (1500, libc::SIGKILL), (0, libc::SIGSTOP), (4500, libc::SIGSTOP)];
    let cases = ["drop", "exit"].into_iter().flat_map(|how| ends.map(|end| (how, end)));
    at_once(cases, |(how, (pause_ms, signal))| {
        let mut job = start_and_stop(how, pause_ms, signal);
        let begin = Instant::now();
        assert_eq!(job.wait(0).code(), Some(1), "{how}, {pause_ms} ms, signal {signal}");
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(8), "{how}, signal {signal}: {took:?}");
    });
}

/// What a closing rank did not want is no loss.
#[test]
fn a_rank_that_closes_without_receiving_is_nobodys_failure() {
    let watch = Watchdog::new("a_rank_that_closes_without_receiving_is_nobodys_failure", 60);
    // Before and after rank 1 has closed, and after it has left.
    for pause_ms in [0, 300, 1500] {
        watch.step(format!("leaves after {pause_ms} ms"));
        let mut job = start("alone", pause_ms);
        (0..2).for_each(|rank| assert_eq!(job.line(rank, "told"), "nothing", "rank {rank}"));
        job.expect_success(0..2);
    }
}
