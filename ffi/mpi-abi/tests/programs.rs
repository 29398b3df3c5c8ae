//! The programs of `tests/c` and the examples, compiled with the wrapper and run as jobs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use support::{Build, CHECKS, EXAMPLES, RANKS, run, said, tree};

/// Networks at the limits of what they may do: sends refused, messages late or in pieces.
const UNKIND: [&str; 3] = ["udp", "fault+shm", "torus:2x2,fuzz=200"];

/// The program of that name in `tests/c`, compiled with these flags; `None` if tests are skipped.
fn compiled(test: &str, name: &str, words: &[&str]) -> Option<(Build, PathBuf)> {
    let build = Build::new(tree(test)?);
    let source = Path::new(CHECKS).join(name).with_extension("c");
    let program = build.compile("mpicc", &source, words);
    Some((build, program))
}

fn check(name: &str) {
    let words = ["-std=c99", "-pedantic"];
    let Some((build, program)) = compiled(name, name, &words) else { return };
    for &ranks in RANKS {
        run(&mut build.job(ranks, &program));
    }
    for backend in UNKIND {
        run(build.job(3, &program).env("SKIFCH_BACKEND", backend));
    }
    // Without a launcher it runs as a job of one rank.
    run(std::process::Command::new(&program).env_clear());
}

macro_rules! checks {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            check(stringify!($name));
        }
    )* };
}

checks! {
    again apart attributes cancelled collectives datatypes differ errors freed hints interface
    layouts levels messages neighbours nowhere operations order races removed sides survives texts
    tools topologies unequal unmade
}

/// Trees with ranks that pass on what they were sent, also in two levels.
#[test]
fn counts_that_differ_are_heard_of_in_trees() {
    let test = "counts_that_differ_are_heard_of_in_trees";
    let Some((build, program)) = compiled(test, "differ", &["-std=c99"]) else { return };
    for ranks in [7, 8] {
        run(&mut build.job(ranks, &program));
    }
    let map = "(vector,(0,2,3))";
    run(build.job(6, &program).env("SKIFCH_BACKEND", "udp").env("SKIFCH_BOOT_MAPPING", map));
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
    run(cc.arg(Path::new(CHECKS).join("opened.c")).arg("-ldl"));
    let [skifch, mpi] =
        ["libskifch.so.1", "libmpi_abi.so.1"].map(|name| build.tree.join("lib").join(name));
    let text = said(build.job(2, &program).arg(skifch).arg(mpi));
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["rank 0 of 2", "rank 1 of 2"]);
}

/// The sorted lines that an example prints.
fn example(test: &str, name: &str, ranks: u32) -> Option<Vec<String>> {
    let build = Build::new(tree(test)?);
    let source = Path::new(EXAMPLES).join(name).with_extension("c");
    let program = build.compile("mpicc", &source, &[]);
    let text = said(&mut build.job(ranks, &program));
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    lines.sort_unstable();
    Some(lines)
}

#[test]
fn every_rank_says_hello() {
    for &ranks in RANKS {
        let Some(lines) = example("every_rank_says_hello", "hello", ranks) else { return };
        assert_eq!(lines.len(), ranks as usize);
        for (rank, line) in lines.iter().enumerate() {
            assert!(line.starts_with(&format!("rank {rank} of {ranks} on ")), "{line}");
        }
    }
}

#[test]
fn a_number_goes_round() {
    for &ranks in RANKS {
        let Some(lines) = example("a_number_goes_round", "ring", ranks) else { return };
        assert_eq!(lines, [format!("the ranks of {ranks} make {}", ranks * (ranks - 1) / 2)]);
    }
}

#[test]
fn pi_is_pi() {
    for &ranks in RANKS {
        let Some(lines) = example("pi_is_pi", "pi", ranks) else { return };
        assert!(lines.len() == 1 && lines[0].starts_with("pi is 3.1415926536"), "{lines:?}");
    }
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

/// The report names the calls, including collective ones and their profiling names.
#[test]
fn a_hang_says_which_calls_it_is_in() {
    let test = "a_hang_says_which_calls_it_is_in";
    let Some((build, program)) = compiled(test, "hang", &["-std=c99"]) else { return };
    let mut skifrun = build.tool("skifrun");
    skifrun.args(["-n", "2", "--explain-after", "1", "--timeout", "4"]).arg(program);
    let err = String::from_utf8(skifrun.output().unwrap().stderr).unwrap();
    for words in [
        "is waiting in MPI_Barrier",
        "is waiting in MPI_Allreduce",
        "call, twin",
        "deadlock: rank 0",
    ] {
        assert!(err.contains(words), "no {words} in: {err}");
    }
}
