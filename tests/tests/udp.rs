//! Ranks over UDP: every message arrives once, in order and intact, whatever the network does.

use skifch_tests::netlab::Lab;
use skifch_tests::{Job, Seed, Watchdog, is_long, wait_until};
use std::net::UdpSocket;
use std::process::Command;
use std::time::{Duration, Instant};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

fn start(size: usize, task: &str, settings: &[(&str, &str)]) -> Job {
    Job::start_with(size, |_| {
        let mut command = Command::new(RANK);
        command.args(task.split(' '));
        command.env("SKIFCH_BACKEND", "udp");
        for (name, value) in settings {
            command.env(format!("SKIFCH_UDP_{name}"), value);
        }
        command
    })
}

/// Runs `task` on all ranks over a network with these faults; returns the value of `counter` from
/// each.
fn survives(size: usize, task: &str, faults: &str, counter: &str) -> Vec<u64> {
    let mut job = start(size, task, &[("FAULTS", faults)]);
    let said = (0..size).map(|rank| job.line(rank, counter).parse().expect("a number")).collect();
    (0..size).for_each(|rank| drop(job.line(rank, "done")));
    job.expect_success(0..size);
    said
}

fn messages() -> u64 {
    if is_long() { 200_000 } else { 3_000 }
}

fn seed(test: &str) -> u64 {
    Seed::new(test).below(1 << 32)
}

#[test]
fn each_fault_alone_is_survived() {
    const TEST: &str = "each_fault_alone_is_survived";
    let watch = Watchdog::new(TEST, 120);
    let seed = seed(TEST);
    for (faults, counter) in [
        ("loss=2%", "again"),
        ("dup=5%", "stale"),
        ("reorder=5%", "done"),
        ("delay=0.2ms..2ms@20%", "done"),
        ("corrupt=2%", "spoiled"),
        ("truncate=2%", "spoiled"),
        ("partition=100ms+80ms", "done"),
        ("partition_out=100ms+80ms", "done"),
        ("partition_in=100ms+80ms", "done"),
        ("full=50ms+20ms", "done"),
        ("mtu=2000", "done"),
    ] {
        watch.step(faults);
        let faults = format!("{faults},seed={seed}");
        let task = format!("exchange {}", messages());
        if counter == "done" {
            let mut job = start(2, &task, &[("FAULTS", &faults)]);
            (0..2).for_each(|rank| drop(job.line(rank, "done")));
            job.expect_success(0..2);
            continue;
        }
        let said = survives(2, &task, &faults, counter);
        assert!(said.iter().sum::<u64>() > 0, "{faults}: no datagram met it: {said:?}");
    }
}

/// The answer to an opening arrives late, or twice, when so much is in flight already that the
/// sender has a separate socket for this peer, on which nobody receives.
#[test]
fn openings_amid_a_stream_end_nobody() {
    const TEST: &str = "openings_amid_a_stream_end_nobody";
    let watch = Watchdog::new(TEST, 120);
    let seed = seed(TEST);
    for number in 0..if is_long() { 200 } else { 20 } {
        watch.step(format!("job {number}"));
        let faults = format!("delay=0.2ms..2ms,loss=30%,dup=50%,seed={}", seed + number);
        let settings = [
            ("FAULTS", &*faults),
            ("CONGESTION", "none"),
            ("MTU", "1500"),
            ("RING_BYTES", "2097152"),
        ];
        let mut job = start(2, "flows 0 50", &settings);
        (0..2).for_each(|rank| drop(job.line(rank, "done")));
        job.expect_success(0..2);
    }
}

#[test]
fn faults_together_are_survived() {
    const TEST: &str = "faults_together_are_survived";
    let _watch = Watchdog::new(TEST, 120);
    let faults = format!(
        "loss=1%,dup=1%,reorder=2%,corrupt=0.5%,truncate=0.5%,delay=0.1ms..1ms@5%,mtu=9000,seed={}",
        seed(TEST)
    );
    let task = format!("exchange {}", messages());
    let lost = survives(4, &task, &faults, "lost");
    assert!(lost.iter().all(|&lost| lost > 0), "{lost:?}");
}

#[test]
fn a_rank_that_leaves_at_once_has_lost_nothing() {
    const TEST: &str = "a_rank_that_leaves_at_once_has_lost_nothing";
    let watch = Watchdog::new(TEST, 60);
    let seed = seed(TEST);
    for (count, faults) in [(1, ""), (50, ""), (2000, ""), (2000, "loss=5%,reorder=5%")] {
        watch.step(format!("{count} messages, {faults}"));
        let faults =
            if faults.is_empty() { String::new() } else { format!("{faults},seed={seed}") };
        survives(2, &format!("one-way {count} 150"), &faults, "lost");
    }
}

/// Leaving takes no longer than the remaining traffic.
#[test]
fn leaving_is_quick() {
    let _watch = Watchdog::new("leaving_is_quick", 60);
    let begin = Instant::now();
    for _ in 0..5 {
        survives(4, "exchange 10", "", "lost");
    }
    let took = begin.elapsed() / 5;
    assert!(took < Duration::from_millis(1500), "a job of four ranks took {took:?}");
}

/// The reason tells the user what to look at.
#[test]
fn a_send_to_a_rank_that_is_gone_says_why() {
    let watch = Watchdog::new("a_send_to_a_rank_that_is_gone_says_why", 60);
    for (signal, timeout_s, words) in [
        (libc::SIGKILL, "30", "its host reports that its process has ended"),
        (libc::SIGSTOP, "1", "it did not answer within SKIFCH_UDP_TIMEOUT"),
    ] {
        watch.step(words);
        let mut job = Job::start_with(3, |rank| {
            let mut command = Command::new(RANK);
            command.arg(if rank == 0 { "flood-two" } else { "drain" });
            command.env("SKIFCH_BACKEND", "udp").env("SKIFCH_UDP_TIMEOUT", timeout_s);
            command
        });
        job.line(0, "sending");
        std::thread::sleep(Duration::from_millis(20));
        job.kill(1, signal);
        let told = job.line(0, "EPIPE");
        assert!(told.contains("rank 1 port 0 is gone: ") && told.contains(words), "{told}");
        job.kill(1, libc::SIGKILL);
        job.expect_success([0]);
    }
}

/// Also in a program that communicates with nobody else and receives nothing.
#[test]
fn who_only_sends_is_told_soon() {
    let _watch = Watchdog::new("who_only_sends_is_told_soon", 60);
    let mut job = start(2, "flood", &[]);
    // Rank 0 only accumulates messages to itself, until it is killed.
    job.line(1, "sending");
    std::thread::sleep(Duration::from_millis(20));
    job.kill(0, libc::SIGKILL);
    let killed = Instant::now();
    let told = job.line(1, "failed:");
    assert!(told.contains("rank 0 port 0 is gone: its host reports"), "{told}");
    let took = killed.elapsed();
    println!("told after {took:?}");
    assert!(took < Duration::from_secs(5), "told after {took:?}, and the time-out is 30 s");
}

/// Openings are small and get through, but nothing else does.
#[test]
fn a_way_that_swallows_all_but_small_datagrams_is_told() {
    let _watch = Watchdog::new("a_way_that_swallows_all_but_small_datagrams_is_told", 60);
    let mut job = start(2, "flows 300 20000", &[("FAULTS", "mtu=500"), ("TIMEOUT", "2")]);
    let told = job.line(0, "failed:");
    assert!(told.contains("rank 1") && told.contains("to 576 or more"), "{told}");
}

/// A host with several addresses may send from one that it does not advertise.
#[test]
fn the_end_of_a_rank_is_told_from_whatever_address_it_spoke() {
    const TEST: &str = "the_end_of_a_rank_is_told_from_whatever_address_it_spoke";
    let _watch = Watchdog::new(TEST, 60);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    lab.add_source(1);
    let tasks = ["collect 1 2000", "flood", "flood"];
    let mut job = Job::start_with(3, |rank| {
        let mut command = lab.host(usize::from(rank == 1)).command(RANK);
        command.args(tasks[rank].split(' ')).env("SKIFCH_BACKEND", "udp");
        command
    });
    job.line(1, "sending");
    job.line(2, "sending");
    std::thread::sleep(Duration::from_millis(100));
    job.kill(1, libc::SIGKILL);
    let killed = Instant::now();
    assert_eq!(job.line(0, "died:"), "1");
    let took = killed.elapsed();
    println!("told after {took:?}");
    assert!(took < Duration::from_secs(12), "told after {took:?}, and the time-out is 30 s");
    job.line(0, "received");
    job.expect_success([0]);
}

/// Silent for longer than the time-out for dead peers: its helper thread answers for it.
#[test]
fn a_receiver_that_does_not_call_for_long_is_waited_for() {
    let _watch = Watchdog::new("a_receiver_that_does_not_call_for_long_is_waited_for", 60);
    let task = if is_long() { "one-way 20000 180000" } else { "one-way 20000 4000" };
    let mut job = start(2, task, &[("TIMEOUT", "1")]);
    job.line(1, "silent");
    (0..2).for_each(|rank| drop(job.line(rank, "done")));
    job.expect_success(0..2);
}

/// No thread is woken without a reason.
#[test]
fn helpers_of_an_idle_job_sleep() {
    let _watch = Watchdog::new("helpers_of_an_idle_job_sleep", 60);
    let mut job = start(3, "asleep", &[]);
    for rank in 0..3 {
        assert_eq!(job.line(rank, "helpers"), "1", "rank {rank}");
        assert_eq!(job.line(rank, "woken"), "0", "rank {rank}");
    }
    job.expect_success(0..3);
}

/// The stderr output of a two-rank job that cannot communicate, once it contains `word`.
fn warning(name: &str, word: &str, command: impl Fn(usize) -> Command) -> String {
    let path = std::env::temp_dir().join(format!("skifch-{name}-{}", std::process::id()));
    let file = std::fs::File::create(&path).expect("a temporary file");
    let job = Job::start_with(2, |rank| {
        let mut command = command(rank);
        command.args(["exchange", "1"]).env("SKIFCH_BACKEND", "udp");
        command.stderr(file.try_clone().expect("its descriptor"));
        command
    });
    let told = wait_until("a warning", || {
        let text = std::fs::read_to_string(&path).expect("the file");
        text.contains(word).then_some(text)
    });
    drop(job);
    std::fs::remove_file(&path).expect("the file");
    told
}

/// A job of two ranks in which a setting has another value on each, if it is not empty.
fn differing(setting: &str, values: [&str; 2]) -> Job {
    Job::start_with(2, |rank| {
        let mut command = Command::new(RANK);
        command.args(["exchange", "100"]).env("SKIFCH_BACKEND", "udp");
        if !values[rank].is_empty() {
            command.env(format!("SKIFCH_UDP_{setting}"), values[rank]);
        }
        command
    })
}

/// Otherwise ranks would drop each other's datagrams, and sends return 0 without a visible reason.
#[test]
fn settings_that_contradict_each_other_are_told_at_once() {
    let _watch = Watchdog::new("settings_that_contradict_each_other_are_told_at_once", 60);
    for (setting, values) in [("MAC", ["on", "off"]), ("MAX_MESSAGE", ["1000", "2000"])] {
        let mut job = differing(setting, values);
        for rank in 0..2 {
            let told = job.line(rank, "failed:");
            let is_told = [setting, values[0], values[1]].iter().all(|word| told.contains(word));
            assert!(is_told, "{setting} of {values:?}: {told}");
        }
    }
}

#[test]
fn what_one_rank_alone_needs_a_tag_for_gives_all_of_them_one() {
    let _watch = Watchdog::new("what_one_rank_alone_needs_a_tag_for_gives_all_of_them_one", 60);
    for (setting, values) in [("FAULTS", ["loss=1%", ""]), ("MAC", ["", "on"])] {
        let mut job = differing(setting, values);
        (0..2).for_each(|rank| drop(job.line(rank, "done")));
        job.expect_success(0..2);
    }
}

/// As behind a firewall: the job may wait for minutes, so the user should be told why.
#[test]
fn a_network_that_lets_no_datagram_through_is_told() {
    const TEST: &str = "a_network_that_lets_no_datagram_through_is_told";
    let _watch = Watchdog::new(TEST, 60);
    let Some(lab) = Lab::new(TEST, 2) else { return };
    lab.set_link(1, false);
    let told = warning("unheard", "SKIFCH_UDP_PORT_RANGE", |rank| {
        let mut command = lab.host(rank).command(RANK);
        command.env("SKIFCH_UDP_TIMEOUT", "1");
        command
    });
    assert!(told.contains("at UDP 10.77.0.") && told.contains("never answered"), "{told}");
}

/// The local ports of a process's UDP sockets, from `/proc/net/udp`, which has them in hex after
/// the address.
fn ports_of(pid: u32) -> Vec<u16> {
    let own: Vec<String> = std::fs::read_dir(format!("/proc/{pid}/fd"))
        .expect("our child")
        .filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok())
        .filter_map(|link| {
            let text = link.to_string_lossy().into_owned();
            Some(text.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned())
        })
        .collect();
    let table = std::fs::read_to_string("/proc/net/udp").expect("/proc/net/udp");
    let columns = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let ours = columns.filter(|line| line.len() > 9 && own.iter().any(|inode| inode == line[9]));
    let port = |line: Vec<&str>| u16::from_str_radix(line[1].split_once(':')?.1, 16).ok();
    ours.filter_map(port).collect()
}

#[test]
fn strangers_who_send_anything_are_in_nobodys_way() {
    const TEST: &str = "strangers_who_send_anything_are_in_nobodys_way";
    let _watch = Watchdog::new(TEST, 60);
    for mac in ["on", "off"] {
        let mut seed = Seed::new(TEST);
        let mut job = start(2, "one-way 30000 300", &[("MAC", mac)]);
        job.line(1, "silent");
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a socket");
        let ports: Vec<u16> = (0..2).flat_map(|rank| ports_of(job.pid(rank))).collect();
        assert!(ports.len() >= 2, "{ports:?}");
        for number in 0..5000_u64 {
            let len = seed.below(300) as usize;
            let mut bytes: Vec<u8> = (0..len).map(|_| seed.below(256) as u8).collect();
            // Valid first bytes of the protocol, so that the rest is parsed as well.
            if let Some(head) = bytes.get_mut(..2).filter(|_| number % 2 == 0) {
                head.copy_from_slice(&[0x53, 0x10 + seed.below(4) as u8]);
            }
            let port = ports[number as usize % ports.len()];
            let _ = socket.send_to(&bytes, ("127.0.0.1", port));
        }
        let spoiled: u64 = (0..2).map(|r| job.line(r, "spoiled").parse::<u64>().unwrap_or(0)).sum();
        (0..2).for_each(|rank| drop(job.line(rank, "done")));
        job.expect_success(0..2);
        assert!(spoiled > 1000, "only {spoiled} were counted");
    }
}
