use std::process::Command;

use super::*;

const TARGET: f64 = 0.08;
/// Of a normal operation.
const SECONDS: f64 = 1e-5;

/// Runs searches in which the round of that number, with that count, takes the time `time`
/// returns. Returns the counts of all rounds; the last is the result.
fn counts(first: u64, time: impl Fn(usize, u64) -> f64) -> Vec<u64> {
    let mut search = Search::new(first, TARGET);
    let mut counts = vec![first];
    while !search.is_found(time(counts.len() - 1, search.count())) {
        counts.push(search.count());
        assert!(counts.len() < 100, "no end: {counts:?}");
    }
    counts
}

fn normal(count: u64) -> f64 {
    count as f64 * SECONDS
}

#[test]
fn the_count_grows_until_a_round_takes_the_time() {
    let counts = counts(16, |_, count| normal(count));
    let last = normal(counts[counts.len() - 1]);
    assert!((TARGET * LONG_ENOUGH..TARGET * 1.5).contains(&last), "{counts:?}");
    assert!(counts.is_sorted() && counts.len() < 9, "{counts:?}");
}

/// A disturbance in any round, of any length, never becomes the result, unless the round was
/// nearly as long without it.
#[test]
fn a_disturbed_round_is_no_figure() {
    let usual = counts(16, |_, count| normal(count));
    for disturbed in 0..usual.len() - 2 {
        for lost_seconds in [0.001, 0.01, 0.02, 0.06, 0.5, 10.0] {
            let lost = |round| if round == disturbed { lost_seconds } else { 0.0 };
            let counts = counts(16, |round, count| lost(round) + normal(count));
            let last = normal(counts[counts.len() - 1]);
            let which = format!("{lost_seconds} s in round {disturbed}: {counts:?}");
            assert!(last >= TARGET * LONG_ENOUGH, "{which}");
            assert!(last < TARGET * 1.5, "{which}");
        }
    }
}

/// The first rounds fit into the rings and wait for nobody, later ones do not: the search neither
/// jumps to a round that takes many times as long, nor falls back into the rings.
#[test]
fn a_rate_that_falls_costs_a_few_times_the_time() {
    const ROOM: u64 = 300;
    let time = |count: u64| normal(count.min(ROOM)) + count.saturating_sub(ROOM) as f64 * 1e-3;
    let counts = counts(16, |_, count| time(count));
    let all: f64 = counts.iter().map(|&count| time(count)).sum();
    assert!(counts[counts.len() - 1] > ROOM, "{counts:?}");
    assert!(all < 20.0 * TARGET, "{all} s: {counts:?}");
}

#[test]
fn operations_that_take_longer_than_a_round_are_measured_twice() {
    assert_eq!(counts(1, |_, count| count as f64 * 3.0), [1, 1]);
    assert_eq!(counts(16, |_, count| count as f64 * 3.0), [16, 1]);
}

/// The search terminates with a clock that stands still and with one that jumps.
#[test]
fn whatever_rounds_take_there_is_an_end() {
    let mut state = 1_u64;
    for _ in 0..1000 {
        let mut search = Search::new(16, TARGET);
        for round in 0.. {
            assert!(round < 100, "{search:?}");
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let luck = 10_f64.powf((state >> 40) as f64 / f64::from(1 << 24) * 6.0 - 4.0);
            let seconds = if round % 7 == 3 { 0.0 } else { normal(search.count()) * luck };
            if search.is_found(seconds) {
                break;
            }
        }
    }
}

/// Runs `c/search.h` with the same times, given as arguments; it prints the count of each round.
const C_PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include "search.h"

int main(int argc, char **argv)
{
    struct search search = {.target = 0.08, .count = 16};
    for (int i = 1; i < argc; i++) {
        printf("%llu\n", (unsigned long long)search.count);
        if (is_found(&search, atof(argv[i])))
            return 0;
    }
    return 1;
}
"#;

#[test]
fn the_programs_in_c_search_alike() {
    let scratch = tempfile::tempdir().expect("a temporary directory can be made");
    let (source, program) = (scratch.path().join("search.c"), scratch.path().join("search"));
    std::fs::write(&source, C_PROGRAM).expect("the directory can be written to");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu99", "-I", concat!(env!("CARGO_MANIFEST_DIR"), "/c"), "-o"]);
    match compiler.arg(&program).arg(&source).status() {
        Ok(status) => assert!(status.success()),
        Err(e) => return println!("SKIPPED: the_programs_in_c_search_alike: no cc: {e}"),
    }
    for disturbed in 0..8 {
        for lost_seconds in [0.0, 0.01, 0.03, 0.06, 0.5] {
            let mut seconds = Vec::new();
            let lost = |round| if round == disturbed { lost_seconds } else { 0.0 };
            let mut search = Search::new(16, TARGET);
            let mut ours = Vec::new();
            loop {
                ours.push(search.count().to_string());
                let taken = lost(seconds.len()) + normal(search.count());
                seconds.push(format!("{taken:?}"));
                if search.is_found(taken) {
                    break;
                }
            }
            let output = Command::new(&program).args(&seconds).output().expect("it was built");
            let theirs = String::from_utf8_lossy(&output.stdout);
            assert!(theirs.lines().eq(ours.iter().map(String::as_str)), "{ours:?}: {theirs}");
            assert!(output.status.success(), "{ours:?}");
        }
    }
}
