//! The programs of `examples/shmem/nicevt`: compiled with the wrapper, run over every network;
//! they verify their own results.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use skifch_tests::{is_long, skip};
use std::path::Path;
use support::{Build, EXAMPLES, has, is_once_more, networks, said, tree};

/// Compiler arguments. Libraries come before the source that needs them.
const LANGUAGE: &[&str] = &["-std=c11", "-Wl,--no-as-needed", "-lm"];

/// Jobs of a program: number of PEs, arguments, and number of figures printed.
type Jobs<'a> = &'a [(u32, &'a [&'a str], usize)];

/// Every figure must report that it was verified, if the program can tell.
fn figures(test: &str, name: &str, jobs: Jobs<'_>, word: &str) {
    let Some(tree) = tree(test).filter(|_| has(test, "cc")) else { return };
    let build = Build::new(tree);
    let source = Path::new(EXAMPLES).join("nicevt").join(name).with_extension("c");
    let program = build.compile("oshcc", &source, LANGUAGE);
    for network in networks() {
        for (pes, words, count) in jobs {
            let text = said(build.job(&network, *pes, &program).args(*words));
            let lines: Vec<_> = text.lines().collect();
            assert_eq!(lines.len(), *count, "{network} {pes} {words:?}: {text}");
            for line in lines {
                let fields: Vec<_> = line.split(" | ").collect();
                assert_eq!(fields[1], format!("{pes} PEs"), "{network} {words:?}: {line}");
                let value = fields[2].split(' ').next().unwrap().parse::<f64>().unwrap();
                assert!(value >= 0.0 && line.ends_with(word), "{network} {words:?}: {line}");
            }
        }
    }
}

#[test]
fn random_updates_bring_back_the_table() {
    let jobs: Jobs<'_> = &[
        (1, &["-n", "10", "-w", "phases"], 1),
        (2, &["-n", "12"], 1),
        (3, &["-n", "12", "-w", "batch"], 1),
        (3, &["-n", "13", "-w", "phases"], 1),
        (4, &["-n", "14", "-w", "phases", "-g", "2x1x2"], 1),
        (4, &["-n", "1"], 1),
    ];
    figures("random_updates_bring_back_the_table", "randomaccess", jobs, "0 wrong: verified");
}

#[test]
fn conjugate_gradients_give_the_official_values() {
    let jobs: Jobs<'_> = &[
        (1, &["-c", "S", "-p", "2d"], 1),
        (2, &["-c", "S", "-p", "2d"], 1),
        (4, &["-c", "S", "-p", "2d"], 1),
        (1, &["-c", "S", "-p", "rows"], 1),
        (3, &["-c", "S", "-p", "rows"], 1),
        (4, &["-c", "W", "-p", "rows"], 1),
    ];
    figures("conjugate_gradients_give_the_official_values", "cg", jobs, ": verified");
}

/// Class A, in both partitionings: zeta as published by NAS.
#[test]
fn conjugate_gradients_of_class_a_give_the_official_value() {
    const ZETA: &str = "zeta 17.13023505";
    let test = "conjugate_gradients_of_class_a_give_the_official_value";
    if !is_long() {
        return skip(test, "it takes long: `cargo xtask test --long` runs it");
    }
    let Some(tree) = tree(test).filter(|_| !is_once_more()) else { return };
    let build = Build::new(tree);
    let source = Path::new(EXAMPLES).join("nicevt/cg.c");
    let program = build.compile("oshcc", &source, LANGUAGE);
    let jobs: &[(u32, &str)] = &[(1, "2d"), (2, "2d"), (4, "2d"), (2, "rows"), (3, "rows")];
    for &(pes, partitioning) in jobs {
        let mut job = build.job("shm", pes, &program);
        let text = said(job.args(["-c", "A", "-p", partitioning]));
        let is_right = text.starts_with("CG class A") && text.contains(ZETA);
        assert!(is_right && text.ends_with(": verified\n"), "{pes} {partitioning}: {text}");
    }
}

#[test]
fn barriers_are_timed() {
    let jobs: Jobs<'_> = &[(1, &["10"], 5), (2, &["20"], 5), (3, &["10"], 5)];
    figures("barriers_are_timed", "barrier", jobs, " repetitions");
}

#[test]
fn what_is_sent_arrives_whole() {
    // 0, 1, 2, 4 and so on up to 4096 bytes.
    let jobs: Jobs<'_> = &[(2, &["pingpong", "4096"], 14), (3, &["bcast", "4096"], 14)];
    figures("what_is_sent_arrives_whole", "imb", jobs, " repetitions");
}

#[test]
fn words_that_make_no_sense_are_refused() {
    let test = "words_that_make_no_sense_are_refused";
    let Some(tree) = tree(test).filter(|_| has(test, "cc")) else { return };
    let build = Build::new(tree);
    for (name, words) in [
        ("randomaccess", &["-n", "10x"][..]),
        ("randomaccess", &["-n", "4", "-q"]),
        ("randomaccess", &["-u", "-1"]),
        ("cg", &["-c", "SW"]),
        ("cg", &["-c", "S", "-p"]),
        ("imb", &["pingpong", "-5"]),
        ("imb", &["bcast", "8", "1", "2"]),
        ("barrier", &["10", "10"]),
        ("barrier", &["ten"]),
    ] {
        let source = Path::new(EXAMPLES).join("nicevt").join(name).with_extension("c");
        let program = build.compile("oshcc", &source, LANGUAGE);
        let output = build.job("shm", 2, &program).args(words).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name} {words:?}: {err}");
        assert!(err.contains("usage"), "{name} {words:?}: {err}");
    }
}

#[test]
fn a_number_of_pes_that_does_not_fit_is_refused() {
    let test = "a_number_of_pes_that_does_not_fit_is_refused";
    let Some(tree) = tree(test) else { return };
    let build = Build::new(tree);
    for (name, words) in [("cg", &["-p", "2d"]), ("randomaccess", &["-g", "2x2x1"])] {
        let source = Path::new(EXAMPLES).join("nicevt").join(name).with_extension("c");
        let program = build.compile("oshcc", &source, LANGUAGE);
        let output = build.job("shm", 3, &program).args(words).output().unwrap();
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("usage: "), "{name}");
    }
}
