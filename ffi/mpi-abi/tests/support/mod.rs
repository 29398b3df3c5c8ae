//! Building MPI programs with the wrappers of the installed tree and running them as jobs.

#![allow(dead_code, reason = "each test program uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Sizes of the jobs that programs run as.
pub(crate) const RANKS: &[u32] = &[1, 2, 4];

pub(crate) const CHECKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c");
pub(crate) const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mpi");

/// The installed tree; `None`, with words, where nobody has made one. `cargo xtask test` makes one
/// and says where, and then it must be there.
pub(crate) fn tree(test: &str) -> Option<PathBuf> {
    if let Some(given) = std::env::var_os("SKIFCH_TREE") {
        let given = PathBuf::from(given);
        assert!(given.join("lib/libmpi_abi.so.1").exists(), "no MPI in {}", given.display());
        return Some(given);
    }
    let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tree");
    if made.join("lib/libmpi_abi.so.1").exists() {
        return Some(made.canonicalize().unwrap());
    }
    println!("SKIPPED: {test}: there is no installed tree: `cargo xtask test` makes one");
    None
}

/// Whether a program is here; says so when it is not.
pub(crate) fn has(test: &str, program: &str) -> bool {
    let is_here = Command::new(program).arg("--version").output().is_ok();
    if !is_here {
        println!("SKIPPED: {test}: {program} is not installed");
    }
    is_here
}

/// A folder for what a test builds, with the tree that it uses.
pub(crate) struct Build {
    pub(crate) tree: PathBuf,
    pub(crate) dir: TempDir,
}

impl Build {
    pub(crate) fn new(tree: PathBuf) -> Self {
        Self { tree, dir: TempDir::new().unwrap() }
    }

    /// A program of the tree, with no environment but `PATH`, where the tree comes first.
    pub(crate) fn tool(&self, name: &str) -> Command {
        let mut tool = Command::new(self.tree.join("bin").join(name));
        tool.env_clear().env("PATH", self.path());
        tool
    }

    pub(crate) fn path(&self) -> String {
        let rest = std::env::var("PATH").unwrap_or_default();
        format!("{}:{rest}", self.tree.join("bin").display())
    }

    /// Compiles one source file with a wrapper.
    pub(crate) fn compile(&self, wrapper: &str, source: &Path, words: &[&str]) -> PathBuf {
        let program = self.dir.path().join(source.file_stem().unwrap());
        let mut cc = self.tool(wrapper);
        cc.args(["-O1", "-g", "-Wall", "-Wextra", "-Werror"]).args(words);
        run(cc.arg(source).arg("-o").arg(&program).arg("-lm"));
        program
    }

    /// Runs a program as a job. The launcher ends it when it hangs.
    pub(crate) fn job(&self, ranks: u32, program: &Path) -> Command {
        let mut skifrun = self.tool("skifrun");
        skifrun.args(["-n", &ranks.to_string(), "--timeout", "120"]).arg(program);
        skifrun
    }
}

/// Runs it to its end and gives its output, which is shown when it fails.
pub(crate) fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|cause| panic!("{command:?}: {cause}"));
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
    output
}

/// What it says when it runs to its end.
pub(crate) fn said(command: &mut Command) -> String {
    String::from_utf8(run(command).stdout).unwrap()
}
