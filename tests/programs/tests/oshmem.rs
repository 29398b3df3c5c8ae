//! The OpenSHMEM examples from Debian's Open MPI source, in C, C++ and Fortran, and NetPIPE's
//! SHMEM module: compiled with our wrappers.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_programs::{Linked, Place, run, skip};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles with a wrapper of the tree.
fn compile(place: &Place, wrapper: &str, words: &[&str], sources: &[&Path], name: &str) -> PathBuf {
    let program = place.dir().join(name);
    let mut compiler = Command::new(place.tree().join("bin").join(wrapper));
    run(compiler.args(words).args(sources).arg("-o").arg(&program));
    program
}

/// Each example, its wrapper, and the text expected in its output on 4 PEs.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("hello_oshmem_c.c", "oshcc", "I am 3 of 4: SkifCh"),
    ("hello_oshmem_cxx.cc", "oshc++", "I am 3 of 4: SkifCh"),
    ("oshmem_circular_shift.c", "oshcc", "Process 3 exiting"),
    ("oshmem_max_reduction.c", "oshcc", "dst = 3 4 5"),
    ("oshmem_shmalloc.c", "oshcc", ""),
    ("oshmem_strided_puts.c", "oshcc", "target on PE 1 is 1 3 5 7 9"),
    ("oshmem_symmetric_data.c", "oshcc", "Target on PE 3 is"),
    ("ring_oshmem_c.c", "oshcc", "Process 3 exiting"),
    ("hello_oshmemfh.f90", "oshfort", "I am  3 of  4: (version: 1.6)"),
    ("ring_oshmemfh.f90", "oshfort", "Process 3 exiting."),
];

#[test]
fn examples_of_open_mpi_run() {
    let Some(place) = Place::wanted("oshmem") else { return };
    let Some(examples) = place.source("openmpi", "examples") else { return };
    // They check the version by a macro specific to that library.
    let words = ["-DOSHMEM_SPEC_VERSION=10600"];
    let has_fortran = Command::new("gfortran").arg("--version").output().is_ok();
    if !has_fortran {
        skip("oshmem", "gfortran is not installed: no examples in Fortran");
    }
    let is_there = |(_, wrapper, _): &&(&str, &str, &str)| has_fortran || *wrapper != "oshfort";
    for (name, wrapper, line) in EXAMPLES.iter().filter(is_there) {
        let (stem, _) = name.split_once('.').unwrap();
        let program = compile(&place, wrapper, &words, &[&examples.join(name)], stem);
        for backend in ["shm", "udp"] {
            let text = run(place.job(4, backend, Linked::Ours).arg(&program));
            assert!(text.contains(line), "{name} over {backend}: no {line:?} in\n{text}");
            println!("Open MPI's {name} over {backend}: ran");
        }
    }
}

#[test]
fn netpipe_measures_puts() {
    let Some(place) = Place::wanted("oshmem") else { return };
    let Some(source) = place.source("netpipe", "src") else { return };
    let [main, module] = ["netpipe.c", "shmem.c"].map(|name| source.join(name));
    let words = ["-O2", "-std=gnu89", "-w", "-DSHMEM"];
    let program = compile(&place, "oshcc", &words, &[&main, &module], "NPshmem");
    // It polls the last byte of a message with plain loads, and overwrites it once the message has
    // arrived.
    for backend in ["shm", "udp"] {
        let mut job = place.job(2, backend, Linked::Ours);
        let text = run(job.arg(&program).args(["-u", "100000", "-o", &format!("np.{backend}")]));
        let rows = text.lines().filter(|line| line.contains("Mbps in")).count();
        assert!(rows > 60, "{backend}: {rows} rows\n{text}");
        println!("{backend}: {}", text.lines().rfind(|line| line.contains("Mbps")).unwrap());
    }
}
