//! Builds programs with the wrappers of the installed tree and runs them as jobs.

#![allow(dead_code, unused_imports, reason = "each test program uses a part of it")]

pub(crate) use skifch_tests::{has, is_once_more, run, said};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Sizes of the jobs.
pub(crate) const PES: &[u32] = &[1, 2, 3, 4];

/// The networks: `SKIFCH_TEST_BACKEND`, which `cargo xtask test` sets to repeat the tests over
/// another network, or the default ones.
pub(crate) fn networks() -> Vec<String> {
    match skifch_tests::over::backend() {
        Some(other) => vec![other],
        None => ["shm", "udp"].map(str::to_owned).into(),
    }
}

/// The network for programs that run over only one.
pub(crate) fn network() -> String {
    networks().swap_remove(0)
}

pub(crate) const CHECKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c");
pub(crate) const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shmem");

/// The installed tree, if there is one.
pub(crate) fn tree(test: &str) -> Option<PathBuf> {
    skifch_tests::tree(test, "libsma.so.1")
}

/// A folder for what a test builds, with the tree it uses.
pub(crate) struct Build(skifch_tests::Build);

impl Build {
    pub(crate) fn new(tree: PathBuf) -> Self {
        Self(skifch_tests::Build::new(tree))
    }

    /// Compiles one source file with a wrapper, as strictly as the headers of a standard should
    /// allow.
    pub(crate) fn compile(&self, wrapper: &str, source: &Path, words: &[&str]) -> PathBuf {
        self.0.compile(wrapper, source, &[&["-pedantic"], words].concat())
    }

    /// Runs a program as a job over a network.
    pub(crate) fn job(&self, network: &str, pes: u32, program: &Path) -> Command {
        let mut job = self.0.job("oshrun", pes, program);
        job.env("SKIFCH_BACKEND", network);
        job
    }
}

impl std::ops::Deref for Build {
    type Target = skifch_tests::Build;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
