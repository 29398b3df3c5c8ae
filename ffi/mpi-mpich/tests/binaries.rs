//! Programs built with MPICH's header and library, run over this library: those of the other C
//! library, which do not depend on an ABI, and one for what only this ABI has.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_mpi_tests::{Build, PROMISES, has, run, said, tells_codes_of_the_program, tree};
use std::path::Path;

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c");

/// MPICH's own wrapper under the name that Debian gives it.
const MPICC: &str = "mpicc.mpich";

/// A tree and MPICH's header; `None`, with a message, if one is missing.
fn build(test: &str) -> Option<Build> {
    let tree = tree(test)?;
    has(test, MPICC).then(|| Build::new(tree))
}

/// Compiles against MPICH, without a warning of gcc, which takes the address for ignored statuses
/// to be an array.
fn compile(build: &Build, folder: &str, name: &str) -> std::path::PathBuf {
    let program = build.dir.path().join(name);
    let mut cc = std::process::Command::new(MPICC);
    cc.args(["-std=c99", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror"]);
    cc.args(["-Wno-stringop-overflow", "-I", PROMISES]);
    run(cc.arg(Path::new(folder).join(format!("{name}.c"))).arg("-o").arg(&program).arg("-lm"));
    program
}

fn check(name: &str, folder: &str) {
    let Some(build) = build(name) else { return };
    let program = compile(&build, folder, name);
    let lib = build.tree.join("lib");
    for backend in ["shm", "udp"] {
        for ranks in 1..=4 {
            let mut job = build.job(ranks, &program);
            run(job.env("LD_LIBRARY_PATH", &lib).env("SKIFCH_BACKEND", backend));
        }
    }
}

macro_rules! shared {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            check(stringify!($name), PROMISES);
        }
    )* };
}

shared! {
    apart attributes buffered careless collectives datatypes elsewhere envelopes errors exchanges
    general groups later messages neighbours operations order overtaking progress removed sides
    starts statuses surroundings tools topologies unmade wide
}

#[test]
fn mpich() {
    check("mpich", OWN);
}

#[test]
fn a_code_of_the_program_is_told_with_its_number_and_words() {
    let Some(build) = build("given") else { return };
    let program = compile(&build, PROMISES, "given");
    tells_codes_of_the_program(|| {
        let mut job = build.job(1, &program);
        job.env("LD_LIBRARY_PATH", build.tree.join("lib"));
        job
    });
}

#[test]
fn the_program_asks_for_no_library_of_ours_and_gets_it() {
    let Some(build) = build("the_program_asks_for_no_library_of_ours_and_gets_it") else { return };
    let program = compile(&build, OWN, "mpich");
    let needed = said(std::process::Command::new("readelf").arg("-d").arg(&program));
    assert!(needed.contains("[libmpich.so.12]"), "{needed}");
    let mut ldd = std::process::Command::new("ldd");
    let found = said(ldd.arg(&program).env("LD_LIBRARY_PATH", build.tree.join("lib")));
    let ours = build.tree.join("lib/libmpich.so.12");
    assert!(found.contains(ours.to_str().unwrap()), "{found}");
}
