//! Ranks that are killed or stopped at any instant: the others continue, and no partial message
//! arrives.

use skifch_tests::over::{backend, hosts};
use skifch_tests::{Job, Seed, Watchdog, is_for, is_long, wait_until};
use std::time::{Duration, Instant};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// Several senders at a time are killed inside Send, and one survives.
#[test]
fn senders_killed_at_random_leave_a_prefix() {
    const VICTIMS: usize = 8;
    let watch = Watchdog::new("senders_killed_at_random_leave_a_prefix", 180);
    let mut seed = Seed::new("senders_killed_at_random_leave_a_prefix");
    let begin = Instant::now();
    let (jobs, time) = if is_long() { (500, 400) } else { (19, 20) };
    let mut kills = 0;
    for number in 0..jobs {
        if begin.elapsed() > Duration::from_secs(time) {
            break;
        }
        watch.step(format!("job {number}"));
        let mut job = Job::start(RANK, VICTIMS + 2, |rank| match rank {
            0 => words(&format!("collect {VICTIMS} 2000")),
            _ => words("flood"),
        });
        for victim in 1..=VICTIMS {
            job.line(victim, "sending");
            std::thread::sleep(Duration::from_micros(seed.below(3000)));
            job.kill(victim, libc::SIGKILL);
            kills += 1;
        }
        let mut named: Vec<String> = (0..VICTIMS).map(|_| job.line(0, "died:")).collect();
        named.sort();
        let all: Vec<String> = (1..=VICTIMS).map(|rank| rank.to_string()).collect();
        assert_eq!(named, all, "job {number}: each is named once");
        job.line(0, "received");
        job.expect_success([0]);
    }
    println!("{kills} senders killed in {:?}", begin.elapsed());
    // With several hosts each job takes as long as the detection of a death.
    let least = match (hosts().is_some(), is_long()) {
        (true, false) => VICTIMS,
        (true, true) => 10 * VICTIMS,
        (false, false) => 40,
        (false, true) => 1000,
    };
    assert!(kills >= least, "only {kills} in {:?}", begin.elapsed());
}

/// Senders killed while lanes open and close: the messages received from each must be whole and in
/// order across all its lanes. In shared memory there is at least the one that was accepted before
/// the kill; between sockets that may die with a sender whose connection was not answered yet.
#[test]
fn senders_killed_while_they_open_and_close_leave_a_prefix() {
    const VICTIMS: usize = 4;
    let watch = Watchdog::new("senders_killed_while_they_open_and_close_leave_a_prefix", 60);
    let mut seed = Seed::new("senders_killed_while_they_open_and_close_leave_a_prefix");
    let mut heard = 0;
    let jobs = if is_long() { 300 } else { 15 };
    for number in 0..jobs {
        watch.step(format!("job {number}"));
        let mut job = Job::start(RANK, VICTIMS + 2, |rank| match rank {
            0 => words("collect 0 30000"),
            rank if rank <= VICTIMS => words("churn"),
            _ => words("flood"),
        });
        for victim in 1..=VICTIMS {
            job.line(victim, "sending");
            std::thread::sleep(Duration::from_micros(seed.below(3000)));
            job.kill(victim, libc::SIGKILL);
        }
        heard += u32::from(job.line(0, "messages of rank 1:") != "0");
        job.expect_success([0]);
    }
    // On a crowded machine, with a kill at once: one of 270 jobs over UDP.
    let least = if backend().is_none() { jobs } else { jobs - jobs / 5 };
    assert!(heard >= least, "a message of rank 1 in {heard} of {jobs} jobs");
}

#[test]
fn a_killed_receiver_is_told_and_others_get_everything() {
    let watch = Watchdog::new("a_killed_receiver_is_told_and_others_get_everything", 60);
    let mut seed = Seed::new("a_killed_receiver_is_told_and_others_get_everything");
    for number in 0..if is_long() { 500 } else { 20 } {
        watch.step(format!("job {number}"));
        let mut job = Job::start(RANK, 3, |rank| words(["flood-two", "drain", "drain"][rank]));
        job.line(0, "sending");
        std::thread::sleep(Duration::from_micros(seed.below(5000)));
        job.kill(1, libc::SIGKILL);
        let killed = Instant::now();
        let told = job.line(0, "EPIPE");
        assert!(killed.elapsed() < Duration::from_secs(2), "told after {:?}", killed.elapsed());
        assert!(told.contains("rank 1"), "{told}");
        assert_eq!(job.line(0, "sent"), job.line(2, "received"));
        job.expect_success([0, 2]);
    }
}

/// A stopped peer is not a dead peer.
#[test]
fn stopped_ranks_are_waited_for() {
    let watch = Watchdog::new("stopped_ranks_are_waited_for", 60);
    let mut job = Job::start(RANK, 3, |_| words("all-to-all 60000"));
    for round in 0..6 {
        watch.step(format!("round {round}"));
        let rank = round % 3;
        job.kill(rank, libc::SIGSTOP);
        std::thread::sleep(Duration::from_millis(100));
        job.kill(rank, libc::SIGCONT);
        std::thread::sleep(Duration::from_millis(5));
    }
    watch.step("the end");
    (0..3).for_each(|rank| drop(job.line(rank, "done")));
    job.expect_success(0..3);
}

/// A collective operation must fail with a clear error if one rank cannot take part any more.
#[test]
fn a_segment_that_a_dead_rank_misses_is_an_error_for_all() {
    let _watch = Watchdog::new("a_segment_that_a_dead_rank_misses_is_an_error_for_all", 60);
    let mut job = Job::start(RANK, 3, |_| words("segment"));
    job.line(1, "joined");
    job.kill(1, libc::SIGKILL);
    for rank in [0, 2] {
        // The other survivor leaves once it has been told, and may be named as well.
        let told = job.line(rank, "told");
        let is_named = ["rank 1 ", "ranks 0,1 ", "ranks 1,2 "].iter().any(|it| told.contains(it));
        assert!(is_named, "{told}");
        assert!(told.contains("gone") || told.contains("left the job"), "{told}");
    }
    job.expect_success([0, 2]);
}

fn names_of(pid: u32) -> Vec<String> {
    let fds = std::fs::read_dir(format!("/proc/{pid}/fd")).expect("a living process");
    let links = fds.flatten().filter_map(|fd| std::fs::read_link(fd.path()).ok());
    let inodes: Vec<String> = links
        .filter_map(|link| {
            let text = link.to_string_lossy().into_owned();
            Some(text.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned())
        })
        .collect();
    let table = std::fs::read_to_string("/proc/net/unix").expect("/proc/net/unix");
    let columns = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let ours = columns.filter(|line| line.len() > 7 && inodes.iter().any(|inode| inode == line[6]));
    ours.map(|line| line[7].to_owned()).filter(|name| name.starts_with("@skifch-")).collect()
}

fn shared_memory_files() -> Vec<String> {
    let files = std::fs::read_dir("/dev/shm").into_iter().flatten().flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.contains("skif")).collect()
}

#[test]
fn nothing_is_left_when_all_are_killed() {
    if !is_for("nothing_is_left_when_all_are_killed", "shm") {
        return;
    }
    let watch = Watchdog::new("nothing_is_left_when_all_are_killed", 60);
    let folder = std::env::temp_dir().join(format!("skifch-left-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let before = shared_memory_files();
    let mut job = Job::start_with(4, |rank| {
        let mut command = std::process::Command::new(RANK);
        command.args(words(if rank == 0 { "collect 9 9" } else { "flood" }));
        command.env("TMPDIR", &folder);
        command
    });
    (1..4).for_each(|rank| drop(job.line(rank, "sending")));
    let names = names_of(job.pid(0));
    assert!(names.len() >= 2, "a process and a channel have names: {names:?}");
    assert_eq!(shared_memory_files(), before, "memory has no names");
    let pids: Vec<u32> = (0..4).map(|rank| job.pid(rank)).collect();
    watch.step("killing all");
    (0..4).for_each(|rank| job.kill(rank, libc::SIGKILL));
    drop(job);
    wait_until("the names to vanish", || {
        let table = std::fs::read_to_string("/proc/net/unix").expect("/proc/net/unix");
        (!names.iter().any(|name| table.contains(name.as_str()))).then_some(())
    });
    assert_eq!(shared_memory_files(), before);
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 0, "files in TMPDIR");
    for pid in pids {
        assert!(!std::path::Path::new(&format!("/proc/{pid}")).exists(), "process {pid}");
    }
    std::fs::remove_dir(&folder).expect("an empty folder");
}
