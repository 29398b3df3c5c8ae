//! Building C programs against the installed tree and running them as jobs.

#![allow(dead_code, unused_imports, reason = "each test program uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_tests::over;
pub(crate) use skifch_tests::{finish, has, is_once_more, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Sizes of the jobs that programs run as.
pub(crate) const RANKS: &[u32] = &[1, 2, 4];
/// Of the slower ways.
pub(crate) const PAIR: u32 = 2;

pub(crate) const CHECKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c");
pub(crate) const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/c");
pub(crate) const STRICT: &[&str] =
    &["-std=gnu99", "-g", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror"];

/// The installed tree, if there is one.
pub(crate) fn tree(test: &str) -> Option<PathBuf> {
    skifch_tests::tree(test, "libskifch.so.1")
}

/// For a test that builds programs with the flags of the installed tree; `None` if there is none,
/// or no pkg-config.
pub(crate) fn build(test: &str) -> Option<Build> {
    let tree = tree(test)?;
    has(test, "pkg-config").then(|| Build::new(tree))
}

/// A folder for what a test builds, with the tree that it uses.
pub(crate) struct Build(skifch_tests::Build);

impl std::ops::Deref for Build {
    type Target = skifch_tests::Build;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Build {
    pub(crate) fn new(tree: PathBuf) -> Self {
        Self(skifch_tests::Build::new(tree))
    }

    /// What links the static library instead.
    pub(crate) fn static_flags(&self) -> Vec<String> {
        let mut link = self.pkg_config(&["--cflags", "skifch"]);
        link.push(self.tree.join("lib/libskifch.a").display().to_string());
        let private = self.pkg_config(&["--libs", "--static", "skifch"]);
        link.extend(
            private.into_iter().filter(|word| word.starts_with("-l") && word != "-lskifch"),
        );
        link
    }

    /// Compiles one source file into a program.
    pub(crate) fn compile(&self, source: &Path, compiler: &[&str], link: &[String]) -> PathBuf {
        let name = source.file_stem().unwrap();
        let program = self.dir.path().join(name);
        let mut cc = Command::new(compiler[0]);
        cc.args(&compiler[1..]).arg(source).arg("-o").arg(&program).args(link);
        run(&mut cc);
        program
    }

    /// Compiles a program of `tests/c` against the shared library as a user does.
    pub(crate) fn check(&self, name: &str, extra: &[&str]) -> PathBuf {
        let compiler = [&["cc"], STRICT, extra].concat();
        let flags = self.pkg_config(&["--cflags", "--libs", "skifch"]);
        let source = Path::new(CHECKS).join(name).with_extension("c");
        self.compile(&source, &compiler, &flags)
    }

    /// A job of `ranks` with no environment but `PATH`: `skifrun -n N` before the words given, over
    /// the network that the tests are run over.
    pub(crate) fn job(&self, ranks: u32, words: &[&str]) -> Command {
        let mut skifrun = over::skifrun(&self.tree.join("bin/skifrun"), ranks);
        skifrun.args(["--timeout", "200"]).args(words);
        skifrun.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        skifrun
    }
}

/// Runs the example as a job: every rank is greeted by another, and nobody complains.
pub(crate) fn greets(job: &mut Command, ranks: u32) {
    let output = run(job);
    let mut lines: Vec<_> = std::str::from_utf8(&output.stdout).unwrap().lines().collect();
    lines.sort_unstable();
    let expected: Vec<_> = (0..ranks).map(|rank| format!("rank {rank}: hello")).collect();
    assert_eq!(lines, expected, "{job:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{job:?}");
}
