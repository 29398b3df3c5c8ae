//! Shared memory and a second network at once, the C example plugin or UDP, with processes as
//! ranks.

use skifch_tests::netlab::Lab;
use skifch_tests::{Job, Watchdog, is_root, skip};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

/// The folder with the second network, compiled anew.
fn plugins() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("routes");
    std::fs::create_dir_all(&folder).expect("a folder");
    let thread = format!("{:?}", std::thread::current().id());
    let new = folder.join(format!("new-{}-{thread}", std::process::id()));
    let done = Command::new("cc")
        .args(["-std=c99", "-O2", "-shared", "-fPIC", "-I"])
        .arg(root.join("ffi/skifch/include"))
        .arg("-o")
        .arg(&new)
        .arg(root.join("examples/plugin-c/unix_dgram.c"))
        .status();
    assert!(done.expect("a C compiler named cc").success());
    // Other tests may be reading the present one.
    std::fs::rename(&new, folder.join("libskifch-unixdgram.so")).expect("the same folder");
    folder
}

/// Sets up a rank of a job over both networks, in which shared memory reaches blocks of `apart`
/// ranks.
fn over_both(command: &mut Command, apart: u32) {
    command
        .env("SKIFCH_PLUGIN_PATH", plugins())
        .env("SKIFCH_BACKEND", "route:shm,unixdgram")
        .env("SKIFCH_ROUTE_APART", apart.to_string());
}

fn start(apart: u32, tasks: &[&str]) -> Job {
    Job::start_with(tasks.len(), |rank| {
        let mut command = Command::new(RANK);
        command.args(tasks[rank].split(' '));
        over_both(&mut command, apart);
        command
    })
}

#[test]
fn both_carry_messages_at_once() {
    let watch = Watchdog::new("both_carry_messages_at_once", 60);
    for (apart, size) in [(1, 2), (2, 4), (3, 7)] {
        watch.step(format!("{size} ranks, {apart} in a row"));
        let mut job = start(apart, &vec!["all-to-all 3000"; size]);
        (0..size).for_each(|rank| drop(job.line(rank, "done")));
        job.expect_success(0..size);
    }
}

#[test]
fn a_killed_sender_is_told_by_shared_memory_and_those_far_away_go_on() {
    let _watch =
        Watchdog::new("a_killed_sender_is_told_by_shared_memory_and_those_far_away_go_on", 60);
    let mut job = start(2, &["collect 1 2000", "flood", "flood", "flood"]);
    job.line(1, "sending");
    job.line(2, "sending");
    job.kill(1, libc::SIGKILL);
    assert_eq!(job.line(0, "died:"), "1");
    job.line(0, "received");
    job.expect_success([0]);
}

#[test]
fn a_killed_receiver_is_told_over_either() {
    let watch = Watchdog::new("a_killed_receiver_is_told_over_either", 60);
    // Rank 1 is near rank 0 or far away; rank 2 is far away and is served all the time. It is not
    // told of the end, because the second network does not detect it.
    for (apart, words) in [(2, "rank 1"), (1, "the port has been closed")] {
        watch.step(format!("{apart} in a row"));
        let mut job = start(apart, &["flood-two", "drain", "drain"]);
        job.line(0, "sending");
        std::thread::sleep(Duration::from_millis(2));
        job.kill(1, libc::SIGKILL);
        let killed = Instant::now();
        let told = job.line(0, "EPIPE");
        assert!(killed.elapsed() < Duration::from_secs(2), "told after {:?}", killed.elapsed());
        assert!(told.contains(words), "{told}");
        assert_ne!(job.line(0, "sent"), "0");
        job.expect_success([0]);
    }
}

/// Ranks in blocks of `near` access each other's memory by pointer; all sums must be exact.
fn mixed(mut job: Job, near: u64, rounds: u64) {
    let size = job.size() as u64;
    for rank in 0..job.size() {
        let first = rank as u64 / near * near;
        let row = first..size.min(first + near);
        assert_eq!(job.line(rank, "pointers"), row.clone().count().to_string(), "rank {rank}");
    }
    let sum_of = |ranks: std::ops::Range<u64>| ranks.map(|rank| rank + 1).sum::<u64>();
    for rank in 0..job.size() {
        for of in 0..size {
            let first = of / near * near;
            let sum = 2 * sum_of(0..size) + sum_of(first..size.min(first + near));
            assert_eq!(job.line(rank, "sum"), (rounds * sum).to_string(), "{of} seen by {rank}");
        }
        job.line(rank, "done");
    }
    job.expect_success(0..size as usize);
}

/// A segment over shared memory and UDP is one memory, whether accessed by pointer, by the
/// processor's atomics or by requests.
#[test]
fn memory_is_one_for_those_near_and_those_far() {
    let watch = Watchdog::new("memory_is_one_for_those_near_and_those_far", 60);
    for (apart, size) in [(1, 1), (1, 2), (2, 4), (3, 4)] {
        watch.step(format!("{size} ranks, {apart} in a row"));
        mixed(start_over_udp(size, apart, "mixed 2001"), apart, 2001);
    }
}

fn start_over_udp(size: usize, apart: u64, task: &str) -> Job {
    Job::start_with(size, |_| {
        let mut command = Command::new(RANK);
        command.args(task.split(' ')).env("SKIFCH_BACKEND", "route:shm,udp");
        command.env("SKIFCH_ROUTE_APART", apart.to_string());
        command
    })
}

/// Otherwise the others would wait for that rank in the second network.
#[test]
fn a_rank_without_room_for_a_segment_is_told_to_all() {
    let _watch = Watchdog::new("a_rank_without_room_for_a_segment_is_told_to_all", 40);
    let mut job = start_over_udp(3, 1, "denied-segment");
    for rank in 0..3 {
        let told = job.line(rank, "denied");
        assert!(rank == 1 || told.contains("rank 1 could not open its part"), "{rank}: {told}");
        assert_eq!(job.line(rank, "sum"), "3", "of the next segment");
    }
    job.expect_success(0..3);
}

/// At most 64 MB for 256 ranks, as over shared memory alone.
#[test]
fn ranks_cost_little_before_the_first_message() {
    const RANKS: usize = 16;
    let _watch = Watchdog::new("ranks_cost_little_before_the_first_message", 40);
    let mut job = start(4, &["memory"; RANKS]);
    let kb = |line: String| line.split(' ').next().and_then(|word| word.parse::<usize>().ok());
    let grown: usize = (0..RANKS).map(|rank| kb(job.line(rank, "grown")).expect("a number")).sum();
    job.expect_success(0..RANKS);
    println!("{} kB each", grown / RANKS);
    assert!(grown * 256 / RANKS < 64 << 10, "{grown} kB for {RANKS} ranks");
}

/// Which ranks share memory is determined by trying: ranks 0 and 1 do although their host names
/// differ; ranks 2 and 3 have the host name of rank 0 but separate network namespaces, and so
/// share sockets with nobody.
#[test]
fn who_is_together_is_found_by_memory_and_not_by_name() {
    let test = "who_is_together_is_found_by_memory_and_not_by_name";
    let _watch = Watchdog::new(test, 40);
    let can = |words: &[&str]| {
        Command::new("unshare").args(words).status().is_ok_and(|done| done.success())
    };
    if !is_root() || !can(&["-n", "true"]) || !can(&["-u", "hostname", "another"]) {
        return skip(test, "namespaces cannot be made here (not root, or no unshare)");
    }
    let renamed = "hostname another && exec \"$0\" reach";
    let mut job = Job::start_with(4, |rank| {
        let mut command = Command::new(if rank == 0 { RANK } else { "unshare" });
        match rank {
            0 => command.arg("reach"),
            1 => command.args(["-u", "sh", "-c", renamed, RANK]),
            _ => command.args(["-n", RANK, "reach"]),
        };
        over_both(&mut command, 0);
        command
    });
    let (near, far) = ("shm", "unixdgram");
    for (rank, others) in [
        (0, [near, near, far, far]),
        (1, [near, near, far, far]),
        (2, [far, far, near, far]),
        (3, [far, far, far, near]),
    ] {
        assert_eq!(job.line(rank, "reach"), others.join(" "), "rank {rank}");
    }
    job.expect_success(0..4);
}

/// Ranks that the launcher reports on one node may be on two: `auto` uses what works, and logs it.
#[test]
fn auto_takes_what_works_for_ranks_that_are_called_one_node_and_are_not() {
    const TEST: &str = "auto_takes_what_works_for_ranks_that_are_called_one_node_and_are_not";
    let watch = Watchdog::new(TEST, 60);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    let words = |rank: usize| if rank < 2 { "shm shm udp udp" } else { "udp udp shm shm" };
    for (apart, logs) in [(true, "rank 0 does not reach rank 2"), (false, "every rank is reached")]
    {
        watch.step(format!("apart: {apart}"));
        let mut job = Job::start_with(4, |rank| {
            let mut command = lab.host(if apart { rank / 2 } else { 0 }).command("sh");
            command.args(["-c", "exec \"$0\" reach 2>&1", RANK]);
            command.env("SKIFCH_BACKEND", "auto").env("SKIFCH_LOG", "info");
            command
        });
        for rank in 0..4 {
            let words = if apart { words(rank) } else { "shm shm shm shm" };
            assert_eq!(job.line(rank, "reach"), words, "rank {rank}");
            let line = job.line(rank, &format!("skifch[{rank}]: info: shm: "));
            assert_eq!(line, logs, "rank {rank}");
        }
        job.expect_success(0..4);
    }
}

/// Two hosts with a network between them: shared memory within each, UDP between them.
#[test]
fn two_hosts() {
    let watch = Watchdog::new("two_hosts", 90);
    let Some(lab) = Lab::new("two_hosts", 2) else { return };
    let start_each = |tasks: [&str; 4]| {
        Job::start_with(4, |rank| {
            let mut command = lab.host(rank / 2).command(RANK);
            // The tests' launcher reports that all ranks are on one host; only actual reachability
            // counts.
            command.args(tasks[rank].split(' ')).env("SKIFCH_BACKEND", "route");
            command
        })
    };
    let start = |task| start_each([task; 4]);
    watch.step("who reaches whom");
    let mut job = start("reach");
    for (rank, others) in
        ["shm shm udp udp", "shm shm udp udp", "udp udp shm shm", "udp udp shm shm"]
            .into_iter()
            .enumerate()
    {
        assert_eq!(job.line(rank, "reach"), others, "rank {rank}");
    }
    job.expect_success(0..4);
    watch.step("all to all");
    let mut job = start("all-to-all 5000");
    (0..4).for_each(|rank| drop(job.line(rank, "done")));
    job.expect_success(0..4);
    watch.step("memory");
    mixed(start("mixed 500"), 2, 500);
    watch.step("waits");
    let mut job = start("ring 200");
    println!("{} per hop", job.line(0, "hop"));
    job.expect_success(0..4);
    watch.step("a death on the other host");
    let mut job = start_each(["collect 1 2000", "flood", "flood", "flood"]);
    job.line(1, "sending");
    job.line(2, "sending");
    job.kill(2, libc::SIGKILL);
    assert_eq!(job.line(0, "died:"), "2");
    job.line(0, "received");
    job.expect_success([0]);
}
