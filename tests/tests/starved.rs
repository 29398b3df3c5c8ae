//! Shortage of descriptors, memory and CPUs; child processes and namespaces.

use skifch_tests::over::told_within;
use skifch_tests::{Job, Watchdog, is_for, is_long, is_root, kill, locate, skip};
use std::process::Command;
use std::time::Instant;

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

fn start(size: usize, task: &str) -> Job {
    Job::start(RANK, size, |_| task.split(' ').map(str::to_owned).collect())
}

fn start_each(tasks: &[&str]) -> Job {
    Job::start(RANK, tasks.len(), |rank| vec![tasks[rank].to_owned()])
}

/// A job without a launcher: a single rank.
fn single(task: &str) -> String {
    let mut command = Command::new(RANK);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PMI_") {
            command.env_remove(name);
        }
    }
    let output = command.arg(task).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{task}: {}\n{text}{words}", output.status);
    text
}

#[test]
fn few_descriptors_are_told_with_words_and_leak_nothing() {
    let _watch = Watchdog::new("few_descriptors_are_told_with_words_and_leak_nothing", 30);
    let text = single("few-descriptors");
    for step in ["init", "open", "send"] {
        assert!(text.contains(&format!(", {step}: ")), "no failure at {step}:\n{text}");
    }
}

#[test]
fn little_memory_is_told_with_words_and_leaks_nothing() {
    let _watch = Watchdog::new("little_memory_is_told_with_words_and_leaks_nothing", 30);
    let text = single("little-memory");
    for step in ["open: ", "send: ", "answer: "] {
        let line = text.lines().find(|line| line.starts_with(step));
        assert!(line.is_some_and(|line| line.contains("ulimit -v")), "{step}{text}");
    }
}

/// The rank that hands out memory while others join needs a thread.
#[test]
fn a_thread_that_cannot_be_started_is_told() {
    if !is_for("a_thread_that_cannot_be_started_is_told", "shm") {
        return;
    }
    let _watch = Watchdog::new("a_thread_that_cannot_be_started_is_told", 30);
    let mut job = start(2, "no-thread");
    let text = job.line(0, "failed:");
    assert!(text.contains("thread") && text.contains("ulimit -u"), "{text}");
    assert_eq!(job.wait(0).code(), Some(1));
}

/// System calls refused as in containers and sandboxes, for all ranks or for one.
#[test]
fn calls_that_the_system_refuses_are_done_without_or_told() {
    let test = "calls_that_the_system_refuses_are_done_without_or_told";
    if !is_for(test, "shm") {
        return;
    }
    let watch = Watchdog::new(test, 60);
    for what in ["fences", "copies", "processes", "faults", "rings", "affinity", "limits"] {
        for others in [format!("denied {what}"), "ring 200".to_owned()] {
            watch.step(format!("{what}, and {others}"));
            let tasks = [format!("denied {what}"), others];
            let words = |rank: usize| tasks[rank].split(' ').map(str::to_owned).collect();
            let mut job = Job::start(RANK, 2, words);
            if job.line(0, "filter") != "in force" {
                return skip(test, "the system has no filters of calls");
            }
            job.line(0, "hop");
            job.expect_success(0..2);
        }
    }
    let mut job = start(2, "denied memory");
    for rank in 0..2 {
        assert!(job.line(rank, "failed:").contains("memfd_create"));
        assert_eq!(job.wait(rank).code(), Some(1));
    }
    // No connection can be accepted: neither for messages nor to find out which ranks are near.
    for (backend, teller) in [("shm", 1), ("auto", 0)] {
        watch.step(format!("callers, over {backend}"));
        let mut job = Job::start_with(2, |_| {
            let mut command = Command::new(RANK);
            command.args(["denied", "callers"]).env("SKIFCH_BACKEND", backend);
            command
        });
        let told = job.line(teller, "failed:");
        assert!(told.contains("accepting a connection"), "{told}");
        assert_eq!(job.wait(teller).code(), Some(1));
    }
}

#[test]
fn a_limit_of_file_sizes_is_told_and_kills_nobody() {
    if !is_for("a_limit_of_file_sizes_is_told_and_kills_nobody", "shm") {
        return;
    }
    let _watch = Watchdog::new("a_limit_of_file_sizes_is_told_and_kills_nobody", 30);
    let mut job = Job::start_with(2, |_| {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -f 1000; exec \"$0\" all-to-all 1", RANK]);
        command
    });
    for rank in 0..2 {
        assert!(job.line(rank, "failed:").contains("ulimit -f"));
        assert_eq!(job.wait(rank).code(), Some(1));
    }
}

#[test]
fn a_receiver_without_descriptors_serves_the_lanes_it_has() {
    if !is_for("a_receiver_without_descriptors_serves_the_lanes_it_has", "shm") {
        return;
    }
    let _watch = Watchdog::new("a_receiver_without_descriptors_serves_the_lanes_it_has", 40);
    // A connection needs one descriptor, and the memory passed over it another.
    for free in ["0", "1"] {
        let tasks = ["full-receiver", "late-sender", "late-sender"];
        let mut job = Job::start(RANK, 3, |rank| vec![tasks[rank].to_owned(), free.to_owned()]);
        let told = job.line(0, "told").parse::<u32>().expect("a number");
        assert!(told <= 1, "{told} times, not at every receive");
        if free == "0" {
            assert!(job.line(0, "shortage:").contains("ulimit -n"));
        }
        job.line(0, "served");
        job.expect_success(0..3);
    }
}

/// The first rank hands out the memory, and the others ask for it.
#[test]
fn a_rank_without_descriptors_keeps_nobody_who_opens_a_segment() {
    let test = "a_rank_without_descriptors_keeps_nobody_who_opens_a_segment";
    if !is_for(test, "shm") {
        return;
    }
    let watch = Watchdog::new(test, 40);
    for short in 0..3 {
        watch.step(format!("rank {short}"));
        let mut job = start(3, &format!("full-segment {short}"));
        assert!(job.line(short, "denied").contains("ulimit -n"));
        for rank in 0..3 {
            assert_eq!(job.line(rank, "sum"), "3", "of the next segment");
        }
        job.expect_success(0..3);
    }
}

/// Each connection request carries a descriptor, of which a user may not have many under way.
#[test]
fn requests_that_a_user_may_not_have_under_way_are_made_later() {
    const RANKS: usize = 12;
    let test = "requests_that_a_user_may_not_have_under_way_are_made_later";
    if !is_for(test, "shm") {
        return;
    }
    let _watch = Watchdog::new(test, 40);
    let mut job = Job::start_with(RANKS, |_| {
        let mut command = Command::new(RANK);
        command.arg("many-greetings").env("SKIFCH_BACKEND", "shm");
        command.env("SKIFCH_SHM_RING_BYTES", "4096").env("SKIFCH_SHM_MAX_MESSAGE", "1024");
        command
    });
    let refused = (0..RANKS).map(|rank| job.line(rank, "refused").parse::<u32>());
    let refused: u32 = refused.map(|count| count.expect("a number")).sum();
    assert!(refused > 0, "the user may have as many");
    job.expect_success(0..RANKS);
}

#[test]
fn children_of_ranks_are_no_ranks() {
    let _watch = Watchdog::new("children_of_ranks_are_no_ranks", 40);
    start(2, "forks").expect_success(0..2);
}

#[test]
fn a_rank_is_dead_also_if_its_child_lives() {
    let _watch = Watchdog::new("a_rank_is_dead_also_if_its_child_lives", 40);
    let mut job = start_each(&["bereaved", "survived-by-child"]);
    job.line(0, "met");
    let child: u32 = job.line(1, "child").parse().expect("a number");
    let killed = Instant::now();
    job.kill(1, libc::SIGKILL);
    assert!(job.line(0, "told").contains("rank 1"));
    let noticed = killed.elapsed();
    assert!(std::path::Path::new(&format!("/proc/{child}")).exists(), "the child lives");
    kill(child, libc::SIGKILL);
    assert!(noticed < told_within(), "noticed after {noticed:?}");
    job.expect_success([0]);
}

#[test]
fn a_rank_that_becomes_another_program_is_gone() {
    let _watch = Watchdog::new("a_rank_that_becomes_another_program_is_gone", 40);
    let mut job = start_each(&["bereaved", "exec"]);
    job.line(1, "exec");
    assert!(job.line(0, "told").contains("rank 1"));
    assert!(std::path::Path::new(&format!("/proc/{}", job.pid(1))).exists(), "it is `sleep` now");
    job.expect_success([0]);
}

#[test]
fn more_ranks_than_cpus_get_on() {
    let watch = Watchdog::new("more_ranks_than_cpus_get_on", 80);
    let factor = if is_long() { 20 } else { 1 };
    for size in [2, 4, 8, 16] {
        watch.step(format!("all to all, {size} ranks"));
        let begin = Instant::now();
        start(size, &format!("all-to-all {}", 2000 * factor)).expect_success(0..size);
        let all = begin.elapsed();
        watch.step(format!("ring, {size} ranks"));
        let mut job = start(size, &format!("ring {}", 200 * factor));
        let hop = job.line(0, "hop");
        job.expect_success(0..size);
        println!("{size} ranks: all to all {all:?}, {hop} per hop");
        let hop: u64 = hop.trim_end_matches(" ns").parse().expect("a number");
        // A hop takes some microseconds; if others use the CPUs, it waits for its share of them.
        assert!(hop < 20_000_000, "{size} ranks: {hop} ns per hop");
    }
}

#[test]
fn ranks_that_wait_use_no_cpu() {
    let _watch = Watchdog::new("ranks_that_wait_use_no_cpu", 40);
    let mut job = start(8, "idle");
    for rank in 0..8 {
        let used: u64 = job.line(rank, "used").parse().expect("a number");
        assert!(used < 10_000_000, "rank {rank} used {used} ns in a second");
    }
    job.expect_success(0..8);
}

/// At most 64 MB for 256 ranks: the memory that joining and opening add to all processes.
#[test]
fn ranks_cost_little_before_the_first_message() {
    const RANKS: u64 = 16;
    let _watch = Watchdog::new("ranks_cost_little_before_the_first_message", 40);
    let mut job = start(RANKS as usize, "memory");
    let kb = |line: String| line.split(' ').next().and_then(|word| word.parse::<u64>().ok());
    let grown: u64 =
        (0..RANKS as usize).map(|rank| kb(job.line(rank, "grown")).expect("a number")).sum();
    job.expect_success(0..RANKS as usize);
    println!("{} kB each", grown / RANKS);
    assert!(grown * 256 / RANKS < 64 << 10, "{grown} kB for {RANKS} ranks");
}

const NO_NAMESPACES: &str = "namespaces cannot be made here (not root, or no unshare)";

fn can_unshare(words: &[&str]) -> bool {
    let mut probe = Command::new("unshare");
    is_root() && probe.args(words).arg("true").status().is_ok_and(|done| done.success())
}

/// Runs `skifrun` under `unshare` with these arguments, or prints a skip message.
fn in_namespace(test: &str, words: &[&str], script: &str) {
    let _watch = Watchdog::new("a namespace", 60);
    if !can_unshare(words) {
        return skip(test, NO_NAMESPACES);
    }
    let skifrun = locate("skifch-launch", "skifrun", RANK);
    let script = script.replace("JOB", "\"$1\" -n 4 \"$2\" all-to-all 2000");
    let mut command = Command::new("unshare");
    command.args(words).args(["sh", "-c", &script, "sh"]).arg(skifrun).arg(RANK);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PMI_") {
            command.env_remove(name);
        }
    }
    let output = command.output().expect("unshare starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{text}\n{errors}", output.status);
    assert_eq!(text.matches("done").count(), 4, "{text}");
}

#[test]
fn a_pid_namespace_is_no_hindrance() {
    in_namespace("a_pid_namespace_is_no_hindrance", &["-pf", "--mount-proc"], "JOB");
}

#[test]
fn ranks_in_pid_namespaces_of_their_own_are_no_hindrance() {
    let script = "\"$1\" -n 4 unshare -pf \"$2\" all-to-all 2000";
    in_namespace("ranks_in_pid_namespaces_of_their_own_are_no_hindrance", &["-m"], script);
}

/// Puts rank 1 into a separate network namespace without interfaces; returns the error it reports.
fn told_alone(backend: &str) -> String {
    let mut job = Job::start_with(2, |rank| {
        let mut command = Command::new(if rank == 1 { "unshare" } else { RANK });
        if rank == 1 {
            command.args(["-n", RANK]);
        }
        command.args(["all-to-all", "1"]).env("SKIFCH_BACKEND", backend);
        command
    });
    let told = job.line(1, "failed:");
    assert_eq!(job.wait(1).code(), Some(1));
    told
}

/// It cannot see the names of the others: the error must say so, not that they died.
#[test]
fn a_rank_in_a_network_namespace_of_its_own_is_told_what_is_the_case() {
    let test = "a_rank_in_a_network_namespace_of_its_own_is_told_what_is_the_case";
    let _watch = Watchdog::new(test, 60);
    if !can_unshare(&["-n"]) {
        return skip(test, NO_NAMESPACES);
    }
    let told = told_alone("shm");
    let ours = std::fs::read_link("/proc/self/ns/net").expect("our namespace");
    assert!(told.contains("rank 1 is in the network namespace net:["), "{told}");
    assert!(told.contains(&format!("rank 0 in {}:", ours.display())), "{told}");
    // If nothing works, it must get the reason for each backend.
    let told = told_alone("auto");
    assert!(told.contains("shm reaches 1 of 2 ranks"), "{told}");
    assert!(told.contains("backend udp") && told.contains("no address"), "{told}");
}

#[test]
fn all_ranks_in_another_network_namespace_are_no_hindrance() {
    in_namespace("all_ranks_in_another_network_namespace_are_no_hindrance", &["-n"], "JOB");
}

#[test]
fn the_size_of_dev_shm_does_not_matter() {
    for size in ["64m", "64k"] {
        let script = format!("mount -t tmpfs -o size={size} tmpfs /dev/shm && JOB");
        in_namespace("the_size_of_dev_shm_does_not_matter", &["-m"], &script);
    }
}
