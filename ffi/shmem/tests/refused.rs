//! One call of each family with each mistake it can have: all must end the job with a message that
//! names the call, the PE and the address, and leave nothing behind.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::Path;
use std::process::{Command, Stdio};
use support::{Build, CHECKS, networks, said, tree};

/// The arguments in which a call can have mistakes, the same as in `refused.c`.
const PE: u32 = 1;
const ADDRESS: u32 = 2;
const COUNT: u32 = 4;
const SIGNAL: u32 = 8;

/// Each mistake, the arguments a call needs for it (all of one entry), and the expected message.
const MISTAKES: &[(&str, &[u32], Said)] = &[
    ("before", &[0], Said::Words("not started")),
    ("after", &[0], Said::Words("not started")),
    ("death", &[0], Said::Words("killed by signal 9")),
    ("below", &[PE], Said::Words("PE -1")),
    ("above", &[PE], Said::Words("PE 2")),
    ("stack", &[ADDRESS, SIGNAL], Said::Address),
    ("beyond", &[ADDRESS, SIGNAL], Said::Address),
    ("null", &[ADDRESS, SIGNAL], Said::Address),
    ("signal", &[SIGNAL], Said::Address),
    ("across", &[ADDRESS | COUNT], Said::Address),
    ("many", &[COUNT], Said::Count),
    ("huge", &[COUNT], Said::Count),
];

#[derive(Clone, Copy)]
enum Said {
    Words(&'static str),
    /// The address that the PE has printed.
    Address,
    /// A number of elements, or of bytes from an address.
    Count,
}

impl Said {
    fn is_in(self, err: &str, out: &str) -> bool {
        let is_of = |at: &str| {
            err.contains(&format!(" bytes at {at} are not in symmetric memory"))
                || err.contains(&format!(" {at} is not what shmem_malloc and the like gave"))
        };
        match self {
            Self::Words(words) => err.contains(words),
            Self::Address => out.lines().filter_map(|it| it.strip_prefix("expected: ")).any(is_of),
            Self::Count => err.contains(" elements of ") || err.contains(" bytes at 0x"),
        }
    }
}

/// Whether a call can have a mistake. Locks are excluded for "death": calling them in a loop is a
/// mistake of its own.
fn is_possible(call: &str, can: u32, mistake: &str, needs: &[u32]) -> bool {
    let is_lock = matches!(call, "shmem_set_lock" | "shmem_clear_lock");
    needs.iter().any(|needs| can & needs == *needs) && !(is_lock && mistake == "death")
}

/// Functions without a mistake to refuse, and those whose mistakes `fatal.c` makes.
const OTHERS: &[&str] = &[
    "shmem_init",
    "start_pes",
    "shmem_query_initialized",
    "shmem_global_exit",
    "shmem_pe_accessible",
    "shmem_addr_accessible",
    "shmem_info_get_version",
    "shmem_info_get_name",
    "shmem_pcontrol",
    "shmem_clear_cache_inv",
    "shmem_set_cache_inv",
    "shmem_clear_cache_line_inv",
    "shmem_set_cache_line_inv",
    "shmem_udcflush",
    "shmem_udcflush_line",
    "shmem_init_thread",
    "shmem_ctx_destroy",
    "shmem_team_destroy",
    "shmemx_barrier_notify",
    "shmemx_barrier_wait",
];

/// Whether a name of the table, which may have a set of types in it, stands for this function.
fn stands_for(name: &str, function: &str) -> bool {
    let Some((before, (_, after))) =
        name.split_once('<').and_then(|(before, rest)| Some((before, rest.split_once('>')?)))
    else {
        return name == function;
    };
    let rest = function.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    rest.is_some_and(|of| !of.is_empty() && !of.contains('_'))
}

#[test]
fn there_is_a_call_of_each_family() {
    let source = include_str!("c/refused.c");
    let calls = source.lines().filter_map(|line| line.trim().strip_prefix("CALL("));
    let calls: Vec<_> = calls.filter_map(|rest| rest.split(", ").nth(1)).collect();
    let all = || calls.iter().chain(OTHERS);
    let table = include_str!("../table/functions.txt");
    for family in table.lines().filter_map(|line| line.strip_prefix("done ")) {
        let (head, _) = family.split_once('(').unwrap();
        let names = head
            .split_whitespace()
            .filter(|word| word.starts_with("sh") || word.starts_with('_') || *word == "start_pes");
        let names: Vec<_> = names.collect();
        let is_there = all().any(|call| names.iter().any(|name| stands_for(name, call)));
        assert!(is_there, "no call of {names:?}");
    }
}

/// The number of processes that run this program.
fn running(program: &Path) -> usize {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    all.filter(|entry| std::fs::read_link(entry.path().join("exe")).is_ok_and(|it| it == program))
        .count()
}

#[test]
fn every_call_refuses_every_mistake() {
    let Some(tree) = tree("every_call_refuses_every_mistake") else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &Path::new(CHECKS).join("refused.c"), &["-std=c99"]);
    let calls = said(&mut Command::new(&program));
    assert!(calls.lines().count() > 70, "{calls}");
    let mut failed = String::new();
    for network in networks() {
        for (number, line) in calls.lines().enumerate() {
            let (call, can) = line.split_once(' ').unwrap();
            let can: u32 = can.parse().unwrap();
            // All jobs of one call at a time.
            let mut jobs = Vec::new();
            for (mistake, needs, words) in MISTAKES {
                if !is_possible(call, can, mistake, needs) {
                    continue;
                }
                let mut job = build.job(&network, 2, &program);
                job.env("SHMEM_SYMMETRIC_SIZE", "1m").args([&number.to_string(), *mistake]);
                job.stdout(Stdio::piped()).stderr(Stdio::piped());
                jobs.push((mistake, words, job.spawn().unwrap()));
            }
            for (mistake, words, job) in jobs {
                let output = job.wait_with_output().unwrap();
                let [out, err] =
                    [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
                let is_killed = *mistake == "death";
                let is_ended = output.status.code() == Some(if is_killed { 137 } else { 1 });
                let is_named = is_killed || err.contains(&format!("{call}: "));
                if !is_ended || !is_named || !words.is_in(&err, &out) {
                    failed += &format!("{network} {call} {mistake}: {}: {err}\n", output.status);
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed}");
    assert_eq!(running(&program), 0, "nobody is left");
}
