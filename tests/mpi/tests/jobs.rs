//! Jobs of which the output, the exit code or the end counts: fatal errors, hangs, other libraries.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_mpi_tests::{Build, PROMISES, RANKS, run, said, skip, tells_codes_of_the_program, tree};
use skifch_tests::{Seed, is_long};
use std::path::{Path, PathBuf};

/// The program of that name in `c`, compiled with these flags; `None` if tests are skipped.
fn compiled(test: &str, name: &str, words: &[&str]) -> Option<(Build, PathBuf)> {
    let build = Build::new(tree(test)?);
    let source = Path::new(PROMISES).join(name).with_extension("c");
    let program = build.compile("mpicc", &source, words);
    Some((build, program))
}

/// Trees with ranks that pass on what they were sent, also in two levels.
#[test]
fn counts_that_differ_are_heard_of_in_trees() {
    let test = "counts_that_differ_are_heard_of_in_trees";
    for name in ["differ", "surplus"] {
        let Some((build, program)) = compiled(test, name, &["-std=c99"]) else { return };
        for ranks in [7, 8] {
            run(&mut build.job(ranks, &program));
        }
        let map = "(vector,(0,2,3))";
        run(build.job(6, &program).env("SKIFCH_BACKEND", "udp").env("SKIFCH_BOOT_MAPPING", map));
    }
}

/// A job with a number of ranks, a network, and the hosts of the ranks.
type Mixture = (u32, &'static str, Option<&'static str>);

const MIXTURES: &[Mixture] =
    &[(3, "shm", None), (5, "shm", None), (5, "udp", Some("(vector,(0,1,3),(1,1,2))"))];

const MORE_MIXTURES: &[Mixture] = &[
    (1, "shm", None),
    (2, "shm", None),
    (8, "shm", None),
    (6, "route", Some("(vector,(0,3,2))")),
    (4, "fault+shm", None),
    (4, "udp", None),
    (6, "udp", Some("(vector,(0,2,3))")),
    (7, "udp", Some("(vector,(0,2,2),(6,1,1),(0,1,2))")),
    (3, "fault+udp", None),
    (4, "torus:2x2", None),
    (4, "torus:2x2,preset=m4", None),
];

#[test]
fn collective_calls_do_what_the_ranks_compute_by_themselves() {
    let test = "collective_calls_do_what_the_ranks_compute_by_themselves";
    let words = ["-std=c99", "-pedantic", "-O1"];
    let Some((build, program)) = compiled(test, "anything", &words) else { return };
    let seed = Seed::new(test).number().to_string();
    let rounds = if is_long() { "1500" } else { "100" };
    for (ranks, network, map) in MIXTURES.iter().chain(if is_long() { MORE_MIXTURES } else { &[] })
    {
        let mut job = build.job(*ranks, &program);
        job.args([&seed, rounds]).env("SKIFCH_BACKEND", network).env("SKIFCH_FAULT_SEED", &seed);
        run(job.envs(map.map(|map| ("SKIFCH_BOOT_MAPPING", map))));
    }
}

#[test]
fn the_channel_and_mpi_share_a_job_whichever_begins() {
    let test = "the_channel_and_mpi_share_a_job_whichever_begins";
    let words = ["-std=c99", "-Wl,--no-as-needed", "-lskifch"];
    let Some((build, program)) = compiled(test, "mixed", &words) else { return };
    for &ranks in RANKS {
        for first in ["mpi", "skifch"] {
            run(build.job(ranks, &program).arg(first));
        }
    }
}

#[test]
fn libraries_that_do_not_see_each_other_share_a_job() {
    let test = "libraries_that_do_not_see_each_other_share_a_job";
    let Some(tree) = tree(test) else { return };
    let build = Build::new(tree);
    let program = build.dir.path().join("opened");
    let mut cc = std::process::Command::new("cc");
    cc.args(["-Wall", "-Wextra", "-Werror", "-o"]).arg(&program);
    run(cc.arg(Path::new(PROMISES).join("opened.c")).arg("-ldl"));
    let [skifch, mpi] =
        ["libskifch.so.1", "libmpi_abi.so.1"].map(|name| build.tree.join("lib").join(name));
    let text = said(build.job(2, &program).arg(skifch).arg(mpi));
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["rank 0 of 2", "rank 1 of 2"]);
}

#[test]
fn an_error_that_is_fatal_names_call_and_values() {
    let test = "an_error_that_is_fatal_names_call_and_values";
    let Some((build, program)) = compiled(test, "fatal", &[]) else { return };
    let output = build.job(2, &program).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{err}");
    for words in ["MPI_ERR_RANK", "MPI_Send", "7", "MPI_COMM_WORLD"] {
        assert!(err.contains(words), "no {words} in: {err}");
    }
    // Text printed before the end is not lost.
    assert!(String::from_utf8_lossy(&output.stdout).contains("before"), "{err}");
}

#[test]
fn errors_begin_with_the_handler_that_the_launcher_was_told() {
    let test = "errors_begin_with_the_handler_that_the_launcher_was_told";
    let Some((build, program)) = compiled(test, "initial", &["-std=c99"]) else { return };
    for word in ["mpi_errors_return", "mpi_errors_abort", "mpi_errors_are_fatal"] {
        let mut skifrun = build.tool("skifrun");
        run(skifrun.args(["-n", "2", "-initial-errhandler", word]).arg(&program).arg(word));
    }
}

#[test]
fn programs_know_their_number_and_the_places_of_the_launcher() {
    let test = "programs_know_their_number_and_the_places_of_the_launcher";
    let Some((build, program)) = compiled(test, "places", &["-std=c99"]) else { return };
    run(std::process::Command::new(&program).args(["none", "1"]));
    for (words, places) in [(&[][..], "3"), (&["-usize", "9"][..], "9")] {
        let mut skifrun = build.tool("skifrun");
        skifrun.args(words).args(["-n", "1"]).arg(&program).args(["0", places]);
        run(skifrun.args([":", "-n", "2"]).arg(&program).args(["1", places]));
    }
}

/// The launcher's time limit ends a rank that hangs.
#[test]
fn an_end_says_what_was_accepted_and_did_not_arrive() {
    let test = "an_end_says_what_was_accepted_and_did_not_arrive";
    let Some((build, program)) = compiled(test, "unheard", &["-std=c99"]) else { return };
    for (handler, code) in [("fatal", 1), ("returned", 3)] {
        let mut skifrun = build.tool("skifrun");
        skifrun.args(["-n", "2", "--timeout", "6"]).arg(&program).arg(handler);
        skifrun.env("SKIFCH_BACKEND", "udp").env("SKIFCH_UDP_TIMEOUT", "2");
        let output = skifrun.output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains(&format!(" exited with code {code}")), "{handler}: {err}");
        let is_told = err.contains("MPI_ERR_OTHER: MPI_Finalize: ")
            && err.contains(" bytes that were accepted for rank 1 did not arrive");
        assert_eq!(is_told, handler == "fatal", "{err}");
        let out = String::from_utf8_lossy(&output.stdout);
        assert_eq!(out.contains("returned"), handler == "returned", "{out} {err}");
    }
}

#[test]
fn an_end_that_somebody_does_not_come_to_names_its_call() {
    let test = "an_end_that_somebody_does_not_come_to_names_its_call";
    let Some((build, program)) = compiled(test, "unheard", &["-std=c99"]) else { return };
    let mut skifrun = build.tool("skifrun");
    skifrun.args(["-n", "2", "-disable-auto-cleanup", "--timeout", "30"]).arg(&program);
    let output = skifrun.arg("killed").env("SKIFCH_BACKEND", "udp").output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(
        err.contains("MPI_ERR_PROC_ABORTED: MPI_Finalize by rank 0 in MPI_COMM_WORLD"),
        "{err}"
    );
}

#[test]
fn an_end_reaches_those_that_wait_in_collective_calls() {
    let test = "an_end_reaches_those_that_wait_in_collective_calls";
    let Some((build, program)) = compiled(test, "abandoned", &["-std=c99"]) else { return };
    for (call, bytes) in
        [("b", "0"), ("a", "8"), ("a", "200000"), ("c", "30000"), ("t", "200000"), ("g", "60000")]
    {
        // Other ranks may notice a death before the launcher does, and end the job with their own
        // code.
        for (end, codes) in [("abort", &[7][..]), ("death", &[5, 1])] {
            let mut skifrun = build.tool("skifrun");
            skifrun.args(["-n", "4", "--timeout", "30"]).arg(&program).args([call, bytes, end]);
            let output = skifrun.output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            let is_told = output.status.code().is_some_and(|code| codes.contains(&code));
            assert!(is_told && err.contains("rank 3"), "{call} {bytes} {end}: {err}");
        }
    }
}

#[test]
fn an_error_names_the_call_of_the_program() {
    let test = "an_error_names_the_call_of_the_program";
    let Some((build, program)) = compiled(test, "named", &["-std=c99"]) else { return };
    for (letter, call) in [
        ("a", "MPI_Bcast"),
        ("b", "MPI_Ibcast"),
        ("c", "MPI_Iallreduce"),
        ("d", "MPI_Allreduce_init"),
        ("e", "MPI_Gatherv"),
        ("f", "MPI_Iscatterv"),
        ("g", "MPI_Reduce_scatter_block"),
        ("h", "MPI_Ineighbor_alltoall"),
        ("i", "MPI_Neighbor_allgather_init"),
    ] {
        let output = build.job(1, &program).arg(letter).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{err}");
        assert!(err.contains(&format!(": {call} by rank 0 in a communicator without")), "{err}");
        assert!(err.contains("(in a communicator without a name, whose errors"), "{err}");
    }
}

#[test]
fn a_code_of_the_program_is_told_with_its_number_and_words() {
    let test = "a_code_of_the_program_is_told_with_its_number_and_words";
    let Some((build, program)) = compiled(test, "given", &["-std=c99"]) else { return };
    tells_codes_of_the_program(|| build.job(1, &program));
}

/// The report names the calls, including collective ones and their profiling names. In virtual time
/// the network itself finds the hang, and no silence is awaited.
#[test]
fn a_hang_says_which_calls_it_is_in() {
    let test = "a_hang_says_which_calls_it_is_in";
    let Some((build, program)) = compiled(test, "hang", &["-std=c99"]) else { return };
    for (network, limit) in [
        ("shm", "4"),
        ("udp", "4"),
        ("torus:2x2,standstill_s=3", "60"),
        ("torus:2x2,preset=m4,standstill_s=3", "60"),
    ] {
        let mut skifrun = build.tool("skifrun");
        skifrun.args(["-n", "2", "--explain-after", "1", "--timeout", limit]).arg(&program);
        let output = skifrun.env("SKIFCH_BACKEND", network).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        for words in [
            "is waiting in MPI_Barrier",
            "is waiting in MPI_Allreduce",
            "call, twin",
            "deadlock: rank 0 waits for rank 1, which waits for rank 0",
        ] {
            assert!(err.contains(words), "no {words} over {network} in: {err}");
        }
    }
}

/// What each thread of a rank waits for is in the report. As the rank has another thread, which may
/// do more than wait, there is no deadlock for certain.
#[test]
fn a_hang_says_what_each_thread_waits_for() {
    let test = "a_hang_says_what_each_thread_waits_for";
    let Some((build, program)) = compiled(test, "hang_threads", &["-std=c99"]) else { return };
    let run = |words: &[&str]| {
        let mut skifrun = build.tool("skifrun");
        skifrun.args(["-n", "2", "--explain-after", "1", "--timeout", "7"]).arg(&program);
        let output = skifrun.args(words).output().unwrap();
        (output.status, String::from_utf8(output.stderr).unwrap())
    };
    let (status, err) = run(&[]);
    assert!(!status.success(), "{err}");
    for words in [
        "(2 threads)",
        "receives 4 bytes from rank 1, tag 7, MPI_COMM_WORLD",
        "in a collective call, one",
        "in a collective call, other",
        "another thread of it does not wait in MPI",
        "possibly deadlock: rank 0 waits for rank 1",
    ] {
        assert!(err.contains(words), "no {words} in: {err}");
    }
    let (status, err) = run(&["late"]);
    assert!(status.success(), "{err}");
    let is_certain = err.lines().any(|line| line.starts_with("skifrun: deadlock"));
    assert!(err.contains("no progress for 1 s") && !is_certain, "{err}");
}

/// The words are on stderr, and the exit code says that something was wrong.
#[test]
fn a_call_too_early_or_too_late_is_named() {
    let test = "a_call_too_early_or_too_late_is_named";
    let Some((build, program)) = compiled(test, "early", &["-std=c99"]) else { return };
    for (when, missing) in [("before", "MPI_Init"), ("after", "finalized")] {
        for (letter, call) in [
            ("s", "MPI_Comm_size"),
            ("m", "MPI_Send"),
            ("b", "MPI_Barrier"),
            ("r", "MPI_Allreduce"),
            ("f", "MPI_Finalize"),
        ] {
            let output = build.job(2, &program).args([when, letter]).output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success(), "{when} {call}: {err}");
            assert!(err.contains(call) && err.contains(missing), "{when} {call}: {err}");
        }
    }
    for when in ["inside", "after"] {
        let output = build.job(2, &program).args([when, "i"]).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{err}");
        assert!(err.contains("MPI_Init: MPI was initialised before"), "{when}: {err}");
    }
}

#[test]
fn threads_that_wait_at_the_same_time_need_their_level() {
    let test = "threads_that_wait_at_the_same_time_need_their_level";
    let Some((build, program)) = compiled(test, "overlap", &["-std=c99"]) else { return };
    let output = build.job(1, &program).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{err}");
    for words in
        ["MPI_Recv", "MPI_THREAD_SERIALIZED", "ask MPI_Init_thread for MPI_THREAD_MULTIPLE"]
    {
        assert!(err.contains(words), "no {words} in: {err}");
    }
}

/// Two ranks of more than 2 GiB each, where there is memory for more than that.
#[test]
fn messages_may_be_longer_than_an_int_counts() {
    let test = "messages_may_be_longer_than_an_int_counts";
    let Some((build, program)) = compiled(test, "huge", &["-std=c99"]) else { return };
    let info = std::fs::read_to_string("/proc/meminfo").unwrap();
    let free = info.lines().find_map(|line| line.strip_prefix("MemAvailable:")).unwrap();
    let free: u64 = free.trim().trim_end_matches(" kB").parse().unwrap();
    if !is_long() || free < 12 << 20 {
        return skip(test, "messages of 2 GiB need --long and 12 GiB of memory");
    }
    for network in ["shm", "udp"] {
        run(build.job(2, &program).arg("1048576").env("SKIFCH_BACKEND", network));
    }
}
