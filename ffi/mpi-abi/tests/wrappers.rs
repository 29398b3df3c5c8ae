//! `mpicc` and `mpicxx`, and how build systems find MPI.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_mpi_tests::{Build, EXAMPLES, has, run, said, tree};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

const PROJECT: &str = "cmake_minimum_required(VERSION 3.18)
project(found LANGUAGES C CXX)
set(MPI_DETERMINE_LIBRARY_VERSION TRUE)
find_package(MPI REQUIRED COMPONENTS C CXX)
message(STATUS \"version ${MPI_C_VERSION} of ${MPI_C_LIBRARY_VERSION_STRING}\")
add_executable(hello hello.c)
target_link_libraries(hello PRIVATE MPI::MPI_C)
add_executable(hello_cxx hello.cpp)
target_link_libraries(hello_cxx PRIVATE MPI::MPI_CXX)
";

fn hello() -> std::path::PathBuf {
    Path::new(EXAMPLES).join("hello.c")
}

#[test]
fn what_is_shown_works_without_the_wrapper() {
    let Some(tree) = tree("what_is_shown_works_without_the_wrapper") else { return };
    let build = Build::new(tree);
    let program = build.dir.path().join("hello");
    let shown = said(build.tool("mpicc").arg("-show").arg(hello()).arg("-o").arg(&program));
    let words: Vec<_> = shown.split_whitespace().collect();
    run(Command::new(words[0]).args(&words[1..]));
    run(&mut build.job(2, &program));
    let compile = said(build.tool("mpicc").arg("-showme:compile"));
    let link = said(build.tool("mpicc").arg("-showme:link"));
    let mut cc = Command::new("cc");
    cc.args(compile.split_whitespace()).arg(hello()).arg("-o").arg(&program);
    run(cc.args(link.split_whitespace()));
    run(&mut build.job(2, &program));
}

#[test]
fn a_source_may_be_the_standard_input() {
    let Some(tree) = tree("a_source_may_be_the_standard_input") else { return };
    let build = Build::new(tree);
    let program = build.dir.path().join("hello");
    let mut sh = Command::new("sh");
    sh.args(["-c", "mpicc -xc - -o \"$1\" < \"$2\"", "sh"]).env("PATH", build.path());
    run(sh.arg(&program).arg(hello()));
    run(&mut build.job(2, &program));
}

#[test]
fn objects_are_joined_without_the_library() {
    let Some(tree) = tree("objects_are_joined_without_the_library") else { return };
    let build = Build::new(tree);
    let [object, joined] = ["a.o", "b.o"].map(|name| build.dir.path().join(name));
    run(build.tool("mpicc").arg("-c").arg(hello()).arg("-o").arg(&object));
    run(build.tool("mpicc").arg("-r").arg(&object).arg("-o").arg(joined));
}

#[test]
fn names_of_files_may_be_any_bytes() {
    let Some(tree) = tree("names_of_files_may_be_any_bytes") else { return };
    let build = Build::new(tree);
    let source = build.dir.path().join(OsStr::from_bytes(b"hello\xe9.c"));
    // Not every file system has such names.
    if std::fs::copy(hello(), &source).is_err() {
        return;
    }
    run(build.tool("mpicc").arg("-c").arg(source).arg("-o").arg(build.dir.path().join("a.o")));
}

#[test]
fn a_variable_without_a_value_names_no_compiler() {
    let Some(tree) = tree("a_variable_without_a_value_names_no_compiler") else { return };
    let build = Build::new(tree);
    let shown = |given: [&str; 2]| {
        let mut wrapper = build.tool("mpicc");
        said(wrapper.env("MPICH_CC", given[0]).env("OMPI_CC", given[1]).arg("-showme:command"))
    };
    assert_eq!(shown(["", " "]), "cc\n");
    assert_eq!(shown(["", "ccache gcc"]), "ccache gcc\n");
}

#[test]
fn the_library_is_the_only_one_of_mpi() {
    let Some(tree) = tree("the_library_is_the_only_one_of_mpi") else { return };
    let build = Build::new(tree);
    let program = build.compile("mpicc", &hello(), &[]);
    let needed = said(Command::new("readelf").arg("-d").arg(&program));
    assert!(needed.contains("[libmpi_abi.so.1]") && !needed.contains("libskifch"), "{needed}");
}

#[test]
fn cpp_programs_compile() {
    let test = "cpp_programs_compile";
    let Some(tree) = tree(test) else { return };
    if !has(test, "c++") {
        return;
    }
    let build = Build::new(tree);
    let source = build.dir.path().join("hello.cpp");
    std::fs::copy(hello(), &source).unwrap();
    for wrapper in ["mpicxx", "mpic++", "mpiCC"] {
        let program = build.compile(wrapper, &source, &["-std=c++11", "-pedantic"]);
        run(&mut build.job(2, &program));
    }
}

#[test]
fn pkg_config_finds_it() {
    let test = "pkg_config_finds_it";
    let Some(tree) = tree(test) else { return };
    if !has(test, "pkg-config") {
        return;
    }
    let build = Build::new(tree);
    for name in ["mpi_abi", "mpi", "mpi-c", "mpi-cxx", "mpich"] {
        let flags = build.pkg_config(&["--cflags", "--libs", name]);
        let program = build.dir.path().join("hello");
        let mut cc = Command::new("cc");
        run(cc.arg(hello()).arg("-o").arg(&program).args(flags));
        run(&mut build.job(2, &program));
    }
}

#[test]
fn cmake_finds_it() {
    let test = "cmake_finds_it";
    let Some(tree) = tree(test) else { return };
    if !has(test, "cmake") || !has(test, "c++") {
        return;
    }
    let build = Build::new(tree);
    let dir = build.dir.path();
    std::fs::write(dir.join("CMakeLists.txt"), PROJECT).unwrap();
    std::fs::copy(hello(), dir.join("hello.c")).unwrap();
    std::fs::copy(hello(), dir.join("hello.cpp")).unwrap();
    let mut cmake = Command::new("cmake");
    cmake.arg("-S").arg(dir).arg("-B").arg(dir.join("b")).env("PATH", build.path());
    let found = said(&mut cmake);
    assert!(found.contains("version 5.0 of SkifCh"), "{found}");
    run(Command::new("cmake").arg("--build").arg(dir.join("b")).env("PATH", build.path()));
    for program in ["hello", "hello_cxx"] {
        run(&mut build.job(2, &dir.join("b").join(program)));
    }
}

#[test]
fn a_moved_tree_works_from_where_it_is() {
    let Some(tree) = tree("a_moved_tree_works_from_where_it_is") else { return };
    let place = tempfile::TempDir::new().unwrap();
    let moved = place.path().join("elsewhere");
    run(Command::new("cp").arg("-a").arg(&tree).arg(&moved));
    let build = Build::new(moved);
    let shown = said(build.tool("mpicc").arg("-show"));
    assert!(!shown.contains(tree.to_str().unwrap()), "{shown}");
    let program = build.compile("mpicc", &hello(), &[]);
    run(&mut build.job(2, &program));
}
