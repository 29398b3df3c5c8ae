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
