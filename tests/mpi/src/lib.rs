//! Building MPI programs with the wrappers of the installed tree, and running them as jobs.

pub use skifch_tests::{has, is_long, run, said, skip};

use std::path::{Path, PathBuf};
use std::process::Command;

/// The job sizes that programs run with.
pub const RANKS: &[u32] = &[1, 2, 4];

/// The folder of the programs, one for each promise of the standard.
pub const PROMISES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/c");

/// The folder of the examples.
pub const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mpi");

/// The installed tree, if there is one.
pub fn tree(test: &str) -> Option<PathBuf> {
    skifch_tests::tree(test, "libmpi_abi.so.1")
}

/// Checks what `given` says of codes of the program: the number that the program has for each, and
/// its own words. `job` makes the command of the program.
pub fn tells_codes_of_the_program(job: impl Fn() -> Command) {
    for (code, words) in [("class", ""), ("added", ": my own words (in")] {
        for (way, begin) in [
            ("answered", "a copy function of the program answered error code"),
            ("called", "MPI_Comm_call_errhandler: the program calls its handler with error code"),
        ] {
            let output = job().args([code, way]).output().expect("the job");
            let out = String::from_utf8_lossy(&output.stdout);
            let err = String::from_utf8_lossy(&output.stderr);
            let (_, number) = out.split_once("code ").expect("a number");
            let (number, _) = number.split_once('.').expect("its end");
            assert!(!output.status.success(), "{code} {way}: {err}");
            assert!(err.contains(&format!("{begin} {number}{words}")), "{out} {err}");
        }
    }
}

/// A folder for the files a test builds, and the tree that it uses.
pub struct Build(skifch_tests::Build);

impl Build {
    /// Creates a new folder.
    pub fn new(tree: PathBuf) -> Self {
        Self(skifch_tests::Build::new(tree))
    }

    /// Runs a program as a job.
    pub fn job(&self, ranks: u32, program: &Path) -> Command {
        self.0.job("skifrun", ranks, program)
    }
}

impl std::ops::Deref for Build {
    type Target = skifch_tests::Build;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
