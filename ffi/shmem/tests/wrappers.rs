//! `oshcc` and `oshc++`, and how build systems find OpenSHMEM.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Build, CHECKS, EXAMPLES, has, networks, run, said, tree};

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

/// With symmetric globals, and a tool's function in place of the library's.
#[test]
fn programs_hold_the_static_library() {
    let test = "programs_hold_the_static_library";
    let Some(tree) = tree(test) else { return };
    if !has(test, "pkg-config") {
        return;
    }
    let build = Build::new(tree);
    let private = build.pkg_config(&["--libs", "--static", "sma"]);
    let private = private.iter().filter(|word| word.starts_with("-l") && *word != "-lsma");
    for name in ["tool", "statics", "order"] {
        let program = build.dir.path().join(name);
        let mut cc = Command::new("cc");
        cc.args(build.pkg_config(&["--cflags", "sma"])).arg("-pthread");
        cc.arg(Path::new(CHECKS).join(name).with_extension("c")).arg("-o").arg(&program);
        run(cc.arg(build.tree.join("lib/libsma.a")).args(private.clone()));
        let needed = said(Command::new("readelf").arg("-d").arg(&program));
        assert!(needed.contains("NEEDED") && !needed.contains("libsma"), "{needed}");
        for network in networks() {
            run(&mut build.job(&network, 2, &program));
        }
    }
}

#[test]
fn the_static_library_defines_what_the_shared_one_does() {
    let Some(tree) = tree("the_static_library_defines_what_the_shared_one_does") else { return };
    let names = |options: &[&str], library: &str| {
        let mut nm = Command::new("nm");
        let text = said(nm.args(options).arg("--defined-only").arg(tree.join("lib").join(library)));
        // A version has its own symbol.
        let name = |line: &str| Some(line.split_whitespace().nth(2)?.split('@').next()?.to_owned());
        let names = text.lines().filter_map(name).filter(|name| !name.starts_with("SHMEM_"));
        names.collect::<BTreeSet<_>>()
    };
    let (archive, shared) = (names(&["-g"], "libsma.a"), names(&["-D"], "libsma.so.1"));
    assert!(archive.len() > 3700, "{} names", archive.len());
    assert_eq!(archive.symmetric_difference(&shared).collect::<Vec<_>>(), Vec::<&String>::new());
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
