//! The installed tree, and programs that are built with it as users do.

use crate::{run, said, skip};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The tree, which must contain this library; `None`, with a skip message, if there is none.
/// `cargo xtask test` builds one and names it in `SKIFCH_TREE`; then it must exist.
pub fn tree(test: &str, library: &str) -> Option<PathBuf> {
    let has_it = |tree: &Path| tree.join("lib").join(library).exists();
    if let Some(given) = std::env::var_os("SKIFCH_TREE") {
        let given = PathBuf::from(given);
        assert!(has_it(&given), "there is no {library} in {}", given.display());
        return Some(given);
    }
    let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tree");
    if has_it(&made) {
        return Some(made.canonicalize().unwrap_or(made));
    }
    skip(test, "there is no installed tree: `cargo xtask test` makes one");
    None
}

/// A folder for what a test builds, with the tree it uses.
pub struct Build {
    /// The tree.
    pub tree: PathBuf,
    /// The folder.
    pub dir: TempDir,
}

impl Build {
    /// Creates a new folder.
    pub fn new(tree: PathBuf) -> Self {
        Self { tree, dir: TempDir::new().expect("a folder") }
    }

    /// A program of the tree, with no environment but `PATH`, where the tree comes first.
    pub fn tool(&self, name: &str) -> Command {
        let mut tool = Command::new(self.tree.join("bin").join(name));
        tool.env_clear().env("PATH", self.path());
        tool
    }

    /// `PATH` with the tree first.
    pub fn path(&self) -> String {
        let rest = std::env::var("PATH").unwrap_or_default();
        format!("{}:{rest}", self.tree.join("bin").display())
    }

    /// The words that pkg-config prints for these arguments, with the tree's files.
    pub fn pkg_config(&self, args: &[&str]) -> Vec<String> {
        let mut pkg_config = Command::new("pkg-config");
        pkg_config.args(args).env("PKG_CONFIG_PATH", self.tree.join("lib/pkgconfig"));
        said(&mut pkg_config).split_whitespace().map(str::to_owned).collect()
    }

    /// Compiles one source file with a compiler wrapper; warnings are errors.
    pub fn compile(&self, wrapper: &str, source: &Path, words: &[&str]) -> PathBuf {
        let program = self.dir.path().join(source.file_stem().expect("a file"));
        let mut cc = self.tool(wrapper);
        cc.args(["-O1", "-g", "-Wall", "-Wextra", "-Werror"]).args(words);
        run(cc.arg(source).arg("-o").arg(&program).arg("-lm"));
        program
    }

    /// A job of the tree. The launcher ends it if it hangs.
    pub fn job(&self, launcher: &str, ranks: u32, program: &Path) -> Command {
        let mut job = self.tool(launcher);
        job.args(["-n", &ranks.to_string(), "--timeout", "120"]).arg(program);
        job
    }
}
