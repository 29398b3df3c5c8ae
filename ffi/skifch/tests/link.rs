//! Other ways to find the library: CMake, the moved tree, C++, and the examples.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::Path;
use std::process::Command;
use support::{Build, EXAMPLES, PAIR, RANKS, build, greets, has, run, tree};

const PROJECT: &str = "\
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(skifch 0.1 REQUIRED CONFIG)
add_executable(shared hello.c)
target_link_libraries(shared PRIVATE skifch::skifch)
add_executable(static hello.c)
target_link_libraries(static PRIVATE skifch::skifch_static)
";

#[test]
fn the_example_greets() {
    let test = "the_example_greets";
    let Some(build) = build(test) else { return };
    let flags = build.pkg_config(&["--cflags", "--libs", "skifch"]);
    let source = Path::new(EXAMPLES).join("hello.c");
    let strict = ["cc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"];
    let program = build.compile(&source, &strict, &flags);
    for &ranks in RANKS {
        greets(&mut build.job(ranks, &[program.to_str().unwrap()]), ranks);
    }
}

#[test]
fn cmake_finds_both_libraries() {
    let test = "cmake_finds_both_libraries";
    let Some(tree) = tree(test) else { return };
    if !has(test, "cmake") {
        return;
    }
    let build = Build::new(tree);
    let dir = build.dir.path();
    std::fs::write(dir.join("CMakeLists.txt"), PROJECT).unwrap();
    std::fs::copy(Path::new(EXAMPLES).join("hello.c"), dir.join("hello.c")).unwrap();
    // CMake looks beside the `bin` folders in PATH.
    let path = format!("{}:{}", build.tree.join("bin").display(), std::env::var("PATH").unwrap());
    let mut cmake = Command::new("cmake");
    run(cmake.arg("-S").arg(dir).arg("-B").arg(dir.join("b")).env("PATH", &path));
    run(Command::new("cmake").arg("--build").arg(dir.join("b")));
    for program in ["shared", "static"] {
        let program = dir.join("b").join(program);
        greets(&mut build.job(PAIR, &[program.to_str().unwrap()]), PAIR);
    }
}

#[test]
fn a_moved_tree_works_from_where_it_is() {
    let test = "a_moved_tree_works_from_where_it_is";
    let Some(tree) = tree(test) else { return };
    if !has(test, "pkg-config") {
        return;
    }
    let place = tempfile::TempDir::new().unwrap();
    let moved = place.path().join("elsewhere");
    run(Command::new("cp").arg("-a").arg(&tree).arg(&moved));
    let build = Build::new(moved);
    let flags = build.pkg_config(&["--cflags", "--libs", "skifch"]);
    let known = flags.iter().all(|flag| !flag.contains(tree.to_str().unwrap()));
    assert!(known, "the moved tree still names its old place: {flags:?}");
    let program = build.compile(&Path::new(EXAMPLES).join("hello.c"), &["cc"], &flags);
    greets(&mut build.job(PAIR, &[program.to_str().unwrap()]), PAIR);
}

#[test]
fn the_static_library_defines_nothing_but_the_interface() {
    let test = "the_static_library_defines_nothing_but_the_interface";
    let Some(tree) = tree(test) else { return };
    let mut nm = Command::new("nm");
    nm.args(["--extern-only", "--defined-only"]).arg(tree.join("lib/libskifch.a"));
    let said = String::from_utf8(run(&mut nm).stdout).unwrap();
    let names = said.lines().filter_map(|line| line.split_whitespace().nth(2));
    // By the second, libraries of one process find each other.
    let is_ours = |name: &&str| name.starts_with("SkifCh_") || *name == "skifch_process_home";
    let foreign: Vec<_> = names.filter(|name| !is_ours(name)).collect();
    assert!(foreign.is_empty(), "the static library defines {foreign:?}");
    assert!(said.contains(" T SkifCh_Send"), "{test}: no SkifCh_Send in\n{said}");
}
