//! The headers compile alone and with strict warnings, as C and as C++ of several standards; every
//! generic compiles for every type; and every function is in the library, with its profiling twin.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::Path;
use std::process::Command;
use support::{Build, has, run, said, tree};

const INCLUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include");
const MADE: &str = env!("OUT_DIR");
const STRICT: &[&str] = &["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"];

fn compiles(test: &str, compiler: &str, language: &str, standards: &[&str], words: &[&str]) {
    if !has(test, compiler) {
        return;
    }
    for standard in standards {
        let mut command = Command::new(compiler);
        command.args(["-x", language, &format!("-std={standard}")]).args(STRICT);
        if language == "c" {
            command.arg("-Wstrict-prototypes");
        }
        run(command.args(["-I", INCLUDE]).args(words));
    }
}

const HEADERS: &[&str] = &["mpp/shmem.h", "pshmem.h", "shmem.h", "shmemx.h"];

/// Each alone, so that no header depends on another one included before it.
fn headers_compile(test: &str, compiler: &str, language: &str, standards: &[&str]) {
    for header in HEADERS {
        compiles(test, compiler, language, standards, &["-include", header, "/dev/null"]);
    }
}

#[test]
fn the_headers_are_c() {
    headers_compile("the_headers_are_c", "gcc", "c", &["c99", "c11", "c17"]);
}

#[test]
fn the_headers_are_cpp() {
    headers_compile("the_headers_are_cpp", "g++", "c++", &["c++11", "c++20"]);
}

#[test]
fn the_headers_are_c_for_the_other_compiler_too() {
    headers_compile("the_headers_are_c_for_the_other_compiler_too", "clang", "c", &["c99", "c11"]);
}

#[test]
fn every_generic_compiles_for_every_type() {
    let test = "every_generic_compiles_for_every_type";
    let source = format!("{MADE}/generics.c");
    compiles(test, "gcc", "c", &["c11", "c17"], &[&source]);
    compiles(test, "g++", "c++", &["c++11"], &[&source]);
    compiles(test, "clang", "c", &["c11"], &[&source]);
}

/// Other kinds of arguments that programs pass, which are in no table.
#[test]
fn generics_take_what_programs_have() {
    let test = "generics_take_what_programs_have";
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c/given.c");
    compiles(test, "gcc", "c", &["c11", "c17"], &[source]);
    compiles(test, "g++", "c++", &["c++11", "c++20"], &[source]);
    compiles(test, "clang", "c", &["c11"], &[source]);
    compiles(test, "clang++", "c++", &["c++11"], &[source]);
}

#[test]
fn a_generic_refuses_a_type_that_it_is_not_for() {
    let test = "a_generic_refuses_a_type_that_it_is_not_for";
    if !has(test, "cc") {
        return;
    }
    let dir = tempfile::TempDir::new().unwrap();
    for call in [
        "double *x = 0; shmem_atomic_add(x, 1, 0);",
        "struct { int a; } *x = 0; shmem_put(x, x, 1, 0);",
        "float *x = 0; shmem_put(SHMEM_TEAM_WORLD, x, x, 1, 0);",
        "void *x = 0; shmem_put(SHMEM_CTX_DEFAULT, x, x, 1, 0);",
        "const int *x = 0; shmem_put(x, x, 1, 0);",
        "const long *x = 0; shmem_atomic_add(SHMEM_CTX_DEFAULT, x, 1L, 0);",
    ] {
        let source = dir.path().join("wrong.c");
        std::fs::write(&source, format!("#include <shmem.h>\nvoid f(void) {{ {call} }}\n"))
            .unwrap();
        let mut cc = Command::new("cc");
        cc.args(["-std=c11", "-fsyntax-only", "-I", INCLUDE]).arg(&source);
        let output = cc.output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && err.contains("error"), "{call}: {err}");
    }
}

#[test]
fn every_function_is_in_the_library_with_its_twin() {
    let Some(tree) = tree("every_function_is_in_the_library_with_its_twin") else { return };
    let build = Build::new(tree);
    let program = build.compile("oshcc", &Path::new(MADE).join("names.c"), &["-std=c99"]);
    let source = std::fs::read_to_string(format!("{MADE}/names.c")).unwrap();
    let names = source.matches("    ROW(").count();
    assert!(names > 1864, "{names}");
    assert_eq!(said(&mut Command::new(program)).trim(), names.to_string());
}
