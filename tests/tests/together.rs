//! Collective operations done by the network: their results, their times, and the messages if a
//! rank does not join.

use skifch_tests::{Watchdog, at_once, locate};
use std::process::{Command, Output};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

/// A job in its own folder, which is removed with the files that the job writes, such as a trace.
fn run(ranks: u32, backend: &str, words: &[&str]) -> Output {
    let dir = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(locate("skifch-launch", "skifrun", RANK));
    command.args(["-n", &ranks.to_string(), "--timeout", "120", RANK]).args(words);
    command.current_dir(dir.path());
    command.env("SKIFCH_BACKEND", backend).output().expect("skifrun starts")
}

fn words_of(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// The output lines of a successful job, sorted.
fn good(ranks: u32, backend: &str, words: &[&str]) -> Vec<String> {
    let output = run(ranks, backend, words);
    let (said, errors) = words_of(&output);
    assert!(output.status.success(), "{backend} {words:?}: {}\n{said}\n{errors}", output.status);
    let mut lines: Vec<_> = said.lines().chain(errors.lines()).map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// The time in nanoseconds that `skif-torus collect` reports for an operation at the last rank.
fn alone(torus: &str, preset: &str, operation: &str, bytes: &str) -> f64 {
    let mut command = Command::new(locate("skifch-torus-cli", "skif-torus", RANK));
    command.args(["collect", "--torus", torus, "--preset", preset, "--times", "1"]);
    let output = command.args(["--operation", operation, "--bytes", bytes]).output();
    let (said, errors) = words_of(&output.expect("skif-torus starts"));
    let line = said.lines().find(|line| line.trim_start().starts_with(operation));
    let value = line.and_then(|line| line.split_whitespace().nth(2)?.parse().ok());
    value.unwrap_or_else(|| panic!("no {operation} in {said}{errors}"))
}

/// Programs wait for as long as the network alone takes, plus 70 ns for their own calls.
#[test]
fn times_are_those_of_the_network_alone() {
    for preset in ["m3", "m4"] {
        let lines = good(16, &format!("torus:4x2x2,preset={preset}"), &["join-times"]);
        for (name, operation, bytes) in [
            ("barrier", "barrier", "8"),
            ("broadcast", "broadcast", "8"),
            ("allreduce", "allreduce", "8"),
            ("long", "allreduce", "800"),
        ] {
            let times = lines.iter().filter(|line| line.starts_with(name));
            let times = times.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok());
            let last = times.fold(0.0, f64::max);
            let more = last - alone("4x2x2", preset, operation, bytes);
            assert!((69.0..=71.0).contains(&more), "{preset} {name}: {more}, {lines:?}");
        }
    }
}

/// Whatever the network uses for them, results are correct, equal runs are equal, and ranks may
/// join in any order while doing other things.
#[test]
fn all_operations_are_right_and_the_same_in_every_run() {
    let watch = Watchdog::new("all_operations_are_right_and_the_same_in_every_run", 240);
    for settings in [
        "4x4,compute=annotated",
        "4x4,compute=annotated,fuzz=200,seed=5",
        "4x4,compute=annotated,router.routing=adaptive",
        "4x4,compute=annotated,preset=m4",
        "4x4,compute=annotated,preset=m4,fidelity=logp",
    ] {
        watch.step(settings.to_owned());
        let backend = format!("torus:{settings},report=1");
        let words = ["join-mix", "39"];
        let first = good(12, &backend, &words);
        assert!(first.iter().any(|line| line.contains(" trace ")), "{first:?}");
        assert_eq!(good(12, &backend, &words), first, "{settings}");
    }
    watch.step("middleware".to_owned());
    good(5, "fault+torus:4x4", &["join-mix", "39"]);
    good(5, "trace+fault+torus:4x4,preset=m4", &["join-mix", "13"]);
}

/// A network that does not support them, or not in its modelled form, must not claim to.
#[test]
fn who_does_not_do_them_does_not_say_so() {
    let dir = tempfile::tempdir().expect("a folder");
    let faults = dir.path().join("faults");
    std::fs::write(&faults, "5us link 0 +X\n").expect("a file");
    let faults = faults.display();
    for (backend, is_there) in [
        ("torus:2x2".to_owned(), "true"),
        ("fault+torus:2x2".to_owned(), "true"),
        ("torus:2x2,preset=m4,fidelity=fluid".to_owned(), "true"),
        (format!("torus:4x4,preset=m4,faults={faults}"), "true"),
        ("torus:2x2,preset=m2".to_owned(), "false"),
        ("torus:2x2,fidelity=logp".to_owned(), "false"),
        ("torus:2x2,collective.network=none".to_owned(), "false"),
        (format!("torus:4x4,faults={faults}"), "false"),
        ("shm".to_owned(), "false"),
        ("udp".to_owned(), "false"),
    ] {
        let lines = good(2, &backend, &["join-has"]);
        assert!(lines.iter().filter(|line| *line == is_there).count() == 2, "{backend}: {lines:?}");
    }
}

#[test]
fn what_cannot_be_joined_is_refused_with_words() {
    good(2, "torus:2x2", &["join-refused"]);
    good(2, "fault+torus:2x2,preset=m4", &["join-refused"]);
}

#[test]
fn a_rank_that_does_not_join_is_named() {
    let _watch = Watchdog::new("a_rank_that_does_not_join_is_named", 120);
    let cases = [
        ("waits", "3 of 4 ranks have joined Meet on port 0 (id 3); rank 1 has not"),
        ("differs", " with root 0 on port 0 (id 3), but others join Add of "),
        ("dies", " (SIGABRT, aborted)"),
    ];
    let cases = ["m3", "m4"].into_iter().flat_map(|preset| cases.map(|case| (preset, case)));
    at_once(cases, |(preset, (how, expect))| {
        let output =
            run(4, &format!("torus:2x2,preset={preset},standstill_s=3"), &["join-alone", how]);
        let (said, errors) = words_of(&output);
        assert!(!output.status.success() && errors.contains(expect), "{how}: {said}{errors}");
    });
}
