//! Every program of `c` as a job, over every kind of network, with legal faults of each, and under
//! sanitizers. What is random prints its seed.

use skifch_mpi_tests::{Build, PROMISES, RANKS, run, tree};
use skifch_tests::{Seed, is_long};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs, each with the sections of MPI 5.0 that it is about in the README.
macro_rules! programs {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            over_networks(stringify!($name));
        }
    )*
        mod sanitized {
            $(
                #[test]
                fn $name() {
                    super::under_sanitizers(stringify!($name));
                }
            )*
        }

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

programs! {
    again apart attributes buffered cancelled careless classes collectives datatypes differ
    elsewhere envelopes errors exchanges freed general groups hints huge interface later layouts
    levels messages neighbours nowhere numbers operations order overtaking predefined progress races
    removed reused sides starts statuses surplus surroundings survives texts tools topologies
    unequal unmade wide
}

/// A network, or its limits: sends refused, messages late or in pieces.
struct Way {
    ranks: u32,
    network: &'static str,
    settings: &'static [(&'static str, &'static str)],
}

const fn way(ranks: u32, network: &'static str) -> Way {
    Way { ranks, network, settings: &[] }
}

/// In every run of the tests, beside shared memory.
const SHORT: &[Way] = &[way(3, "udp"), way(3, "fault+shm"), way(3, "torus:2x2,fuzz=200")];

/// In long runs: more ranks, and every way that messages can take.
const LONG: &[Way] = &[
    way(3, "shm"),
    way(8, "shm"),
    Way { ranks: 3, network: "shm", settings: &[("SKIFCH_SHM_SINGLE_COPY", "off")] },
    Way { ranks: 3, network: "shm", settings: SHORT_MESSAGES },
    way(2, "udp"),
    way(5, "udp"),
    Way {
        ranks: 5,
        network: "udp",
        settings: &[("SKIFCH_BOOT_MAPPING", "(vector,(0,1,3),(1,2,1))")],
    },
    way(2, "fault+shm"),
    way(5, "fault+shm"),
    way(3, "fault+udp"),
    way(3, "fault+torus:2x2"),
    way(2, "torus:2x2"),
    way(4, "torus:2x2,preset=m4"),
    way(4, "torus:2x2,preset=m2,fuzz=100"),
    way(5, "torus:3x2,preset=m4,fuzz=300"),
];

/// Nearly every message is announced, comes in parts, and waits for room.
const SHORT_MESSAGES: &[(&str, &str)] =
    &[("SKIFCH_SHM_RING_BYTES", "4096"), ("SKIFCH_SHM_MAX_MESSAGE", "300")];

const STRICT: &[&str] = &["-std=c99", "-pedantic"];

/// Overruns of the program's memory by the library are found too: its copies call the C library.
const SANITIZERS: &[&str] =
    &["-std=c99", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Many programs end with handles that they keep; and one asks for more memory than there is.
const ASAN: &str = "detect_leaks=0:allocator_may_return_null=1";

fn compiled(name: &str, words: &[&str]) -> Option<(Build, PathBuf)> {
    let build = Build::new(tree(name)?);
    let source = Path::new(PROMISES).join(name).with_extension("c");
    let program = build.compile("mpicc", &source, words);
    Some((build, program))
}

fn over_networks(name: &str) {
    let Some((build, program)) = compiled(name, STRICT) else { return };
    for &ranks in RANKS {
        run(&mut build.job(ranks, &program));
    }
    let seed = Seed::new(name).number() % 1_000_000;
    for way in SHORT.iter().chain(if is_long() { LONG } else { &[] }) {
        let seeded =
            if way.network.contains("fuzz") { format!(",seed={seed}") } else { String::new() };
        let mut job = build.job(way.ranks, &program);
        job.env("SKIFCH_BACKEND", way.network.to_owned() + &seeded)
            .envs(way.settings.iter().copied());
        run(job.env("SKIFCH_FAULT_SEED", seed.to_string()));
    }
    // Without a launcher it runs as a job of one rank.
    run(Command::new(&program).env_clear());
}

fn under_sanitizers(name: &str) {
    let Some((build, program)) = compiled(name, SANITIZERS) else { return };
    for ranks in [1, 3] {
        run(build.job(ranks, &program).env("ASAN_OPTIONS", ASAN));
    }
}

/// No program is forgotten: each file is in a table of tests and in the README.
#[test]
fn every_program_runs_and_is_described() {
    let jobs = include_str!("jobs.rs");
    let readme = include_str!("../README.md");
    for entry in std::fs::read_dir(PROMISES).expect("the folder of the programs") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        if path.extension().is_some_and(|extension| extension == "c") {
            let is_run = NAMES.contains(&&*name) || jobs.contains(&format!("\"{name}"));
            assert!(is_run, "{name}.c is in no table of tests");
            assert!(readme.contains(&format!("`{name}`")), "{name}.c is not in the README");
        }
    }
}
