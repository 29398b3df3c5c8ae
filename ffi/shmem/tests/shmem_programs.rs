//! The programs of `tests/c`, one for each chapter of the standard, and the examples: compiled
//! with the wrapper and run as jobs of several sizes over every network.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use skifch_tests::netlab::Lab;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::{Build, CHECKS, EXAMPLES, PES, is_once_more, network, networks, run, said, tree};

/// The program of a check.
fn source(name: &str) -> PathBuf {
    Path::new(CHECKS).join(name).with_extension("c")
}

/// In C99 or later as jobs of every size; in other languages once.
fn check(name: &str, standard: &str) {
    let Some(tree) = tree(name) else { return };
    let build = Build::new(tree);
    let source = source(name);
    let program = build.compile("oshcc", &source, &[standard, "-pthread"]);
    for network in networks() {
        for &pes in PES {
            run(&mut build.job(&network, pes, &program));
        }
        if network.starts_with("torus") {
            let unkind = format!("{network},fuzz=100,seed=5");
            run(&mut build.job(&unkind, 3, &program));
        }
    }
    if is_once_more() {
        return;
    }
    // Without a launcher it is a job of one PE.
    run(Command::new(&program).env_clear());
    for (wrapper, words) in
        [("oshcc", ["-std=c11", "-pthread"]), ("oshc++", ["-std=c++11", "-xc++"])]
    {
        let program = build.compile(wrapper, &source, &words);
        run(&mut build.job("shm", 2, &program));
    }
}

/// Shared memory within each of two hosts, UDP between them: words are changed over both.
fn check_on_two_hosts(name: &str) {
    let Some(tree) = tree(name).filter(|_| !is_once_more()) else { return };
    let Some(lab) = Lab::new(name, 2) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source(name), &["-std=c99", "-pthread"]);
    let mut job = lab.skifrun(&build.tree.join("bin/skifrun"), 4);
    run(job.args(["--timeout", "120", "-genv", "SKIFCH_BACKEND=route"]).arg(&program));
}

macro_rules! checks {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name), "-std=c99");
            }
        )*

        mod on_two_hosts {
            $(
                #[test]
                fn $name() {
                    super::check_on_two_hosts(stringify!($name));
                }
            )*
        }
    };
}

// Programs in C99 that run on any number of PEs.
checks! {
    active ahead amo apart coll contexts edges extensions legacy locks memory nested order p2p
    pending quiets rma sessions setup signals sizes splits statics streams teams threads tool words
}

#[test]
fn generic() {
    check("generic", "-std=c11");
}

/// The effect of quiet shows where paths are slow or lose packets.
#[test]
fn paths() {
    check("paths", "-std=c99");
    let Some(tree) = tree("paths").filter(|_| !is_once_more()) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("paths"), &["-std=c99"]);
    for seed in ["3", "4"] {
        let faults = format!("loss=2%,reorder=5%,seed={seed}");
        let mut job = build.job("udp", 4, &program);
        run(job.arg(seed).env("SKIFCH_UDP_FAULTS", faults));
    }
}

/// AddressSanitizer must find no error when globals become symmetric.
#[test]
fn globals_are_shared_under_a_sanitizer() {
    let test = "globals_are_shared_under_a_sanitizer";
    let Some(tree) = tree(test).filter(|_| !is_once_more()) else { return };
    let library = said(Command::new("cc").arg("-print-file-name=libasan.so"));
    if !Path::new(library.trim()).is_absolute() {
        println!("SKIPPED: {test}: the compiler has no AddressSanitizer");
        return;
    }
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("statics"), &["-std=c99", "-fsanitize=address"]);
    for network in networks() {
        run(build.job(&network, 2, &program).env("ASAN_OPTIONS", "detect_leaks=0"));
    }
}

/// The sorted output lines of an example.
fn example(test: &str, name: &str, pes: u32) -> Option<Vec<String>> {
    let build = Build::new(tree(test)?);
    let source = Path::new(EXAMPLES).join(name).with_extension("c");
    let program = build.compile("oshcc", &source, &["-std=c11"]);
    let text = said(&mut build.job(&network(), pes, &program));
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    lines.sort_unstable();
    Some(lines)
}

#[test]
fn every_pe_says_hello() {
    for &pes in PES {
        let Some(lines) = example("every_pe_says_hello", "hello", pes) else { return };
        assert_eq!(lines.len(), pes as usize);
        for (pe, line) in lines.iter().enumerate() {
            let from = (pe as u32 + pes - 1) % pes;
            assert_eq!(*line, format!("PE {pe} of {pes}: a greeting from PE {from}"));
        }
    }
}

#[test]
fn an_integral_is_summed() {
    for &pes in PES {
        let Some(lines) = example("an_integral_is_summed", "pi", pes) else { return };
        assert!(lines.len() == 1 && lines[0].starts_with("pi is 3.1415926536"), "{lines:?}");
    }
}

#[test]
fn work_is_drawn_from_one_counter() {
    for &pes in PES {
        let Some(lines) = example("work_is_drawn_from_one_counter", "queue", pes) else { return };
        let done = |line: &String| line.split(' ').nth(3).unwrap().parse::<u32>().unwrap();
        assert_eq!(lines.iter().map(done).sum::<u32>(), 100, "{lines:?}");
    }
}

#[test]
fn mpi_and_shmem_are_one_job() {
    let test = "mpi_and_shmem_are_one_job";
    let Some(tree) = tree(test) else { return };
    if !tree.join("lib/libmpi_abi.so.1").exists() {
        println!("SKIPPED: {test}: the tree has no MPI");
        return;
    }
    let build = Build::new(tree);
    let words = ["-std=c99", "-Wl,--no-as-needed", "-lsma"];
    let program = build.compile("mpicc", &source("mixed"), &words);
    // There sessions hold operations back.
    for order in ["outside", "inside"].into_iter().filter(|_| !is_once_more()) {
        run(build.job("torus:2x2", 3, &program).arg(order));
    }
    for network in networks() {
        run(build.job(&network, 3, &program).arg("apart"));
        let output = build.job(&network, 3, &program).arg("apart, MPI first").output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{network}: {err}");
        assert!(err.contains("must still be in use"), "{network}: {err}");
        for order in ["outside", "inside"] {
            run(build.job(&network, 3, &program).arg(order));
            // When a rank is killed, those that miss it may report first and end the job with 1.
            for (end, codes) in [("exit", [4, 4]), ("abort", [6, 6]), ("kill", [137, 1])] {
                let output = build.job(&network, 3, &program).args([order, end]).output().unwrap();
                let err = String::from_utf8_lossy(&output.stderr);
                let is_told = output.status.code().is_some_and(|code| codes.contains(&code));
                assert!(is_told, "{network} {order} {end}: {}: {err}", output.status);
            }
            let output = build.job(&network, 3, &program).args([order, "leave"]).output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{network} {order}: {err}");
            // The launcher says so, unless a rank that waits for the message is quicker.
            let is_told = ["without finalize", "its process ended"].map(|it| err.contains(it));
            assert!(err.contains("rank 0 ") && is_told.contains(&true), "{network} {order}: {err}");
        }
    }
}

/// Each mistake of `fatal.c`, and words of the expected message.
const MISTAKES: &[(&str, &[&str])] = &[
    ("0", &["shmem_barrier_all", "not started"]),
    ("1", &["shmem_long_p", "PE 77"]),
    ("2", &["shmem_long_put", "not in symmetric memory", "0x"]),
    ("3", &["shmem_long_atomic_inc", "align"]),
    ("4", &["shmem_long_put", "18446744073709551615"]),
    ("5", &["shmem_ctx_destroy", "context"]),
    ("6", &["shmem_long_wait_until", "99", "SHMEM_CMP_EQ"]),
    ("7", &["shmem_clear_lock", "lock"]),
    ("8", &["code 5"]),
    ("9", &["shmem_free", "0x"]),
    ("10", &["shmem_quiet", "not started"]),
    ("11", &["code 6"]),
    ("12", &["shmem_long_broadcast", "PE 3", "root"]),
    ("13", &["shmem_long_fcollect", "not in symmetric memory"]),
    ("14", &["shmem_free", "0x"]),
    ("15", &["shmem_team_sync", "SHMEM_TEAM_INVALID"]),
    ("16", &["shmem_long_iput", "stride of 0"]),
    ("17", &["shmem_long_put_signal", "not in symmetric memory"]),
    ("18", &["shmem_long_put_signal", "4711"]),
    ("19", &["shmem_realloc", "0x"]),
    ("20", &["shmem_align", "aligned to", "the same calls"]),
    ("21", &["shmem_align", "aligned to", "the same calls"]),
    ("22", &["100 bytes", "the same calls"]),
    ("23", &["shmem_free", "at 0x", "the same calls"]),
    ("24", &["64 bytes", "the same calls"]),
    ("25", &["shmem_int_sum_to_all", "nreduce is -1"]),
    ("26", &["shmem_int_max_to_all", "-2 PEs"]),
    ("27", &["shmem_barrier", "2^-3"]),
    ("28", &["shmem_fcollect32", "18446744073709551612 elements"]),
    ("31", &["shmem_init_thread", "requested is 77", "SHMEM_THREAD_SINGLE"]),
    ("32", &["shmem_ctx_", "no context", "destroyed"]),
    ("33", &["shmem_ctx_", "no context", "destroyed"]),
    ("34", &["shmem_team_destroy", "SHMEM_TEAM_WORLD"]),
    ("35", &["shmemx_barrier_wait", "no barrier was notified"]),
    ("36", &["shmemx_barrier_notify", "wait for it first"]),
];

#[test]
fn mistakes_end_the_job_with_words() {
    let test = "mistakes_end_the_job_with_words";
    let Some(tree) = tree(test) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("fatal"), &["-std=c99"]);
    for network in networks() {
        for (mistake, words) in MISTAKES {
            let output = build.job(&network, 3, &program).arg(mistake).output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            let expected = match *mistake {
                "8" => 5,
                "11" => 6,
                _ => 1,
            };
            assert_eq!(output.status.code(), Some(expected), "{network} {mistake}: {err}");
            for word in *words {
                assert!(err.contains(word), "{network} {mistake}: no {word} in: {err}");
            }
            let out = String::from_utf8_lossy(&output.stdout);
            assert!(!err.contains("abort:"), "the PE and the launcher say so: {err}");
            let is_before = !matches!(*mistake, "0" | "31");
            assert_eq!(out.contains("before"), is_before, "{network} {mistake}: {err}");
        }
    }
}

#[test]
fn a_mistake_is_told_once() {
    let test = "a_mistake_is_told_once";
    let Some(tree) = tree(test).filter(|_| !is_once_more()) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("fatal"), &["-std=c99"]);
    let alone = || {
        let mut alone = Command::new(&program);
        alone.env_clear();
        alone
    };
    for mut run in [alone(), build.job("shm", 1, &program), build.job("shm", 3, &program)] {
        let output = run.arg("1").output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(err.matches("shmem_long_p").count(), 1, "{run:?}: {err}");
    }
}

#[test]
fn an_end_that_is_wanted_is_no_failure() {
    let test = "an_end_that_is_wanted_is_no_failure";
    let Some(tree) = tree(test) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("fatal"), &["-std=c99"]);
    let mut networks = networks();
    if !is_once_more() {
        networks.push("torus:4x2,preset=m3".to_owned());
    }
    for network in networks {
        for pes in [2, 4, 7] {
            let output = build.job(&network, pes, &program).arg("29").output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            let is_told = err.contains("without leaving") || err.contains("abort:");
            assert!(output.status.success() && !is_told, "{network} {pes}: {err}");
        }
    }
}

/// PEs that learn of the end from the network before the launcher ends them must not complain.
#[test]
fn who_misses_an_end_that_is_wanted_says_nothing() {
    let test = "who_misses_an_end_that_is_wanted_says_nothing";
    let Some(tree) = tree(test).filter(|_| !is_once_more()) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("fatal"), &["-std=c99"]);
    for _ in 0..20 {
        let output = build.job("udp", 8, &program).arg("30").output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && err.is_empty(), "{err}");
    }
}

#[test]
fn what_was_printed_is_not_lost_where_the_end_fails() {
    let test = "what_was_printed_is_not_lost_where_the_end_fails";
    let Some(tree) = tree(test).filter(|_| !is_once_more()) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("exits"), &["-std=gnu99"]);
    let output = build.job("shm", 1, &program).arg("0").output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(err.contains("no shmem_finalize"), "{err}");
    assert_eq!(out, "printed by PE 0\n", "{err}");
}

/// The output of PEs that wait while another PE ends the job is not lost either, whether they spin,
/// yield or sleep then.
#[test]
fn what_was_printed_is_not_lost_where_another_ends_all() {
    let test = "what_was_printed_is_not_lost_where_another_ends_all";
    let Some(tree) = tree(test).filter(|_| !is_once_more()) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("exits"), &["-std=gnu99"]);
    let settings = [("SPIN_NS", "20000"), ("SPIN_NS", "60000000000"), ("YIELDS", "1000000")];
    for network in networks() {
        for (name, value) in settings {
            let mut job = build.job(&network, 4, &program);
            let lines = said(job.arg("3").env(format!("SKIFCH_{name}"), value));
            let count = lines.matches("printed by PE").count();
            assert_eq!(count, 4, "{network} {name}={value}: {lines}");
        }
    }
}

/// Nor is that of PEs that learn from the network that one is gone before they are ended.
#[test]
fn what_was_printed_is_not_lost_where_another_is_missed() {
    let test = "what_was_printed_is_not_lost_where_another_is_missed";
    let Some(tree) = tree(test).filter(|_| !is_once_more()) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("exits"), &["-std=gnu99"]);
    let lines = said(build.job("udp", 4, &program).arg("5"));
    assert_eq!(lines.matches("printed by PE").count(), 4, "{lines}");
}

/// No PE calls shmem_finalize: a normal end.
#[test]
fn an_end_without_finalize_is_one_of_all() {
    let test = "an_end_without_finalize_is_one_of_all";
    let Some(tree) = tree(test) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("exits"), &["-std=gnu99"]);
    for network in networks() {
        for pes in [1, 2, 4] {
            let lines = said(build.job(&network, pes, &program).arg("1"));
            assert_eq!(lines.matches("printed by PE").count(), pes as usize, "{network}");
        }
    }
}

/// The calls of `exits.c` that one PE misses.
const MISSED: &[&str] = &[
    "shmem_barrier_all",
    "shmem_sync_all",
    "shmem_team_sync",
    "shmem_barrier",
    "shmem_malloc",
    "shmem_team_split_strided",
    "shmem_long_sum_reduce",
    "shmem_long_sum_reduce",
    "shmem_long_broadcast",
    "shmem_long_broadcast",
    "shmem_long_fcollect",
    "shmem_long_fcollect",
    "shmem_long_alltoall",
    "shmem_long_alltoalls",
    "shmem_long_collect",
    "shmem_long_sum_inscan",
    "shmem_long_sum_exscan",
    "shmem_long_wait_until",
];

/// Those of them that another thread may end, or that are not steps of the world team.
const UNKNOWN: &[usize] = &[3, 8, 9, 17];

/// One PE ends, and the others make a collective call: the job must end with a message naming
/// both.
fn misses(test: &str, how: &str, jobs: &[(u32, u32)], words: &str) {
    let Some(tree) = tree(test) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("exits"), &["-std=gnu99"]);
    for network in networks() {
        // The jobs mostly wait, so many can run at a time.
        let mut all = Vec::new();
        for (number, call) in MISSED.iter().enumerate() {
            if how == "threads" && UNKNOWN.contains(&number) {
                continue;
            }
            for &(pes, ending) in jobs {
                let mut job = build.job(&network, pes, &program);
                job.args([&ending.to_string(), how, &number.to_string()]);
                job.stdout(Stdio::null()).stderr(Stdio::piped());
                all.push((pes, ending, call, job.spawn().unwrap()));
            }
        }
        for (pes, ending, call, job) in all {
            let output = job.wait_with_output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{network} {pes} {call}: {err}");
            let said = format!("{call}: this wait is in vain: PE {ending} {words}");
            assert!(err.contains(&said), "{network} {pes} {call}: {err}");
        }
    }
}

#[test]
fn who_waits_for_a_pe_that_has_exited_says_so() {
    let test = "who_waits_for_a_pe_that_has_exited_says_so";
    misses(test, "exit", &[(2, 0), (3, 0)], "has ended without shmem_finalize");
}

/// A barrier must never match the one in which all PEs end.
#[test]
fn who_waits_for_a_pe_in_finalize_says_so() {
    let test = "who_waits_for_a_pe_in_finalize_says_so";
    misses(test, "finalize", &[(2, 0), (4, 0)], "is in shmem_finalize");
}

#[test]
fn who_waits_for_a_pe_of_a_team_in_finalize_says_so() {
    let test = "who_waits_for_a_pe_of_a_team_in_finalize_says_so";
    misses(test, "team", &[(3, 0)], "is in shmem_finalize");
}

/// The same with threads: other threads end no step that a PE has not come to.
#[test]
fn who_waits_with_threads_for_a_pe_in_finalize_says_so() {
    let test = "who_waits_with_threads_for_a_pe_in_finalize_says_so";
    misses(test, "threads", &[(3, 0)], "is in shmem_finalize");
}

/// A PE waiting for one that is stopped meanwhile must succeed, and so must PEs that continue
/// after another one has ended. In virtual time no PE is stopped.
#[test]
fn a_long_wait_is_not_in_vain() {
    let test = "a_long_wait_is_not_in_vain";
    let Some(tree) = tree(test).filter(|_| !is_once_more()) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &source("exits"), &["-std=gnu99"]);
    for network in networks() {
        for end in ["2", "4"] {
            run(build.job(&network, 3, &program).arg(end));
        }
    }
}

#[test]
fn settings_are_shown_and_nonsense_is_refused() {
    let test = "settings_are_shown_and_nonsense_is_refused";
    if is_once_more() {
        return;
    }
    let Some(tree) = tree(test) else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &Path::new(EXAMPLES).join("hello.c"), &["-std=c99"]);
    let with =
        |name: &str, value: &str| build.job("shm", 2, &program).env(name, value).output().unwrap();
    for (name, words) in [
        ("SHMEM_VERSION", &["OpenSHMEM 1.6"][..]),
        ("SHMEM_INFO", &["OpenSHMEM 1.6", "SHMEM_SYMMETRIC_SIZE", "SHMEM_DEBUG"]),
        ("SMA_INFO", &["SHMEM_SYMMETRIC_SIZE"]),
        ("SHMEM_DEBUG", &["2 of 2 PEs"]),
    ] {
        let output = with(name, "1");
        let all = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(output.status.success(), "{name}: {all:?}");
        for word in words {
            assert_eq!(all.concat().matches(word).count(), 1, "{name}: {word}: {all:?}");
        }
    }
    assert!(with("SHMEM_SYMMETRIC_SIZE", "3.1m").status.success());
    for (name, value) in [("SHMEM_SYMMETRIC_SIZE", "20kk"), ("SMA_SYMMETRIC_SIZE", "much")] {
        let output = with(name, value);
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && err.contains(name) && err.contains(value), "{err}");
    }
}
