//! The scenarios of `skifch-shmem-test-rank`, as jobs under skifrun.

use skifch_tests::netlab::Lab;
use skifch_tests::{Seed, finish, is_long, skifrun_for};
use std::io::Write;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const RANK: &str = env!("CARGO_BIN_EXE_skifch-shmem-test-rank");

/// Output of a scenario on this many PEs; `None`, with a message, where it cannot run.
fn job(scenario: &str, size: u32, backend: &str, settings: &[(&str, &str)]) -> Option<Output> {
    let skifrun = skifrun_for(scenario, RANK)?;
    let seed = Seed::new(&format!("{scenario} on {size} PEs over {backend}")).number();
    let mut command = Command::new(&skifrun);
    command.args(["-n", &size.to_string(), RANK, scenario, &seed.to_string()]);
    command.env("SKIFCH_BACKEND", backend).env("SHMEM_SYMMETRIC_SIZE", "64m");
    // Memory that is freed is overwritten, so that its use shows.
    command.env("MALLOC_PERTURB_", "165");
    command.envs(settings.iter().copied());
    Some(finish(&mut command))
}

/// Runs a scenario on each of these numbers of PEs.
fn passes(scenario: &str, sizes: &[u32], backend: &str) {
    passes_with(scenario, sizes, backend, &[]);
}

fn passes_with(scenario: &str, sizes: &[u32], backend: &str, settings: &[(&str, &str)]) {
    for &size in sizes {
        let Some(output) = job(scenario, size, backend, settings) else { return };
        let words = String::from_utf8_lossy(&output.stderr);
        let status = output.status;
        assert!(status.success(), "{scenario} on {size} PEs over {backend}: {status}\n{words}");
        assert!(words.is_empty(), "{scenario} on {size} PEs over {backend} says: {words}");
    }
}

macro_rules! scenarios {
    ($($name:ident: $scenario:literal on $shm:expr, far $udp:ident on $some:expr;)*) => {
        $(
            #[test]
            fn $name() {
                passes($scenario, &$shm, "shm");
            }

            #[test]
            fn $udp() {
                passes($scenario, &$some, "udp");
            }
        )*
    };
}

scenarios! {
    start_and_end: "nothing" on [1, 2, 5], far start_and_end_far on [1, 3];
    started_again: "again" on [1, 2, 3], far started_again_far on [2];
    dropped_and_started: "dropped" on [1, 2, 3], far dropped_and_started_far on [2];
    puts_and_gets: "rma" on [1, 2, 3, 4], far puts_and_gets_far on [1, 2, 3];
    atomics: "atomic" on [1, 2, 3, 4], far atomics_far on [2, 3];
    order: "order" on [1, 2, 3, 4], far order_far on [1, 2, 3];
    sessions: "batch" on [1, 2, 3], far sessions_far on [1, 2, 3];
    waits: "waits" on [1, 2, 3, 4], far waits_far on [2, 3];
    collectives: "collective" on [1, 2, 3, 4, 7], far collectives_far on [2, 3];
    teams: "teams" on [1, 2, 3, 4, 6], far teams_far on [2, 3];
    heap: "heap" on [1, 2, 3, 4], far heap_far on [2];
    globals: "statics" on [1, 2, 3, 4], far globals_far on [1, 2, 3];
    globals_again: "statics-again" on [1, 2], far globals_again_far on [2];
    what_is_refused: "refused" on [1, 2, 3], far what_is_refused_far on [2];
    mistakes_in_rust: "misuse" on [1, 2, 3, 4], far mistakes_in_rust_far on [1, 2, 3];
}

/// What must hold over every network and on several hosts.
const EVERYWHERE: [&str; 9] =
    ["rma", "atomic", "order", "batch", "waits", "collective", "teams", "heap", "statics"];

/// A drop cannot return an error, so the library prints it.
#[test]
fn slices_that_end_in_another_order_are_told_of() {
    for backend in ["shm", "udp"] {
        let Some(output) = job("drops", 2, backend, &[]) else { return };
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{backend}: {words}");
        assert_eq!(words.matches("freeing a symmetric slice: PE").count(), 4, "{backend}: {words}");
        assert!(words.contains("the same calls of this kind in the same order"), "{words}");
    }
}

/// On a simulated torus, plain and with fuzz: all adverse behaviour that is legal there.
#[test]
fn everything_in_virtual_time() {
    let seed = Seed::new("everything_in_virtual_time").below(1_000_000);
    let unkind = format!("torus:3x2,fuzz=100,seed={seed}");
    for (backend, size) in [("torus:4x4", 1), ("torus:4x4", 4), (&unkind[..], 3)] {
        for scenario in EVERYWHERE.iter().chain(&["again", "refused", "misuse"]) {
            passes(scenario, &[size], backend);
        }
    }
    // The network performs the fast barrier.
    passes("order", &[16], "torus:4x4");
}

/// As in a large job, whose small objects are packed outside the heap.
#[test]
fn everything_with_small_objects_packed() {
    let packed = [("SHMEM_PACK_FROM", "2")];
    for scenario in EVERYWHERE.iter().chain(&["again"]) {
        passes_with(scenario, &[2, 4], "shm", &packed);
    }
    passes_with("refused", &[3], "shm", &packed);
    // Objects are packed only if all PEs share memory.
    passes_with("rma", &[2], "udp", &packed);
    passes_with("collective", &[3], "torus:3x2", &packed);
}

/// With more PEs than lines for exchanges, members learn where their part of a collect begins by a
/// scan.
#[test]
fn scans_let_nobody_run_away() {
    let seed = Seed::new("scans_let_nobody_run_away").below(1_000_000);
    let unkind = format!("torus:2x2,fuzz=200,seed={seed}");
    passes("scans", &[3, 4], &unkind);
    passes("scans", &[1, 2, 3, 24], "shm");
    let faults = format!("loss=4%,seed={seed}");
    let settings = [("SKIFCH_UDP_FAULTS", &faults[..])];
    for size in [3, 4] {
        let Some(output) = job("scans", size, "udp", &settings) else { return };
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{size} PEs with {faults}: {words}");
    }
}

#[test]
fn order_holds_where_datagrams_are_lost_and_late() {
    let seed = Seed::new("order_holds_where_datagrams_are_lost_and_late").below(1_000_000);
    let faults = format!("loss=2%,dup=1%,reorder=5%,seed={seed}");
    let settings = [("SKIFCH_UDP_FAULTS", &faults[..])];
    for scenario in ["order", "atomic", "collective"] {
        let Some(output) = job(scenario, 3, "udp", &settings) else { return };
        // Injected faults are reported, so there is output.
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{scenario} with {faults}: {words}");
    }
}

/// PEs that wait for the launcher still answer those that do not.
#[test]
fn no_start_needs_the_helper_of_the_network() {
    for (scenario, backend) in [("statics", "udp"), ("again", "udp"), ("statics", "route:udp")] {
        passes_with(scenario, &[2, 3], backend, &[("SKIFCH_UDP_HELPER", "0")]);
    }
}

#[test]
fn a_network_without_memory_is_refused() {
    let Some(output) = job("nothing", 1, "loopback", &[]) else { return };
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && words.contains("symmetric heap"), "{words}");
}

#[test]
fn both_networks_at_a_time() {
    for scenario in ["rma", "atomic", "order", "collective", "statics"] {
        passes(scenario, &[3], "route:shm,udp");
    }
}

/// Shared memory within hosts; between hosts one PE of each communicates. On three hosts it is the
/// trees of the collective calls that differ.
#[test]
fn on_several_hosts() {
    const TEST: &str = "on_several_hosts";
    let Some(skifrun) = skifrun_for(TEST, RANK) else { return };
    for (hosts, size) in [(2, 5), (3, 7)] {
        let Some(lab) = Lab::new(TEST, hosts) else { return };
        let is_all = hosts == 2 || is_long();
        let scenarios = if is_all { &EVERYWHERE[..] } else { &["collective", "teams"] };
        for scenario in scenarios.iter().chain(&["nothing"]) {
            let seed = Seed::new(&format!("{scenario} of {size} PEs on {hosts} hosts")).number();
            let mut command = lab.skifrun(&skifrun, size);
            command.args(["-genv", "SKIFCH_BACKEND=route"]);
            command.args(["-genv", "SHMEM_SYMMETRIC_SIZE=64m", "-genv", "SHMEM_DEBUG=1"]);
            command.args(["-genv", "SKIFCH_LOG=info"]);
            command.args([RANK, scenario, &seed.to_string()]);
            let output = finish(&mut command);
            let words = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{scenario}, {size} PEs, {hosts} hosts: {words}");
            assert!(words.contains(&format!("PE 0 reaches 3 of {size} PEs")), "{words}");
            // It would end two seconds late.
            assert!(*scenario != "nothing" || !words.contains("did not confirm"), "{words}");
        }
    }
}

#[test]
fn a_heap_of_no_size_is_refused() {
    let bad = [("SHMEM_SYMMETRIC_SIZE", "lots")];
    let Some(output) = job("nothing", 2, "shm", &bad) else { return };
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(words.contains("SHMEM_SYMMETRIC_SIZE=lots") && words.contains("512m"), "{words}");
}

#[test]
fn heaps_of_different_sizes_are_refused() {
    let Some(skifrun) = skifrun_for("heaps_of_different_sizes_are_refused", RANK) else { return };
    for backend in ["shm", "udp"] {
        let mut command = Command::new(&skifrun);
        let script = "SHMEM_SYMMETRIC_SIZE=$((1 + PMI_RANK))m exec \"$0\" nothing 1";
        command.args(["-n", "2", "sh", "-c", script, RANK]).env("SKIFCH_BACKEND", backend);
        let output = finish(&mut command);
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{words}");
        assert!(words.contains("2097152") && words.contains("1048576"), "{words}");
    }
}

#[test]
fn what_is_asked_for_is_printed_once() {
    let asked = [("SHMEM_INFO", "1"), ("SMA_DEBUG", "1")];
    let Some(output) = job("nothing", 3, "shm", &asked) else { return };
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    assert_eq!(words.matches("OpenSHMEM 1.6").count(), 1, "{words}");
    assert!(words.contains("SHMEM_SYMMETRIC_SIZE=64m"), "{words}");
    assert!(words.contains("PE 0 reaches 3 of 3 PEs"), "{words}");
}

/// Output of a scenario that passes.
fn told(scenario: &str, size: u32, backend: &str) {
    let Some(output) = job(scenario, size, backend, &[]) else { return };
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{scenario} on {size} PEs over {backend}: {words}");
    let _ = std::io::stdout().write_all(&output.stdout);
}

#[test]
fn a_pe_takes_less_than_a_megabyte_beside_its_heap() {
    told("memory", 64, "shm");
    if is_long() {
        told("memory", 512, "shm");
    }
}

#[test]
fn more_pes_than_processors_get_on() {
    for size in [4, 8] {
        told("meetings", size, "shm");
    }
}

#[test]
fn who_sleeps_is_woken_by_puts() {
    for backend in ["shm", "udp"] {
        told("woken", 2, backend);
    }
}

#[test]
fn who_sleeps_is_woken_by_signals_to_a_member_of_a_team() {
    told("woken_by_signals", 2, "shm");
}

#[test]
fn who_waits_takes_no_processor() {
    for (size, backend) in [(2, "shm"), (8, "shm"), (2, "udp"), (4, "udp")] {
        told("idle", size, backend);
    }
}

#[test]
fn the_death_of_a_pe_ends_the_job() {
    for backend in ["shm", "udp"] {
        let begin = Instant::now();
        let Some(output) = job("dies", 3, backend, &[]) else { return };
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{backend}: {words}");
        assert!(!words.contains("a barrier without all"), "{backend}: {words}");
        assert!(begin.elapsed() < Duration::from_secs(60), "{backend} took {:?}", begin.elapsed());
    }
}

#[test]
fn one_pe_ends_the_job_of_all() {
    for (scenario, code) in [("ends-with-7", 7), ("ends-with-0", 0)] {
        let Some(output) = job(scenario, 3, "shm", &[]) else { return };
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words}");
        assert_eq!(words.is_empty(), code == 0, "{words}");
    }
}
