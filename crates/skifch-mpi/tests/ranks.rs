//! The scenarios of `skifch-mpi-test-rank`, as jobs under skifrun.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A job that hangs is killed with words after this time.
const LIMIT: Duration = Duration::from_secs(240);

const RANK: &str = env!("CARGO_BIN_EXE_skifch-mpi-test-rank");

/// `skifrun`, of the installed tree that the tests use or built beside us.
fn skifrun() -> Option<PathBuf> {
    let tree = std::env::var_os("SKIFCH_TREE").map(|tree| Path::new(&tree).join("bin/skifrun"));
    let beside = Path::new(RANK).with_file_name("skifrun");
    tree.into_iter().chain([beside]).find(|path| path.is_file())
}

fn run(mut command: Command) -> Output {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let end = Instant::now() + LIMIT;
    while child.try_wait().expect("our own child").is_none() {
        if Instant::now() > end {
            child.kill().expect("our own child");
            let output = child.wait_with_output().expect("our own child");
            panic!("{command:?} hangs: {}", String::from_utf8_lossy(&output.stderr));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("our own child")
}

/// Runs a scenario on so many ranks each, with a seed that is printed.
fn passes(scenario: &str, sizes: &[u32], backend: &str) {
    passes_with(scenario, sizes, backend, &[]);
}

fn passes_with(scenario: &str, sizes: &[u32], backend: &str, settings: &[(&str, &str)]) {
    let Some(skifrun) = skifrun() else {
        println!("SKIPPED: {scenario}: skifrun is not built (cargo build -p skifch-launch)");
        return;
    };
    let clock = std::time::UNIX_EPOCH.elapsed().map_or(1, |now| now.as_nanos() as u64);
    let given = std::env::var("SKIFCH_TEST_SEED").ok().and_then(|text| text.parse().ok());
    let seed: u64 = given.unwrap_or(clock);
    // Straight to stdout, where the harness does not hold it back.
    let _ = writeln!(std::io::stdout(), "{scenario} over {backend}: SKIFCH_TEST_SEED={seed}");
    for size in sizes {
        let mut command = Command::new(&skifrun);
        command.args(["-n", &size.to_string(), RANK, scenario, &seed.to_string()]);
        command.env("SKIFCH_BACKEND", backend).env("SKIFCH_FAULT_SEED", seed.to_string());
        command.envs(settings.iter().copied());
        let output = run(command);
        let words = String::from_utf8_lossy(&output.stderr);
        let status = output.status;
        assert!(status.success(), "{scenario} on {size} ranks, seed {seed}: {status}\n{words}");
        // Middleware says its seed.
        let is_quiet = words.is_empty() || backend != "shm";
        assert!(is_quiet, "{scenario} on {size} ranks, seed {seed} says: {words}");
    }
}

#[test]
fn start_and_end() {
    passes("nothing", &[1, 2, 5], "shm");
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
    // Nearly everything is announced and sent in parts, and waits for room.
    let settings = [("SKIFCH_SHM_RING_BYTES", "4096"), ("SKIFCH_SHM_MAX_MESSAGE", "300")];
    passes_with("modes", &[2], "shm", &settings);
    passes_with("storm", &[3], "shm", &settings);
    passes_with("collectives", &[4], "shm", &settings);
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
fn overlapped_collective_calls() {
    passes("nonblocking", &[1, 2, 3, 5], "shm");
}

#[test]
fn topologies() {
    passes("shapes", &[1, 2, 3, 6], "shm");
}

#[test]
fn threads() {
    passes("threads", &[1, 2, 3], "shm");
}
