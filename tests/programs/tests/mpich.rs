//! MPICH's tests, from Debian's source package: compiled with our wrappers, and with MPICH's
//! wrappers as in third-party builds.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use Failing::{Always, Ours, Theirs};
use skifch_programs::{Linked, Place, both, done, run, skip};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Test folders. Windows, files, dynamic processes and the module of 2008 are not implemented yet.
const FOLDERS: &[&str] = &[
    "attr",
    "coll",
    "comm",
    "datatype",
    "errhan",
    "group",
    "info",
    "init",
    "mpi_t",
    "pt2pt",
    "topo",
    "threads",
    "f77",
    "f90",
    "errors/comm",
    "errors/datatype",
    "errors/group",
    "errors/pt2pt",
    "errors/topo",
];

/// Folders that are also run over networks other than shared memory.
const ON_NETWORKS: &[&str] = &["pt2pt", "coll", "comm", "threads"];

/// The networks, large enough for tests of 10 ranks, and of 33 ranks, more than there are seats.
const NETWORKS: &[&str] = &["udp", "torus:4x4"];

/// Left out over a simulated network: up to 64 messages of 16 MiB at a time by several threads
/// take a minute of host time in each of a dozen tests, and 25 threads that spin until others
/// return take two and a half on two processors. `pt2pt` has long messages as well.
const LONG: &str = "-e -count=4194304 -e multisend4";
/// The test lists without those.
const BRIEF: &str = "testlist.brief";

/// In which builds a test fails.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Failing {
    Always,
    /// When compiled against our header or module.
    Ours,
    /// When compiled against MPICH's.
    Theirs,
}

/// The tests known to fail, with the reason.
const FAILING: &[(&str, &[&str], Failing, &str)] = &[
    ("attr", &["keyval_double_free_win"], Always, "windows"),
    ("comm", &["ic1", "ic2"], Always, "sessions"),
    ("coll", &["nonblocking2", "nonblocking3"], Ours, "handles kept in an int"),
    ("datatype", &["pack_external"], Ours, "switches by a handle as if it were an int"),
    ("errhan", &["adderr"], Always, "MPIX_ functions"),
    (
        "init",
        &["session", "session_mult_init", "session_psets", "session_self"],
        Always,
        "sessions",
    ),
    ("init", &["version"], Theirs, "its header is of an older version"),
    ("mpi_t", &["qmpi_test"], Always, "QMPI is MPICH's own"),
    ("topo", &["cartsuball"], Always, "each rank has a grid of no dimensions, not one of them"),
    ("threads", &["mult_session"], Always, "sessions"),
    ("threads", &["parrived_wait"], Always, "partitioned communication"),
    (
        "threads",
        &["mt_improbe_isendrecv", "mt_improbe_sendrecv", "mt_improbe_sendrecv_huge"],
        Ours,
        "take MPI_REQUEST_NULL for MPI_MESSAGE_NULL",
    ),
    ("f77", &["baseenvf"], Always, "expects a version below 5"),
    ("f90", &["baseenvf90"], Always, "expects a version below 5"),
    ("f77", &["greqf"], Always, "expects a callback to change its INTENT(IN) argument EXTRA_STATE"),
    ("f90", &["greqf90"], Always, "as greqf"),
    ("f90", &["fandcattrf90", "attrlangf90"], Always, "windows"),
    (
        "f90",
        &["alltoallvf90", "split_typef90", "vw_inplacef90", "nonblocking_inpf90", "profile1f90"],
        Ours,
        "no programs for a module with interfaces",
    ),
    (
        "errors/comm",
        &[
            "too_many_comms",
            "too_many_comms2",
            "too_many_comms3",
            "too_many_icomms",
            "too_many_icomms2",
        ],
        Always,
        "communicators do not run out",
    ),
    (
        "errors/comm",
        &[
            "comm_create_nullarg",
            "comm_create_group_nullarg",
            "comm_split_nullarg",
            "comm_split_type_nullarg",
        ],
        Always,
        "set the error handler of another communicator than the one of the call",
    ),
    ("errors/pt2pt", &["truncmsg2"], Always, "three bytes are received as an int"),
];

/// Configures the tests and compiles what they share.
fn build(place: &Place, source: &Path, linked: Linked) -> PathBuf {
    let folder = place.dir().join(if linked == Linked::Ours { "ours" } else { "mpich" });
    let _ = std::fs::remove_dir_all(&folder);
    run(Command::new("cp").arg("-a").args([source, &folder]));
    let mut configure = Command::new("./configure");
    configure.current_dir(&folder).env("PATH", place.path()).args([
        "--enable-threads=multiple",
        "--disable-cxx",
        "--disable-rma",
        "--disable-spawn",
        "--disable-romio",
        "--disable-ft-tests",
    ]);
    match linked {
        Linked::Ours => configure.arg(format!("--with-mpi={}", place.tree().display())),
        // Set in every possible way, so that nested configure scripts see it too.
        Linked::Mpich => configure
            .args(["CC=mpicc.mpich", "F77=mpif77.mpich", "FC=mpif90.mpich"])
            .envs([("MPICC", "mpicc.mpich"), ("MPIF77", "mpif77.mpich"), ("MPIFC", "mpif90.mpich")])
            .env("MPICXX", "mpicxx.mpich"),
    };
    run(&mut configure);
    for shared in ["util", "dtpools"] {
        make(place, &folder, shared);
    }
    folder
}

/// Compilation errors are ignored here: a test that cannot be compiled fails when it is to run.
fn make(place: &Place, tests: &Path, folder: &str) {
    let mut make = Command::new("make");
    make.args(["-k", "-j2", "-C", folder]).current_dir(tests).env("PATH", place.path());
    done(&mut make);
}

/// Writes a list without the tests of [`LONG`] beside each list of a folder.
fn write_brief_lists(folder: &Path) {
    let brief = format!("grep -v {LONG} testlist > {BRIEF}; true");
    let mut find = Command::new("find");
    find.arg(folder).args(["-name", "testlist", "-execdir", "sh", "-c", &brief, ";"]);
    run(&mut find);
}

/// Runs a folder; returns the number of passed tests and the names of unexpected failures.
fn tested(
    place: &Place,
    tests: &Path,
    folder: &str,
    linked: Linked,
    network: &str,
) -> (usize, Vec<String>) {
    let output = tests.join("results.tap");
    let _ = std::fs::remove_file(&output);
    let mut runtests = Command::new(tests.join("runtests"));
    runtests.current_dir(tests.join(folder)).env("PATH", place.path());
    let list = if network.starts_with("torus") { BRIEF } else { "testlist" };
    write_brief_lists(&tests.join(folder));
    runtests.env("SKIFCH_BACKEND", network).args(["-srcdir=.", &format!("-tests={list}")]);
    runtests.arg(format!("-mpiexec={}", place.tree().join("bin/mpiexec").display()));
    runtests.arg(format!("-tapfile={}", output.display()));
    // Any additional output is a failure, and our own variables are no settings, which would cause
    // a warning.
    runtests.env_remove("SKIFCH_PROGRAMS").env_remove("SKIFCH_TREE");
    if linked == Linked::Mpich {
        runtests.env("LD_LIBRARY_PATH", place.tree().join("lib"));
    }
    let printed = both(&done(&mut runtests));
    let text = std::fs::read_to_string(&output).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    let passed = text.lines().filter(|line| line.starts_with("ok")).count();
    let failed = text.lines().filter(|line| line.starts_with("not ok")).map(|line| {
        let words = line.trim_start_matches("not ok").trim_start_matches([' ', '-']);
        words.split_whitespace().next().unwrap_or_default().to_owned()
    });
    let mut unexpected = Vec::new();
    for test in failed {
        match reason(folder, &test, linked) {
            Some(reason) => println!("    {test} fails: {reason}"),
            None => unexpected.push(format!("{folder}/{test}: {}", said(&text, &test))),
        }
    }
    (passed, unexpected)
}

fn reason(folder: &str, test: &str, linked: Linked) -> Option<&'static str> {
    let name = test.rsplit('/').next().unwrap_or_default();
    let is_it = |(of, names, failing, _): &&(&str, &[&str], Failing, &str)| {
        let fails = match failing {
            Always => true,
            Ours => linked == Linked::Ours,
            Theirs => linked == Linked::Mpich,
        };
        *of == folder && names.contains(&name) && fails
    };
    FAILING.iter().find(is_it).map(|(.., reason)| *reason)
}

/// The output of a failing test.
fn said(text: &str, test: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.starts_with("not ok") || !line.contains(test));
    let lines = lines.skip(1).filter(|line| line.starts_with("## ") && !line.contains("expected"));
    lines.take(3).collect::<Vec<_>>().join(" ")
}

fn all(linked: Linked) {
    let Some(place) = Place::wanted("mpich") else { return };
    if linked == Linked::Mpich && Command::new("mpicc.mpich").arg("-v").output().is_err() {
        return skip("mpich", "mpicc.mpich is not installed: nothing is built as others do");
    }
    let Some(source) = place.source("mpich", "test/mpi") else { return };
    let tests = build(&place, &source, linked);
    let mut wrong = Vec::new();
    for folder in FOLDERS {
        make(&place, &tests, folder);
        let networks = if ON_NETWORKS.contains(folder) { NETWORKS } else { &[] };
        for network in ["shm"].iter().chain(networks) {
            let (passed, unexpected) = tested(&place, &tests, folder, linked, network);
            println!("MPICH's tests in {folder} over {network}: {passed} passed");
            wrong.extend(unexpected.into_iter().map(|test| format!("{network}: {test}")));
            if passed == 0 {
                wrong.push(format!("{network}: none of {folder} passes"));
            }
        }
    }
    assert!(wrong.is_empty(), "failed, and not known to:\n{}", wrong.join("\n"));
}

#[test]
fn they_pass_with_our_wrappers() {
    all(Linked::Ours);
}

#[test]
fn they_pass_as_others_build_them() {
    all(Linked::Mpich);
}
