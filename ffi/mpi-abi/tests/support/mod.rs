//! Building MPI programs with the wrappers of the installed tree and running them as jobs.

#![allow(dead_code, unused_imports, reason = "each test program uses a part of it")]

pub(crate) use skifch_tests::{has, run, said};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The job sizes that programs run with.
pub(crate) const RANKS: &[u32] = &[1, 2, 4];

pub(crate) const CHECKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c");
pub(crate) const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mpi");

/// The installed tree, if there is one.
pub(crate) fn tree(test: &str) -> Option<PathBuf> {
    skifch_tests::tree(test, "libmpi_abi.so.1")
}

/// A folder for the files a test builds, and the tree that it uses.
pub(crate) struct Build(skifch_tests::Build);

impl Build {
    pub(crate) fn new(tree: PathBuf) -> Self {
        Self(skifch_tests::Build::new(tree))
    }

    /// Runs a program as a job.
    pub(crate) fn job(&self, ranks: u32, program: &Path) -> Command {
        self.0.job("skifrun", ranks, program)
    }
}

impl std::ops::Deref for Build {
    type Target = skifch_tests::Build;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
