//! The HPC Challenge, from Debian's source package, built with our wrapper: seven benchmarks that
//! check their results.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_programs::{Linked, MATRIX, Place, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The linear algebra library, which it does not include.
const BLAS: &str = "apt-get download libblas-dev && dpkg-deb -x libblas-dev_*.deb .";

/// The machine-dependent settings of its makefile.
const MACHINE: &str = "\
SHELL = /bin/sh
CD = cd
MKDIR = mkdir -p
RM = rm -f
TOPdir = ../../..
HPLlib = $(TOPdir)/lib/$(arch)/libhpl.a
HPL_DEFS = -DAdd_ -DF77_INTEGER=int -DStringSunStyle -I$(TOPdir)/include
HPL_LIBS = $(HPLlib) $(BLAS) -lgfortran -lm
CC = mpicc
CCNOOPT = $(HPL_DEFS) -O0
CCFLAGS = $(HPL_DEFS) -O2 -w
LINKER = mpicc
ARCHIVER = ar
ARFLAGS = r
RANLIB = ranlib
";

/// The library in Debian's package, whose folder is named after the architecture.
fn blas(place: &Place) -> Option<PathBuf> {
    let folder = place.dir().join("usr/lib");
    if !place.fetch(&folder, "sh", &["-c", BLAS]) {
        return None;
    }
    let folders = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    folders.map(|folder| folder.join("blas/libblas.a")).find(|library| library.exists())
}

fn build(place: &Place, source: &Path, blas: &Path) -> PathBuf {
    fs::write(source.join("hpl/Make.here"), MACHINE).unwrap();
    let program = source.join("hpcc");
    // Remove objects that were compiled with the header of another tree.
    let make = || {
        let mut make = Command::new("make");
        make.arg("--silent").arg("arch=here").current_dir(source).env("PATH", place.path());
        make
    };
    run(make().arg("clean"));
    run(make().arg("-j2").arg(format!("BLAS={}", blas.display())));
    program
}

/// Input for a system of this many equations on a grid of ranks with these rows and columns;
/// everything else follows from that.
fn input(source: &Path, equations: u32, [rows, columns]: [u32; 2]) -> String {
    let given = fs::read_to_string(source.join("_hpccinf.txt")).unwrap();
    let lines = given.lines().enumerate().map(|(at, line)| match at {
        5 => format!("{equations} Ns"),
        7 => "32 NBs".to_owned(),
        10 => format!("{rows} Ps"),
        11 => format!("{columns} Qs"),
        _ => line.to_owned(),
    });
    lines.map(|line| line + "\n").collect()
}

/// The value of a line of the summary.
fn value(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    line.unwrap_or_else(|| panic!("no {name} in:\n{text}")).trim().parse().unwrap()
}

/// `errors`: the fraction of a table's words that may be wrong. As distributed, the benchmark can
/// lose updates over any MPI when ranks share a core, and it allows one percent itself.
fn check(text: &str, errors: f64) {
    let lines = |words: &str| text.lines().filter(|line| line.contains(words)).count();
    assert_eq!(value(text, "Success"), 1.0, "{text}");
    for name in ["MPIRandomAccess_ErrorsFraction", "MPIRandomAccess_LCG_ErrorsFraction"] {
        assert!(value(text, name) <= errors, "{name}: {text}");
    }
    // The maximum over all tests, in units of the machine precision.
    assert!(value(text, "PTRANS_residual") < 16.0, "{text}");
    assert!((0.0..1e-12).contains(&value(text, "MPIFFT_maxErr")), "{text}");
    assert!(lines("...... PASSED") == 1 && lines("FAILED") == 0, "{text}");
    assert!(lines("5 tests completed and passed residual checks") == 1, "{text}");
    assert!(lines("locations (passed)") >= 4 && lines("(failed)") == 0, "{text}");
    let with_error = text.lines().filter_map(|line| line.strip_prefix("Node(s) with error "));
    let with_error: Vec<_> = with_error.map(str::trim).collect();
    assert!(with_error.len() >= 8 && with_error.iter().all(|nodes| *nodes == "0"), "{text}");
}

#[test]
fn it_passes_its_checks() {
    let Some(place) = Place::wanted("hpcc") else { return };
    let Some(source) = place.source("hpcc", "") else { return };
    let Some(blas) = blas(&place) else { return };
    let program = build(&place, &source, &blas);
    for (ranks, network) in MATRIX {
        let rows = if ranks % 2 == 0 && ranks > 2 { 2 } else { 1 };
        let grid = [rows, ranks / rows];
        // A larger table, in which a few lost updates are a smaller fraction.
        let (equations, errors) = if ranks > 4 { (1000, 0.01) } else { (200, 0.0005) };
        let output = place.dir().join("hpccoutf.txt");
        let _ = fs::remove_file(&output);
        fs::write(place.dir().join("hpccinf.txt"), input(&source, equations, grid)).unwrap();
        run(place.job(ranks, network, Linked::Ours).arg(&program));
        let text = fs::read_to_string(&output).unwrap();
        check(&text, errors);
        println!(
            "hpcc, {ranks} ranks, {network}: passed; latency of a ping-pong {} us, \
             random ring {} us, MPIRandomAccess {} GUP/s",
            value(&text, "MaxPingPongLatency_usec"),
            value(&text, "RandomlyOrderedRingLatency_usec"),
            value(&text, "MPIRandomAccess_GUPs"),
        );
    }
}
