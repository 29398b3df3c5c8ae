//! The scenarios of `skifch-mpi-test-rank`, run as jobs under skifrun.

use skifch_tests::{Seed, finish, skifrun_for};
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

const RANK: &str = env!("CARGO_BIN_EXE_skifch-mpi-test-rank");

/// The program of the ranks: the one that `cargo xtask san` has instrumented, or ours.
fn program() -> String {
    std::env::var("SKIFCH_TEST_RANK").unwrap_or_else(|_| RANK.to_owned())
}

/// Runs a scenario on each of these numbers of ranks, with a seed that is printed.
fn passes(scenario: &str, sizes: &[u32], backend: &str) {
    passes_with(scenario, sizes, backend, &[]);
}

fn passes_with(scenario: &str, sizes: &[u32], backend: &str, settings: &[(&str, &str)]) {
    passes_under(&[], scenario, sizes, backend, settings);
}

/// The same, with the launcher started by the command `wrapper`.
fn passes_under(
    wrapper: &[&str],
    scenario: &str,
    sizes: &[u32],
    backend: &str,
    settings: &[(&str, &str)],
) {
    let Some(skifrun) = skifrun_for(scenario, RANK) else { return };
    let seed = Seed::new(&format!("{scenario} over {backend}")).number();
    for size in sizes {
        let words = wrapper.iter().map(OsStr::new).chain([skifrun.as_os_str()]);
        let words: Vec<_> = words.collect();
        let (size_word, seed_word) = (size.to_string(), seed.to_string());
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(["-n", &size_word, &program(), scenario, &seed_word]);
        command.env("SKIFCH_BACKEND", backend).env("SKIFCH_FAULT_SEED", seed.to_string());
        command.envs(settings.iter().copied());
        let output = finish(&mut command);
        let words = String::from_utf8_lossy(&output.stderr);
        let status = output.status;
        assert!(status.success(), "{scenario} on {size} ranks, seed {seed}: {status}\n{words}");
        // Middleware prints its seed.
        let is_quiet = words.is_empty() || backend != "shm";
        assert!(is_quiet, "{scenario} on {size} ranks, seed {seed} says: {words}");
    }
}

#[test]
fn start_and_end() {
    passes("nothing", &[1, 2, 5], "shm");
}

#[test]
fn a_delete_function_that_fails_keeps_nobody_from_the_end() {
    passes("undeleted", &[1, 3], "shm");
}

#[test]
fn promises_of_point_to_point() {
    passes("modes", &[1, 2, 3], "shm");
}

#[test]
fn promises_hold_under_faults() {
    passes("modes", &[2], "fault+shm");
    passes("storm", &[3], "fault+shm");
    passes("collectives", &[3], "fault+shm");
}

#[test]
fn promises_hold_on_a_network_of_short_messages() {
    // Nearly every message is announced, sent in parts and waits for room.
    let settings = [("SKIFCH_SHM_RING_BYTES", "4096"), ("SKIFCH_SHM_MAX_MESSAGE", "300")];
    passes_with("modes", &[2], "shm", &settings);
    passes_with("storm", &[3], "shm", &settings);
    passes_with("collectives", &[4], "shm", &settings);
    passes_with("typed", &[2], "shm", &settings);
}

#[test]
fn promises_hold_over_datagrams() {
    for scenario in ["modes", "storm", "collectives", "comms"] {
        passes(scenario, &[2, 3], "udp");
    }
    // However few CPUs there are, algorithms are those for ranks with a CPU each.
    passes("collectives", &[4, 7], "udp");
}

#[test]
fn a_send_that_fails_is_told_although_others_are_waited_for() {
    let few = ["sh", "-c", "ulimit -n 64; exec \"$@\"", "sh"];
    passes_under(&few, "scarce", &[2], "shm", &[]);
}

/// With networks that perform barriers, broadcasts and reductions themselves, in routers or beside
/// them, one of them with random legal faults (`fuzz`), and with one that does not.
#[test]
fn promises_hold_in_virtual_time() {
    let seed = Seed::new("promises_hold_in_virtual_time").below(1_000_000);
    let unkind = format!("torus:3x2,fuzz=100,seed={seed}");
    for backend in ["torus:2x2", "torus:2x2,preset=m4", "torus:2x2,preset=m2", &unkind] {
        for scenario in ["collectives", "nonblocking", "comms", "storm"] {
            passes(scenario, &[3, 4], backend);
        }
    }
    passes("collectives", &[3], "fault+torus:2x2");
    passes("threads", &[2], "torus:2x2");
}

/// At most so many of the CPUs that this process is allowed to use.
fn some_cpus(most: usize) -> String {
    let status = std::fs::read_to_string("/proc/self/status").expect("a file of the system");
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let number = |word: &str| word.parse::<u32>().expect("the number of a CPU");
    let all = list.expect("a list of CPUs").trim().split(',').flat_map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        number(first)..=number(last)
    });
    all.take(most).map(|cpu| cpu.to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn promises_hold_where_ranks_share_a_cpu() {
    for scenario in ["modes", "storm", "collectives", "nonblocking", "threads"] {
        passes_under(&["taskset", "-c", &some_cpus(1)], scenario, &[2, 3, 6], "shm", &[]);
    }
}

#[test]
fn alone_without_a_network() {
    for scenario in ["modes", "storm", "collectives", "comms", "shapes"] {
        passes(scenario, &[1], "loopback");
    }
}

#[test]
fn random_messages() {
    passes("storm", &[1, 2, 3, 4], "shm");
}

#[test]
fn thousands_of_receives() {
    passes("many", &[1, 2], "shm");
}

#[test]
fn communicators() {
    passes("comms", &[1, 2, 3, 5], "shm");
}

#[test]
fn collective_calls() {
    passes("collectives", &[1, 2, 3, 4, 8], "shm");
}

#[test]
fn collective_calls_of_ranks_that_share_cpus() {
    passes_under(&["taskset", "-c", &some_cpus(1)], "crowd", &[2, 3, 4, 8], "shm", &[]);
    passes("crowd", &[1, 2, 3, 4, 8], "shm");
    passes("crowd", &[3, 4], "fault+shm");
    passes_with("crowd", &[3], "shm", &[("SKIFCH_SHM_SINGLE_COPY", "off")]);
    passes("crowd", &[3], "udp");
}

#[test]
fn ranks_that_share_a_cpu_without_knowing_take_turns() {
    for backend in ["shm", "udp"] {
        passes_with("unaware", &[2], backend, &[("SKIFCH_TEST_CPU", &some_cpus(1))]);
    }
}

#[test]
fn collective_calls_where_one_rank_has_several_threads() {
    let Some(skifrun) = skifrun_for("crowd-threads", RANK) else { return };
    let mut command = Command::new("taskset");
    command.args(["-c", &some_cpus(1)]).arg(&skifrun).args(["-n", "2", &program(), "crowd", "7"]);
    command.args([":", "-n", "1", &program(), "crowd-threads", "7"]).env("SKIFCH_BACKEND", "shm");
    let output = finish(&mut command);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && words.is_empty(), "{}: {words}", output.status);
}

#[test]
fn all_ranks_get_the_same_result() {
    passes("alike", &[2, 3, 4], "shm");
    passes("alike", &[2, 4, 7], "udp");
}

/// Host maps: ranks in order of hosts, different numbers on each, and dealt out in turn.
const MAPS: [(u32, &str); 3] =
    [(4, "(vector,(0,2,2))"), (5, "(vector,(0,1,3),(1,2,1))"), (7, "(vector,(0,3,1))")];

#[test]
fn collective_calls_between_hosts() {
    for (size, map) in MAPS {
        for scenario in ["collectives", "nonblocking"] {
            passes_with(scenario, &[size], "udp", &[("SKIFCH_BOOT_MAPPING", map)]);
        }
    }
}

#[test]
fn only_leaders_talk_to_other_hosts() {
    let map = [("SKIFCH_BOOT_MAPPING", "(vector,(0,2,3))")];
    let Some(traces) = traces("together", 6, "trace+udp", &map) else { return };
    let far = |rank: usize| {
        let is_far = |other: &usize| other / 3 != rank / 3;
        let peers = (0..6).filter(is_far).map(|other| format!("\"peer_rank\":{other},"));
        let peers: Vec<_> = peers.collect();
        let sends = traces[rank].lines().filter(|line| line.contains("\"op\":\"send"));
        sends.filter(|line| peers.iter().any(|peer| line.contains(peer))).count()
    };
    assert!(far(0) > 0 && far(3) > 0, "the hosts must hear of each other");
    for rank in [1, 2, 4, 5] {
        assert_eq!(far(rank), 0, "rank {rank} does not lead its host: {}", traces[rank]);
    }
}

#[test]
fn long_reductions_use_their_memory_again() {
    passes("pages", &[1, 2, 3, 4, 8], "shm");
    passes_with("pages", &[4], "shm", &[("SKIFCH_SHM_SINGLE_COPY", "off")]);
    passes("pages", &[3], "udp");
}

#[test]
fn calls_with_lists_of_ranks_that_differ() {
    passes("lists", &[1, 2, 3, 5], "shm");
    passes("lists", &[2, 3], "fault+shm");
    passes("lists", &[2, 3], "udp");
    passes("lists", &[2, 4], "torus:2x2");
}

#[test]
fn calls_with_a_root_of_ranks_that_differ() {
    passes("rooted", &[1, 2, 3, 5], "shm");
    passes("rooted", &[3], "fault+shm");
    passes("rooted", &[3], "udp");
    passes("rooted", &[4], "torus:2x2");
}

#[test]
fn overlapped_collective_calls() {
    passes("nonblocking", &[1, 2, 3, 5], "shm");
}

#[test]
fn datatypes_on_their_way() {
    passes("typed", &[1, 2, 3], "shm");
}

#[test]
fn topologies() {
    passes("shapes", &[1, 2, 3, 6], "shm");
}

#[test]
fn threads() {
    passes("threads", &[1, 2, 3], "shm");
}

#[test]
fn a_thread_is_told_what_another_completes() {
    let two_cpus = some_cpus(2);
    passes_under(&["taskset", "-c", &two_cpus], "told", &[3], "shm", &[]);
}

#[test]
fn a_message_is_not_late_for_a_thread_that_waits_beside_it() {
    ["shm", "udp"].iter().for_each(|network| passes("queued", &[2], network));
}

#[test]
fn long_messages_of_several_threads() {
    passes("long-threads", &[2], "shm");
}

#[test]
fn long_messages() {
    // With more ranks than CPUs and with fewer.
    passes("long", &[1, 2, 3, 5], "shm");
    passes("long", &[3], "fault+shm");
    passes("long", &[2], "udp");
    passes_with("long", &[2, 3], "shm", &[("SKIFCH_SHM_SINGLE_COPY", "off")]);
}

#[test]
fn memory_that_peers_copy_again_and_again_is_moved_into_huge_pages() {
    passes("moved", &[1, 2, 3], "shm");
    passes_with("moved", &[2], "shm", &[("SKIFCH_HUGE_PAGES", "0")]);
}

/// The network calls that each rank makes in a scenario, as lines of a trace; `None` if no ranks
/// can be started.
fn traces(
    scenario: &str,
    size: u32,
    backend: &str,
    settings: &[(&str, &str)],
) -> Option<Vec<String>> {
    skifrun_for(scenario, RANK)?;
    let dir = std::env::temp_dir().join(format!("skifch-mpi-{scenario}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let trace = dir.join("%r");
    let trace = [("SKIFCH_TRACE_FILE", trace.to_str().expect("a path of text"))];
    passes_with(scenario, &[size], backend, &[settings, &trace].concat());
    let read = |rank: u32| std::fs::read_to_string(dir.join(rank.to_string())).expect("a trace");
    let traces = (0..size).map(read).collect();
    std::fs::remove_dir_all(&dir).expect("a folder of ours");
    Some(traces)
}

fn bytes_in(line: &str) -> Option<u64> {
    let (_, rest) = line.split_once("\"bytes\":")?;
    rest.split([',', '}']).next()?.parse().ok()
}

/// The lines of a trace in which this rank copies out of another's memory.
fn copies_in(trace: &str) -> Vec<&str> {
    trace.lines().filter(|line| line.contains("\"copy_pieces\"")).collect()
}

#[test]
fn long_messages_are_copied_once_where_that_is_possible() {
    let Some(traces) = traces("long", 2, "trace+shm", &[]) else { return };
    let copies = copies_in(&traces[0]);
    assert!(!copies.is_empty(), "both ranks have sends under way");
    // After a refused copy no further one is attempted.
    assert!(copies.len() == 1 || copies.len() > 10, "{copies:#?}");
    // With messages in one direction, both cores copy them, if there are two.
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let is_shared = traces[0].contains("\"copy_to\"");
    assert_eq!(is_shared, cpus > 1 && copies.len() > 1, "{cpus} CPUs");
}

#[test]
fn long_messages_of_a_window_are_copied_by_one_call() {
    let Some(traces) = traces("windows", 2, "trace+shm", &[]) else { return };
    let copies = copies_in(&traces[0]);
    let is_of_several = |line: &&str| bytes_in(line).is_some_and(|bytes| bytes > 70_001);
    assert!(copies.len() == 1 || copies.iter().any(is_of_several), "{copies:#?}");
}

#[test]
fn who_is_killed_among_long_messages_is_named() {
    names_who_is_killed("killed");
}

#[test]
fn who_is_killed_while_others_wait_at_a_barrier_is_named() {
    names_who_is_killed("killed-at-barrier");
}

fn names_who_is_killed(scenario: &str) {
    let Some(skifrun) = skifrun_for(scenario, RANK) else { return };
    for seed in 0..10 {
        for ranks in ["2", "4"] {
            let mut command = Command::new(&skifrun);
            command.args(["-n", ranks, &program(), scenario, &seed.to_string()]);
            let output = finish(command.env("SKIFCH_BACKEND", "shm"));
            let words = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && words.contains("rank 1"), "{words}");
        }
    }
}

#[test]
fn ranks_in_different_collective_calls_are_told_both() {
    for backend in ["shm", "udp"] {
        (0..3).for_each(|_| passes("different", &[2], backend));
    }
    let one_cpu = some_cpus(1);
    passes_under(&["taskset", "-c", &one_cpu], "different-crowded", &[3, 4, 8], "shm", &[]);
}

#[test]
fn who_waits_for_a_process_that_has_ended_is_told() {
    for scenario in ["ended", "ended-threads"] {
        tells_who_has_ended(scenario, "shm", 12);
    }
    tells_who_has_ended("ended", "udp", 3);
}

#[test]
fn what_a_process_sent_before_it_ended_is_received() {
    let Some(skifrun) = skifrun_for("ended-having-sent", RANK) else { return };
    for backend in ["shm", "udp"] {
        goes_on_without_one(&skifrun, "ended-having-sent", backend, (0, 3, 1));
    }
}

#[test]
fn the_buffer_of_an_exchange_that_failed_is_given_back() {
    let Some(skifrun) = skifrun_for("ended-in-sendrecv", RANK) else { return };
    goes_on_without_one(&skifrun, "ended-in-sendrecv", "shm", (0, 3, 1));
}

#[test]
fn the_buffer_of_a_matched_receive_that_failed_is_given_back() {
    let Some(skifrun) = skifrun_for("ended-in-mrecv", RANK) else { return };
    goes_on_without_one(&skifrun, "ended-in-mrecv", "shm", (0, 3, 1));
}

/// Runs a scenario in which a rank ends early; so many others say that they were told. Returns what
/// was printed.
fn goes_on_without_one(
    skifrun: &Path,
    scenario: &str,
    backend: &str,
    (seed, ranks, wanted): (u32, usize, usize),
) -> String {
    let mut command = Command::new(skifrun);
    command.args(["-disable-auto-cleanup", "--timeout", "60", "-n", &ranks.to_string()]);
    command.args([&program(), scenario, &seed.to_string()]).env("SKIFCH_BACKEND", backend);
    let output = finish(&mut command);
    let said = String::from_utf8_lossy(&output.stdout);
    let told = said.lines().filter(|line| line.contains("was told")).count();
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told, wanted, "{scenario} on {ranks} ranks, seed {seed}: {said}{words}");
    said.into_owned()
}

fn tells_who_has_ended(scenario: &str, backend: &str, seeds: u32) {
    let Some(skifrun) = skifrun_for(scenario, RANK) else { return };
    for (seed, ranks) in (0..seeds).zip([2, 3, 4].into_iter().cycle()) {
        let said = goes_on_without_one(&skifrun, scenario, backend, (seed, ranks, ranks - 1));
        // If one rank gets the error and ends, others may report its end instead.
        let names = ["rank 1 of the job is gone", "rank 1 port 77 is gone", "rank 1 is gone"];
        assert!(names.iter().any(|name| said.contains(name)), "{scenario}, seed {seed}: {said}");
    }
}
