//! The Fortran bindings: a program checks the result of each call, and all of them are in the
//! library under the names that the compiler uses.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use skifch_tests::skip;
use std::path::Path;
use std::process::Command;
use support::{Build, PES, has, networks, run, said, tree};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn programs_in_fortran_run() {
    let test = "programs_in_fortran_run";
    let Some(tree) = tree(test).filter(|_| has(test, "gfortran")) else { return };
    let build = Build::new(tree);
    let source = Path::new(FOLDER).join("tests/fortran/calls.f90");
    let program = build.dir.path().join("calls");
    for wrapper in ["shmemfort", "oshfort"] {
        let mut compiler = build.tool(wrapper);
        compiler.args(["-O1", "-g", "-Wall", "-Werror", "-Wno-unused-parameter"]);
        run(compiler.arg(&source).arg("-o").arg(&program));
    }
    is_good(&build, &program);
}

/// Calls with different types and ranks by one name, as in programs of the time of Fortran 77.
#[test]
fn programs_of_the_nas_kind_run() {
    let test = "programs_of_the_nas_kind_run";
    let Some(tree) = tree(test).filter(|_| has(test, "gfortran")) else { return };
    let build = Build::new(tree);
    let source = Path::new(FOLDER).join("tests/fortran/nas.f");
    let program = build.dir.path().join("nas");
    run(build.tool("oshfort").args(["-O2", "-w"]).arg(&source).arg("-o").arg(&program));
    is_good(&build, &program);
}

/// Runs a program that prints "good" on success.
fn is_good(build: &Build, program: &Path) {
    for network in networks() {
        for &pes in PES {
            let text = said(&mut build.job(&network, pes, program));
            assert_eq!(text, "good\n", "{network} {pes}");
        }
    }
}

/// Every name of the table must be called, in one program or the other.
#[test]
fn every_call_of_fortran_does_what_it_says() {
    let test = "every_call_of_fortran_does_what_it_says";
    let folder = Path::new(FOLDER).join("tests/fortran");
    let text = |name| std::fs::read_to_string(folder.join(name)).unwrap();
    let called = text("calls.f90") + &text("every.F90");
    let table = std::fs::read_to_string(Path::new(FOLDER).join("table/fortran.txt")).unwrap();
    for name in table.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace)
    {
        // Macros paste some of the names together.
        let is_pasted =
            name.trim_end_matches("_to_all").rsplit_once('_').is_some_and(|(of, what)| {
                called.contains(&format!("/**/_{what}")) && called.contains(&format!("({of},"))
            });
        assert!(called.contains(name) || is_pasted, "nobody calls {name}");
    }
    let Some(tree) = tree(test).filter(|_| has(test, "gfortran")) else { return };
    let build = Build::new(tree);
    let program = build.dir.path().join("every");
    let mut compiler = build.tool("oshfort");
    compiler.args(["-O1", "-w", "-ffree-line-length-none"]);
    run(compiler.arg(folder.join("every.F90")).arg("-o").arg(&program));
    is_good(&build, &program);
}

#[test]
fn mistakes_in_fortran_are_told() {
    let test = "mistakes_in_fortran_are_told";
    let Some(tree) = tree(test).filter(|_| has(test, "gfortran")) else { return };
    let build = Build::new(tree);
    let program = build.dir.path().join("mistakes");
    let source = Path::new(FOLDER).join("tests/fortran/mistakes.f90");
    run(build.tool("oshfort").arg(&source).arg("-o").arg(&program));
    for (mistake, words) in [
        ("memory", "shpdeallc_: no block begins at the address"),
        ("sum", "shmem_int4_sum_to_all_: nreduce is -4"),
        ("put", "shmem_integer_put_: nelems is -4"),
        ("broadcast", "shmem_broadcast4_: nelems is -4"),
    ] {
        for network in networks() {
            let output = build.job(&network, 2, &program).arg(mistake).output().unwrap();
            let [out, err] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
            assert_eq!(output.status.code(), Some(1), "{network} {mistake}: {out}{err}");
            assert!(err.contains(words), "{network} {mistake}: {out}{err}");
        }
    }
}

/// Whether the program loads the library of GNU Fortran, holds it, or holds all libraries.
#[test]
fn units_are_flushed_at_the_end_of_all() {
    let test = "units_are_flushed_at_the_end_of_all";
    let Some(tree) = tree(test).filter(|_| has(test, "gfortran")) else { return };
    let build = Build::new(tree);
    let source = Path::new(FOLDER).join("tests/fortran/units.f90");
    let archive = said(Command::new("gfortran").arg("-print-file-name=libc.a"));
    let is_there = Path::new(archive.trim()).is_absolute();
    if !is_there {
        skip(test, "there is no static C library: programs hold only that of Fortran");
    }
    let held: &[&[&str]] = if is_there { &[&["-static"], &["-static-pie"]] } else { &[] };
    for options in [&[][..], &["-static-libgfortran"]].iter().chain(held) {
        let program = build.dir.path().join("units");
        run(build.tool("oshfort").args(*options).arg(&source).arg("-o").arg(&program));
        for end in ["exit", "finalize"] {
            let written = build.dir.path().join("written");
            let mut job = build.job("shm", 1, &program);
            run(job.arg(&written).arg(end));
            let text = std::fs::read_to_string(&written).unwrap();
            assert_eq!(text.trim(), "the last word", "{options:?} {end}");
            std::fs::remove_file(&written).unwrap();
        }
    }
}

#[test]
fn the_header_is_old_and_new_fortran() {
    let test = "the_header_is_old_and_new_fortran";
    if !has(test, "gfortran") {
        return;
    }
    let dir = tempfile::TempDir::new().unwrap();
    for (name, text) in [
        ("old.f", "      program old\n      include 'shmem.fh'\n      end\n"),
        ("new.f90", "program new\ninclude 'mpp/shmem.fh'\nend program\n"),
    ] {
        let source = dir.path().join(name);
        std::fs::write(&source, text).unwrap();
        let mut gfortran = Command::new("gfortran");
        gfortran.args(["-fsyntax-only", "-fimplicit-none", "-Wall", "-Wno-unused-parameter"]);
        gfortran.args(["-Werror", "-I"]).arg(Path::new(FOLDER).join("include"));
        run(gfortran.arg(&source));
    }
}

#[test]
fn every_name_of_fortran_is_in_the_library() {
    let Some(tree) = tree("every_name_of_fortran_is_in_the_library") else { return };
    let library = tree.join("lib/libsma.so.1");
    let text = said(Command::new("readelf").args(["--dyn-syms", "--wide"]).arg(library));
    let exported: Vec<_> = text.lines().filter_map(|line| line.split_whitespace().last()).collect();
    let names = std::fs::read_to_string(Path::new(FOLDER).join("table/fortran.txt")).unwrap();
    let names = names.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<_> = names.flat_map(str::split_whitespace).collect();
    assert!(names.len() > 150, "{}", names.len());
    for name in names {
        assert!(exported.contains(&&format!("{name}_")[..]), "{name} is not there");
    }
}
