//! Globals and statics of shared libraries that a program links.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use support::{Build, CHECKS, networks, run, tree};

/// The program with its library, compiled with these flags.
fn compiled(build: &Build, words: &[&str]) -> PathBuf {
    let source = Path::new(CHECKS).join("library.c");
    let (library, program) = (build.dir.path().join("libowner.so"), build.dir.path().join("user"));
    let strict = ["-std=c99", "-Wall", "-Wextra", "-Werror"];
    let mut compiler = build.tool("oshcc");
    compiler.args(strict).args(["-Wno-unused", "-shared", "-fPIC", "-DLIBRARY"]);
    run(compiler.arg(&source).arg("-o").arg(&library));
    let mut compiler = build.tool("oshcc");
    compiler.args(strict).args(words).arg(&source).arg(&library);
    run(compiler.arg("-o").arg(&program));
    program
}

#[test]
fn what_the_executable_has_a_copy_of_is_symmetric() {
    let test = "what_the_executable_has_a_copy_of_is_symmetric";
    // On other processors there are no such copies unless requested.
    let Some(tree) = tree(test).filter(|_| cfg!(target_arch = "x86_64")) else { return };
    let build = Build::new(tree);
    for words in [&["-fPIE", "-pie"][..], &["-fno-pie", "-no-pie"]] {
        let program = compiled(&build, words);
        for network in networks() {
            run(&mut build.job(&network, 3, &program));
        }
    }
}

#[test]
fn what_only_the_library_has_is_refused_with_its_name() {
    let Some(tree) = tree("what_only_the_library_has_is_refused_with_its_name") else { return };
    let build = Build::new(tree);
    // With these flags nothing is copied.
    let program = compiled(&build, &["-fPIC"]);
    for network in networks() {
        for whose in ["static", "global"] {
            let output = build.job(&network, 2, &program).arg(whose).output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{network} {whose}: {err}");
            for word in
                ["shmem_long_p", "libowner.so: globals and statics of shared", "shmem_malloc"]
            {
                assert!(err.contains(word), "{network} {whose}: no {word} in: {err}");
            }
        }
    }
}
