//! The wheel of mpi4py, built against MPICH: it imports, and its own tests pass, module by module,
//! except those that need what is not implemented yet.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_programs::{Linked, MATRIX, Place, both, done, run, unittest};
use std::path::{Path, PathBuf};
use std::time::Instant;

const VERSION: &str = "4.1.2";

/// Modules that need one-sided communication, files, dynamic processes, sessions or partitioned
/// communication, some already at import; one that needs MPICH's half-precision types; and one
/// that looks for Fortran types among the constants of MPICH's header, which has fewer.
const LATER: &[&str] = &[
    "test_dynproc",
    "test_exceptions",
    "test_file",
    "test_io",
    "test_mpiabi",
    "test_p2p_buf_part",
    "test_rma",
    "test_rma_nb",
    "test_session",
    "test_spawn",
    "test_subclass",
    "test_util_dtlib",
    "test_util_pool",
    "test_util_sync",
    "test_win",
];

/// Tests in the other modules that need the same, or MPI_Comm_iagree (agreement of survivors),
/// which mpi4py implements by a collective call that the ranks of its test make in different
/// order.
const WITHOUT: &[&str] = &[
    "TestErrhandlerFile",
    "TestErrhandlerSession",
    "TestErrhandlerWin",
    "TestIntercommCreateFromGroups",
    "TestMessageRMA",
    "testSafeFreeCreated",
    "testIAgree",
];

/// Modules that communicate a lot, run with each number of ranks over each network. The others run
/// on 1 to 4 ranks over shared memory: they send nothing, or compute in Python, most of them over
/// all numpy types for each rank, which takes some minutes each when 8 ranks share 2 CPUs.
const EVERYWHERE: &[&str] = &[
    "test_cco_obj",
    "test_cco_obj_inter",
    "test_cco_ngh_obj",
    "test_comm",
    "test_comm_inter",
    "test_comm_topo",
    "test_errhandler",
    "test_msgzero",
    "test_p2p_buf_matched",
    "test_p2p_obj",
    "test_p2p_obj_matched",
    "test_request",
    "test_threads",
    "test_util_pkl5",
];

/// These take longer and run once over each other network: collective calls with buffers.
const OVER_EACH_NETWORK: &[&str] = &["test_cco_buf_inter", "test_cco_pr_ngh_buf", "test_cco_vec"];

/// Whether a module's tests run in this configuration.
fn is_for(module: &str, (ranks, over): (u32, &str)) -> bool {
    let is_few = over == "shm" && ranks <= 4;
    let is_each = over != "shm" && ranks == 4;
    is_few || EVERYWHERE.contains(&module) || is_each && OVER_EACH_NETWORK.contains(&module)
}

/// The interpreter of an environment with the wheel and numpy.
fn python(place: &Place) -> Option<PathBuf> {
    let python = place.dir().join("v/bin/python");
    let wheel = format!(
        "python3 -m venv v && v/bin/pip install --quiet --only-binary :all: mpi4py=={VERSION} numpy && \
         touch v/whole"
    );
    place.fetch(&place.dir().join("v/whole"), "sh", &["-c", &wheel]).then_some(python)
}

/// The folder of its tests, which only the source package has.
fn tests(place: &Place) -> Option<PathBuf> {
    let folder = place.dir().join(format!("mpi4py-{VERSION}/test"));
    let source = format!(
        "v/bin/pip download --quiet --no-deps --no-binary mpi4py mpi4py=={VERSION} && \
         tar -xzf mpi4py-{VERSION}.tar.gz"
    );
    place.fetch(&folder.join("main.py"), "sh", &["-c", &source]).then_some(folder)
}

fn modules(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    let stems = names.filter_map(|name| name.strip_suffix(".py").map(str::to_owned));
    let mut found: Vec<_> = stems.filter(|name| name.starts_with("test_")).collect();
    found.sort_unstable();
    found
}

/// The outcome of one job of a module's tests.
struct Outcome {
    /// Tests that one rank ran and did not skip.
    passed: u32,
    /// Its output, if it failed.
    failure: Option<String>,
    hangs: bool,
}

fn tested(place: &Place, python: &Path, folder: &Path, module: &str, at: (u32, &str)) -> Outcome {
    let ((ranks, over), begin) = (at, Instant::now());
    let mut job = place.job(ranks, over, Linked::Mpich);
    job.arg(python).arg(folder.join("main.py")).args(["-i", &format!("^{module}\\.py")]);
    for pattern in WITHOUT {
        job.args(["-x", pattern]);
    }
    let output = done(&mut job);
    let text = both(&output);
    let ran = unittest::ran(&text);
    let most = ran.each.iter().copied().max().unwrap_or(0);
    let is_whole = ran.each.len() == ranks as usize && ran.each.iter().all(|&ran| ran > 0);
    let is_good = output.status.success() && is_whole;
    println!(
        "mpi4py {module}, {ranks} ranks over {over}: {most} run, {} skipped by itself, {:.1} s: {}",
        ran.skipped,
        begin.elapsed().as_secs_f64(),
        if is_good { "passed" } else { "FAILED" }
    );
    Outcome {
        passed: most.saturating_sub(ran.skipped),
        hangs: text.contains("skifrun: --timeout"),
        failure: (!is_good).then(|| format!("{module}, {ranks} ranks over {over}:\n{text}")),
    }
}

#[test]
fn it_imports_and_finds_its_ranks() {
    let Some(place) = Place::wanted("mpi4py") else { return };
    let Some(python) = python(&place) else { return };
    for (ranks, backend) in MATRIX {
        let mut job = place.job(ranks, backend, Linked::Mpich);
        let text = run(job.arg(&python).args(["-m", "mpi4py.bench", "helloworld"]));
        for rank in 0..ranks {
            assert!(text.contains(&format!("process {rank} of {ranks} ")), "{text}");
        }
    }
}

#[test]
fn its_tests_pass() {
    let Some(place) = Place::wanted("mpi4py") else { return };
    let Some(python) = python(&place) else { return };
    let Some(folder) = tests(&place) else { return };
    let (mut failures, mut total, mut counts) = (Vec::new(), 0, Vec::new());
    for module in modules(&folder).iter().filter(|module| !LATER.contains(&module.as_str())) {
        let before = total;
        for at in MATRIX.iter().filter(|at| is_for(module, **at)) {
            let outcome = tested(&place, &python, &folder, module, *at);
            total += outcome.passed;
            failures.extend(outcome.failure);
            // The next ones might hang as well, each up to the time limit.
            assert!(!outcome.hangs, "{}", failures.join("\n"));
        }
        counts.push(format!("{module} {}", total - before));
    }
    println!("mpi4py {VERSION}: {total} tests passed: {}", counts.join(", "));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(total > 6000, "only {total} tests were run");
}
