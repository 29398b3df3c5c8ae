//! The header compiles without others and without warnings, as old and new C and C++, and each of
//! its constants has the standard's value.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

const INCLUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include");
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/values");
const STRICT: &[&str] = &["-Wall", "-Wextra", "-Werror", "-pedantic"];

fn has(test: &str, compiler: &str) -> bool {
    let is_here = Command::new(compiler).arg("--version").output().is_ok();
    if !is_here {
        println!("SKIPPED: {test}: {compiler} is not installed");
    }
    is_here
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|cause| panic!("{command:?}: {cause}"));
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
}

fn compiles(test: &str, compiler: &str, language: &str, standards: &[&str]) {
    if !has(test, compiler) {
        return;
    }
    for standard in standards {
        let mut command = Command::new(compiler);
        command.args(["-x", language, "-fsyntax-only", &format!("-std={standard}")]);
        if language == "c" {
            command.arg("-Wstrict-prototypes");
        }
        run(command.args(STRICT).args(["-I", INCLUDE, "-include", "mpi.h", "/dev/null"]));
    }
}

#[test]
fn the_header_is_c() {
    compiles("the_header_is_c", "gcc", "c", &["c89", "gnu89", "c99", "c11", "c17"]);
}

#[test]
fn the_header_is_cpp() {
    compiles("the_header_is_cpp", "g++", "c++", &["c++11", "c++20"]);
}

#[test]
fn the_header_is_c_for_the_other_compiler_too() {
    compiles("the_header_is_c_for_the_other_compiler_too", "clang", "c", &["c99"]);
}

fn values_are_those_of_the_standard(program: &str) {
    if !has(program, "cc") {
        return;
    }
    let folder = tempfile::TempDir::new().unwrap();
    let built = folder.path().join(program);
    let mut cc = Command::new("cc");
    cc.arg("-std=c99").args(STRICT).args(["-I", INCLUDE]);
    run(cc.arg(format!("{PROGRAMS}/{program}.c")).arg("-o").arg(&built));
    run(&mut Command::new(&built));
}

#[test]
fn handles_are_those_of_the_standard() {
    values_are_those_of_the_standard("handles");
}

#[test]
fn integers_are_those_of_the_standard() {
    values_are_those_of_the_standard("integers");
}

#[test]
fn addresses_are_those_of_the_standard() {
    values_are_those_of_the_standard("addresses");
}
