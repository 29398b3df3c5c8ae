//! The headers compile by themselves and strictly, as C and as C++, old and new.

mod support;

use std::process::Command;
use support::{has, run};

fn compiles(test: &str, compiler: &str, language: &str, standards: &[&str]) {
    if !has(test, compiler) {
        return;
    }
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/include");
    for standard in standards {
        for header in ["skifch.h", "skifch_plugin.h"] {
            let mut command = Command::new(compiler);
            command.args(["-x", language, "-fsyntax-only", &format!("-std={standard}")]);
            command.args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wstrict-aliasing"]);
            if language == "c" {
                command.arg("-Wstrict-prototypes");
            }
            run(command.args(["-I", include, "-include", header, "/dev/null"]));
        }
    }
}

#[test]
fn headers_are_c() {
    compiles("headers_are_c", "gcc", "c", &["c99", "c11", "c17"]);
}

#[test]
fn headers_are_cpp() {
    compiles("headers_are_cpp", "g++", "c++", &["c++11", "c++20"]);
}

#[test]
fn headers_are_c_for_the_other_compiler_too() {
    compiles("headers_are_c_for_the_other_compiler_too", "clang", "c", &["c99"]);
}
