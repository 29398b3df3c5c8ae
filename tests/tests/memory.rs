//! Ranks that access each other's memory: killed, computing, all at once; over UDP, where a rank's
//! memory is accessed through its process.

use skifch_tests::{Job, Seed, Watchdog, is_long};
use std::process::Command;
use std::time::{Duration, Instant};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

fn start(size: usize, task: &str, backend: Option<&str>) -> Job {
    Job::start_with(size, |_| {
        let mut command = Command::new(RANK);
        command.args(task.split(' '));
        command.envs(backend.map(|name| ("SKIFCH_BACKEND", name)));
        command
    })
}

/// The others are promptly told which rank died, get errors for it from then on, and continue
/// among themselves.
#[test]
fn a_rank_killed_amid_puts_gets_and_atomics_is_named_and_the_others_go_on() {
    const TEST: &str = "a_rank_killed_amid_puts_gets_and_atomics_is_named_and_the_others_go_on";
    const RANKS: usize = 4;
    let watch = Watchdog::new(TEST, 120);
    let mut seed = Seed::new(TEST);
    let begin = Instant::now();
    let (jobs, time) = if is_long() { (300, 600) } else { (12, 30) };
    let mut killed = 0;
    while killed < jobs && begin.elapsed() < Duration::from_secs(time) {
        let victim = 1 + seed.below(RANKS as u64 - 1) as usize;
        watch.step(format!("job {killed}, rank {victim} dies"));
        let mut job = start(RANKS, &format!("bereft {victim}"), Some("udp"));
        job.line(victim, "working");
        std::thread::sleep(Duration::from_micros(seed.below(30_000)));
        job.kill(victim, libc::SIGKILL);
        let dead = Instant::now();
        let others: Vec<usize> = (0..RANKS).filter(|&rank| rank != victim).collect();
        for &rank in &others {
            let told = job.line(rank, "told");
            assert!(told.contains(&format!("rank {victim}")), "rank {rank}: {told}");
        }
        assert!(dead.elapsed() < Duration::from_secs(10), "told after {:?}", dead.elapsed());
        others.iter().for_each(|&rank| drop(job.line(rank, "done")));
        job.expect_success(others);
        killed += 1;
    }
    println!("{killed} ranks killed in {:?}", begin.elapsed());
    assert!(killed >= 3, "only {killed} in {:?}", begin.elapsed());
}

#[test]
fn a_rank_that_computes_is_reached_meanwhile() {
    let _watch = Watchdog::new("a_rank_that_computes_is_reached_meanwhile", 60);
    let mut job = start(2, "computing 20", Some("udp"));
    let rounds: u64 = job.line(0, "rounds").parse().expect("a number");
    job.line(1, "reached");
    (0..2).for_each(|rank| drop(job.line(rank, "done")));
    job.expect_success(0..2);
    println!("{rounds} rounds while the other one computed");
}

#[test]
fn atomics_of_all_ranks_add_up_exactly() {
    let watch = Watchdog::new("atomics_of_all_ranks_add_up_exactly", 120);
    let each = if is_long() { 200_000 } else { 2_000 };
    for backend in [None, Some("udp")] {
        for size in [1, 2, 4] {
            watch.step(format!("{size} ranks over {}", backend.unwrap_or("the usual")));
            let mut job = start(size, &format!("sums {each}"), backend);
            (0..size).for_each(|rank| drop(job.line(rank, "done")));
            job.expect_success(0..size);
        }
    }
}

/// The same over a network that loses, duplicates, reorders and corrupts datagrams.
#[test]
fn atomics_add_up_whatever_the_network_does() {
    const TEST: &str = "atomics_add_up_whatever_the_network_does";
    let _watch = Watchdog::new(TEST, 120);
    let seed = Seed::new(TEST).below(1 << 32);
    let mut job = Job::start_with(3, |_| {
        let mut command = Command::new(RANK);
        command.args(["sums", "400"]).env("SKIFCH_BACKEND", "udp");
        let faults = format!("loss=1%,dup=2%,reorder=2%,corrupt=0.5%,seed={seed}");
        command.env("SKIFCH_UDP_FAULTS", faults);
        command
    });
    (0..3).for_each(|rank| drop(job.line(rank, "done")));
    job.expect_success(0..3);
}
