//! Fortran programs, compiled with the wrappers of the installed tree and with MPICH's, run as jobs
//! over this library.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_mpi_tests::{Build, EXAMPLES, has, run, said, tree};
use std::path::{Path, PathBuf};
use std::process::Command;

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fortran");
const PAPER: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/skifch-perf/fortran/latentnost.f");

/// Warnings as errors, except for constants of `mpif.h` and arguments that are not used.
const STRICT: &[&str] = &[
    "-O1",
    "-g",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-compare-reals",
    "-Wno-unused-parameter",
    "-Wno-unused-dummy-argument",
];

/// A tree and a compiler; `None`, with a message, if one is missing.
fn build(test: &str, compiler: &str) -> Option<Build> {
    let tree = tree(test)?;
    (has(test, "gfortran") && has(test, compiler)).then(|| Build::new(tree))
}

fn compile(build: &Build, wrapper: &str, source: &Path, words: &[&str]) -> PathBuf {
    let program = build.dir.path().join(source.file_stem().unwrap());
    // In a folder without modules of other libraries.
    let mut compiler = build.tool(wrapper);
    compiler.current_dir(build.dir.path()).args(words);
    run(compiler.arg(source).arg("-o").arg(&program));
    program
}

/// Compiled against our `mpif.h` or module, run over both kinds of network.
fn ours(name: &str) {
    let Some(build) = build(name, "gfortran") else { return };
    let source = Path::new(OWN).join(name);
    let wrapper = if name.ends_with(".f") { "mpif77" } else { "mpif90" };
    let program = compile(&build, wrapper, &source, STRICT);
    for backend in ["shm", "udp"] {
        for ranks in 1..=4 {
            run(build.job(ranks, &program).env("SKIFCH_BACKEND", backend));
        }
    }
}

/// Compiled against MPICH, as other people's programs are, and run over this library.
fn mpichs(name: &str) {
    let test = format!("{name} of MPICH");
    let Some(build) = build(&test, "mpifort.mpich") else { return };
    let program = build.dir.path().join("program");
    let mut compiler = Command::new("mpifort.mpich");
    compiler.current_dir(build.dir.path()).args(["-w", "-O1"]);
    run(compiler.arg(Path::new(OWN).join(name)).arg("-o").arg(&program));
    let lib = build.tree.join("lib");
    let needed = said(Command::new("ldd").arg(&program).env("LD_LIBRARY_PATH", &lib));
    let ours = lib.join("libmpichfort.so.12");
    assert!(needed.contains(ours.to_str().unwrap()), "{needed}");
    for ranks in 1..=4 {
        run(build.job(ranks, &program).env("LD_LIBRARY_PATH", &lib));
    }
}

macro_rules! programs {
    ($($name:ident $file:literal;)*) => {
        mod over_the_standard {
            $(
                #[test]
                fn $name() {
                    super::ours($file);
                }
            )*
        }

        mod over_mpich {
            $(
                #[test]
                fn $name() {
                    super::mpichs($file);
                }
            )*
        }
    };
}

programs! {
    callbacks "callbacks.f90";
    old "old.f";
    raised "raised.f90";
    sentinels "sentinels.f90";
    strings "strings.f90";
    types "types.f90";
}

/// A program in both languages, compiled with these wrappers: those of our tree, or found by name.
fn both(build: &Build, name: &str, wrappers: [Command; 2]) -> PathBuf {
    let (object, program) = (build.dir.path().join("c.o"), build.dir.path().join("program"));
    let source = Path::new(OWN).join(name);
    let [mut cc, mut fortran] = wrappers;
    cc.args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-c"]);
    run(cc.arg(source.with_extension("c")).arg("-o").arg(&object));
    fortran.current_dir(build.dir.path()).args(["-w", "-O1"]);
    run(fortran.arg(source.with_extension("f90")).arg(&object).arg("-o").arg(&program));
    program
}

/// The same for a program compiled with MPICH's wrappers.
fn both_of_mpich(name: &str, ranks: u32) {
    let test = format!("{name} in both languages of MPICH");
    let Some(build) = build(&test, "mpifort.mpich").filter(|_| has(&test, "mpicc.mpich")) else {
        return;
    };
    let wrappers = ["mpicc.mpich", "mpifort.mpich"].map(Command::new);
    let program = both(&build, name, wrappers);
    run(build.job(ranks, &program).env("LD_LIBRARY_PATH", build.tree.join("lib")));
}

#[test]
fn c_knows_the_statuses_that_fortran_ignores() {
    both_of_mpich("ignored", 2);
}

#[test]
fn c_and_fortran_share_attributes() {
    let Some(build) = build("c_and_fortran_share_attributes", "gfortran") else { return };
    let program = both(&build, "shared", ["mpicc", "mpif90"].map(|name| build.tool(name)));
    run(&mut build.job(1, &program));
}

#[test]
fn c_and_fortran_share_attributes_over_mpich() {
    both_of_mpich("shared", 1);
}

/// As Python does with extensions.
#[test]
fn shared_objects_have_the_same_constants() {
    let test = "shared_objects_have_the_same_constants";
    let Some(build) = build(test, "gfortran") else { return };
    let dir = build.dir.path();
    let source = Path::new(OWN).join("loaded.f90");
    let objects = ["one.so", "two.so"].map(|name| dir.join(name));
    for object in &objects {
        let mut wrapper = build.tool("mpif90");
        wrapper.current_dir(dir).args(STRICT).args(["-shared", "-fPIC"]);
        run(wrapper.arg(&source).arg("-o").arg(object));
    }
    let source = Path::new(OWN).join("loaded.c");
    let program = build.compile("mpicc", &source, &["-ldl"]);
    for ranks in [1, 2] {
        run(build.job(ranks, &program).args(&objects));
    }
}

#[test]
fn sizes() {
    ours("sizes.f90");
}

/// MPICH's module lacks these calls.
#[test]
fn the_binary_interface() {
    ours("abi.f90");
}

/// MPICH's module has other names.
#[test]
fn keywords() {
    ours("keywords.f90");
}

#[test]
fn automatic() {
    ours("automatic.f90");
}

/// gfortran only warns about it.
#[test]
fn buffers_have_any_type() {
    let Some(build) = build("buffers_have_any_type", "gfortran") else { return };
    let program = compile(&build, "mpif77", &Path::new(OWN).join("choices.f"), &["-O1"]);
    for ranks in [1, 3] {
        run(&mut build.job(ranks, &program));
    }
    // A compiler may be named with options.
    let mut wrapper = build.tool("mpif77");
    wrapper.env("MPICH_FC", "gfortran -O2").arg("-c").arg(Path::new(OWN).join("choices.f"));
    run(wrapper.arg("-o").arg(build.dir.path().join("choices.o")));
}

#[test]
fn every_rank_says_hello() {
    let Some(build) = build("every_rank_says_hello", "gfortran") else { return };
    let program = compile(&build, "mpifort", &Path::new(EXAMPLES).join("hello.f90"), STRICT);
    let text = said(&mut build.job(3, &program));
    assert_eq!(text.lines().count(), 3, "{text}");
    for rank in 0..3 {
        assert!(text.contains(&format!("rank {rank} of 3 on ")), "{text}");
    }
}

#[test]
fn heat_stays_in_the_rod() {
    let Some(build) = build("heat_stays_in_the_rod", "gfortran") else { return };
    let program = compile(&build, "mpifort", &Path::new(EXAMPLES).join("heat.f90"), STRICT);
    for ranks in [1, 2, 4] {
        let text = said(&mut build.job(ranks, &program));
        assert_eq!(text.trim(), "heat in the rod: 1.000000");
    }
}

#[test]
fn the_clock_has_one_kind() {
    let Some(build) = build("the_clock_has_one_kind", "gfortran") else { return };
    for option in ["-fdefault-real-8", "-O1"] {
        let program = compile(&build, "mpif77", &Path::new(OWN).join("clock.f"), &[option]);
        run(&mut build.job(1, &program));
    }
}

#[test]
fn the_header_is_of_the_standards_from_1995() {
    let Some(build) = build("the_header_is_of_the_standards_from_1995", "gfortran") else { return };
    for standard in ["-std=f95", "-std=f2003", "-std=f2008"] {
        compile(&build, "mpif77", &Path::new(OWN).join("clock.f"), &[STRICT, &[standard]].concat());
    }
}

/// The compile command is that of the paper.
#[test]
fn the_program_of_the_paper_runs() {
    let Some(build) = build("the_program_of_the_paper_runs", "gfortran") else { return };
    let program = compile(&build, "mpif77", Path::new(PAPER), &["-O3"]);
    let text = said(&mut build.job(2, &program));
    assert_eq!(text.matches("latency =").count(), 1, "{text}");
    // Sizes from 1 to 2^19 numbers, between processes and in memory.
    assert_eq!(text.matches("bandwidth =").count(), 40, "{text}");
    assert_eq!(text.matches("proc/mem=").count(), 20, "{text}");
}

#[test]
fn a_fatal_error_names_call_and_values() {
    let Some(build) = build("a_fatal_error_names_call_and_values", "gfortran") else { return };
    let program = compile(&build, "mpifort", &Path::new(OWN).join("fatal.f90"), STRICT);
    let output = build.job(2, &program).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{err}");
    for words in ["MPI_ERR_RANK", "MPI_Send", "7"] {
        assert!(err.contains(words), "no {words} in: {err}");
    }
}

/// With `mpif.h`, no compiler detects it.
fn long_integers(build: &Build, compiler: &mut Command) {
    let program = build.dir.path().join("long");
    compiler.current_dir(build.dir.path()).args(["-w", "-fdefault-integer-8"]);
    run(compiler.arg(Path::new(OWN).join("long.f")).arg("-o").arg(&program));
    let mut job = build.job(3, &program);
    let output = job.env("LD_LIBRARY_PATH", build.tree.join("lib")).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    assert_eq!(err.matches("warning: an INTEGER of this program has 8 bytes").count(), 1, "{err}");
}

#[test]
fn a_warning_names_long_integers() {
    let Some(build) = build("a_warning_names_long_integers", "gfortran") else { return };
    long_integers(&build, &mut build.tool("mpif77"));
    let program = compile(&build, "mpif77", &Path::new(OWN).join("long.f"), STRICT);
    let output = build.job(2, &program).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_warning_names_long_integers_of_mpich() {
    let test = "a_warning_names_long_integers_of_mpich";
    let Some(build) = build(test, "mpifort.mpich") else { return };
    long_integers(&build, &mut Command::new("mpifort.mpich"));
}

#[test]
fn build_systems_find_it() {
    let test = "build_systems_find_it";
    let Some(build) = build(test, "pkg-config") else { return };
    let shown = |what: &str| said(build.tool("mpif77").arg(what));
    let shown = shown("-showme:compile") + &shown("-showme:link");
    let shown = shown.split_whitespace().map(str::to_owned).collect();
    let names = ["mpifort_abi", "mpi-fort", "mpi-f90", "mpi-f77"];
    let flags = names.map(|name| build.pkg_config(&["--cflags", "--libs", name]));
    let sources = [Path::new(EXAMPLES).join("hello.f90"), Path::new(OWN).join("choices.f")];
    let program = build.dir.path().join("found");
    for flags in flags.into_iter().chain([shown]) {
        for source in &sources {
            let mut gfortran = Command::new("gfortran");
            gfortran.current_dir(build.dir.path()).arg(source).arg("-o").arg(&program);
            run(gfortran.args(&flags));
            run(&mut build.job(2, &program));
        }
    }
    let shown = said(build.tool("mpif90").args(["-show", "-c", "a.f90"]));
    assert!(shown.starts_with("gfortran ") && shown.ends_with("-c a.f90\n"), "{shown}");
    let libraries = said(build.tool("mpif90").arg("-showme:libs"));
    assert_eq!(libraries.trim(), "mpifort_abi mpi_abi");
}

const PROJECT: &str = "cmake_minimum_required(VERSION 3.18)
project(found LANGUAGES C Fortran)
find_package(MPI REQUIRED COMPONENTS Fortran)
message(STATUS \"f77 ${MPI_Fortran_HAVE_F77_HEADER} f90 ${MPI_Fortran_HAVE_F90_MODULE}\")
add_executable(hello hello.f90)
add_executable(choices choices.f)
foreach(program hello choices)
  target_link_libraries(${program} PRIVATE MPI::MPI_Fortran)
endforeach()
";

#[test]
fn cmake_finds_it() {
    let Some(build) = build("cmake_finds_it", "cmake") else { return };
    let dir = build.dir.path();
    std::fs::write(dir.join("CMakeLists.txt"), PROJECT).unwrap();
    std::fs::copy(Path::new(EXAMPLES).join("hello.f90"), dir.join("hello.f90")).unwrap();
    std::fs::copy(Path::new(OWN).join("choices.f"), dir.join("choices.f")).unwrap();
    let mut cmake = Command::new("cmake");
    cmake.arg("-S").arg(dir).arg("-B").arg(dir.join("b")).env("PATH", build.path());
    let found = said(&mut cmake);
    assert!(found.contains("f77 TRUE f90 TRUE"), "{found}");
    run(Command::new("cmake").arg("--build").arg(dir.join("b")).env("PATH", build.path()));
    for program in ["hello", "choices"] {
        run(&mut build.job(2, &dir.join("b").join(program)));
    }
}
