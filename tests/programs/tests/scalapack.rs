//! The test programs of ScaLAPACK and of its communication layer, BLACS, in Debian's build against
//! MPICH: Fortran and C, communicators of all shapes, derived datatypes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_programs::{Linked, MATRIX, Place, both, done, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs, and the libraries they need besides MPI.
const FETCH: &str = "
apt-get download scalapack-mpi-test scalapack-test-common libscalapack-mpich2.2 libblas3 liblapack3
for package in *.deb; do dpkg-deb -x $package .; done
";

/// Factorisations, linear systems and eigenvalues; each checks its residuals.
const PROGRAMS: &[&str] =
    &["xdlu", "xzlu", "xdllt", "xdqr", "xdls", "xdsep", "xzgsep", "xcnep", "xdgblu"];

/// Those that fail over any MPI if there are fewer ranks than their grids need.
const OF_FOUR: &[&str] = &["xdsep", "xzgsep"];

/// The library folder, which is named after the architecture.
fn folder(place: &Place) -> Option<PathBuf> {
    let lib = place.dir().join("usr/lib");
    if !place.fetch(&lib, "sh", &["-ec", FETCH]) {
        return None;
    }
    let mut folders = fs::read_dir(lib).unwrap().map(|entry| entry.unwrap().path());
    folders.find(|folder| folder.join("scalapack").exists())
}

fn job(place: &Place, folder: &Path, (ranks, over): (u32, &str), program: &str) -> Command {
    let program = folder.join("scalapack/mpich-tests").join(program);
    let mut job = place.job(ranks, over, Linked::Mpich);
    let [ours, own] =
        [place.tree().join("lib"), folder.to_owned()].map(|dir| dir.display().to_string());
    job.env("LD_LIBRARY_PATH", format!("{ours}:{own}:{own}/blas:{own}/lapack"));
    // They read their input from the current folder.
    job.current_dir(program.parent().unwrap()).arg(program);
    job
}

#[test]
fn every_residual_is_small() {
    let Some(place) = Place::wanted("scalapack") else { return };
    let Some(folder) = folder(&place) else { return };
    for at in MATRIX {
        let (ranks, over) = at;
        for program in PROGRAMS.iter().filter(|name| ranks >= 4 || !OF_FOUR.contains(name)) {
            let text = run(&mut job(&place, &folder, at, program));
            let passed = text.matches("PASSED").count();
            println!("{program} on {ranks} ranks over {over}: {passed} passed");
            // Process grids that need more ranks than available are skipped.
            let least = if ranks >= 4 { 20 } else { 5 };
            assert!(passed > least && !text.contains("FAILED"), "{text}");
        }
        if ranks >= 4 {
            blacs(&mut job(&place, &folder, at, "BLACS/xFbtest"), at);
        }
    }
}

/// Its last test is to abort.
fn blacs(job: &mut Command, (ranks, over): (u32, &str)) {
    let text = both(&done(job));
    let sums: Vec<_> = text.lines().filter(|line| line.contains("TESTS;")).collect();
    println!("BLACS on {ranks} ranks over {over}: {} groups of tests", sums.len());
    let is_clean = |line: &&str| line.ends_with(" 0 FAILED.");
    assert!(sums.len() >= 20 && sums.iter().all(is_clean), "{text}");
    assert!(text.contains("called MPI_Abort(-1)"), "{text}");
}
