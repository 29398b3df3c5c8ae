//! `oshcc` and `oshc++`, and how build systems find OpenSHMEM.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Build, EXAMPLES, has, run, said, tree};

const PROJECT: &str = "cmake_minimum_required(VERSION 3.18)
project(found LANGUAGES C)
find_package(OpenSHMEM 1.5 REQUIRED)
add_executable(hello hello.c)
target_link_libraries(hello PRIVATE OpenSHMEM::OpenSHMEM)
enable_testing()
add_test(NAME hello COMMAND ${OpenSHMEM_LAUNCHER} -np 2 $<TARGET_FILE:hello>)
";

fn hello() -> PathBuf {
    Path::new(EXAMPLES).join("hello.c")
}

#[test]
fn what_is_shown_works_without_the_wrapper() {
    let Some(tree) = tree("what_is_shown_works_without_the_wrapper") else { return };
    let build = Build::new(tree);
    let program = build.dir.path().join("hello");
    let shown = said(build.tool("oshcc").arg("-show").arg(hello()).arg("-o").arg(&program));
    let words: Vec<_> = shown.split_whitespace().collect();
    run(Command::new(words[0]).args(&words[1..]));
    run(&mut build.job("shm", 2, &program));
    let needed = said(Command::new("readelf").arg("-d").arg(&program));
    assert!(needed.contains("[libsma.so.1]") && !needed.contains("libskifch"), "{needed}");
}

#[test]
fn every_name_of_the_wrapper_is_a_compiler() {
    let test = "every_name_of_the_wrapper_is_a_compiler";
    let Some(tree) = tree(test) else { return };
    if !has(test, "c++") {
        return;
    }
    let build = Build::new(tree);
    for name in ["oshcc", "shmemcc"] {
        build.compile(name, &hello(), &["-std=c99"]);
    }
    for name in ["oshc++", "oshcxx", "oshCC", "shmemc++", "shmemcxx", "shmemCC"] {
        build.compile(name, &hello(), &["-xc++", "-std=c++11"]);
    }
}

#[test]
fn other_names_of_the_library_are_it() {
    let Some(tree) = tree("other_names_of_the_library_are_it") else { return };
    let build = Build::new(tree);
    let program = build.dir.path().join("hello");
    let mut cc = Command::new("cc");
    cc.arg(hello()).arg("-o").arg(&program).arg("-I").arg(build.tree.join("include"));
    let lib = build.tree.join("lib");
    cc.arg("-L").arg(&lib).arg(format!("-Wl,-rpath,{}", lib.display())).arg("-loshmem");
    run(&mut cc);
    run(&mut build.job("shm", 2, &program));
}

#[test]
fn pkg_config_finds_it() {
    let test = "pkg_config_finds_it";
    let Some(tree) = tree(test) else { return };
    if !has(test, "pkg-config") {
        return;
    }
    let build = Build::new(tree);
    for name in ["sma", "oshmem", "openshmem"] {
        let flags = build.pkg_config(&["--cflags", "--libs", name]);
        let program = build.dir.path().join("hello");
        let mut cc = Command::new("cc");
        run(cc.arg(hello()).arg("-o").arg(&program).args(flags));
        run(&mut build.job("shm", 2, &program));
    }
}

#[test]
fn cmake_finds_it() {
    let test = "cmake_finds_it";
    let Some(tree) = tree(test) else { return };
    if !has(test, "cmake") {
        return;
    }
    let build = Build::new(tree);
    let dir = build.dir.path();
    std::fs::write(dir.join("CMakeLists.txt"), PROJECT).unwrap();
    std::fs::copy(hello(), dir.join("hello.c")).unwrap();
    let mut cmake = Command::new("cmake");
    cmake.arg("-S").arg(dir).arg("-B").arg(dir.join("b"));
    run(cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", build.tree.display())));
    run(Command::new("cmake").arg("--build").arg(dir.join("b")));
    run(Command::new("ctest").arg("--test-dir").arg(dir.join("b")));
}
