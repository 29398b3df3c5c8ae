//! A library that the program is linked with.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process;
use crate::subject::skifch::Tree;

/// Time limit of a compilation.
pub(crate) const COMPILING: Duration = Duration::from_secs(60);
pub(crate) const FLAGS: [&str; 2] = ["-std=gnu11", "-O3"];

/// The role of a library in comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The library under test.
    Ours,
    /// The same operations without a library: loads and stores.
    Floor,
    /// Another library for comparison.
    Peer,
}

/// A program linked with a library, and how to start it.
pub(crate) struct Library {
    pub(crate) title: &'static str,
    pub(crate) role: Role,
    /// Words before the program; `{ranks}` is replaced by the number of ranks.
    pub(crate) launcher: Vec<String>,
    pub(crate) program: PathBuf,
    /// The parts it can run; empty: all.
    pub(crate) parts: &'static [&'static str],
    pub(crate) ranks: std::ops::RangeInclusive<u32>,
    /// Its figures are valid even if it exits with an error.
    pub(crate) fails_at_end: bool,
}

impl Library {
    /// A program over the channel, started by `skifrun` of the tree.
    pub(crate) fn of_tree(tree: &Tree, title: &'static str, role: Role, program: PathBuf) -> Self {
        let launcher = tree.launcher.to_string_lossy().into_owned();
        Self {
            title,
            role,
            launcher: vec![launcher, "-n".into(), "{ranks}".into()],
            program,
            parts: &[],
            ranks: 1..=u32::MAX,
            fails_at_end: false,
        }
    }

    pub(crate) fn can(&self, part: &str, ranks: u32) -> bool {
        (self.parts.is_empty() || self.parts.contains(&part)) && self.ranks.contains(&ranks)
    }

    /// The command of the job, without the program's own arguments.
    pub(crate) fn command(&self, ranks: u32) -> Command {
        let words = self.launcher.iter().map(|word| word.replace("{ranks}", &ranks.to_string()));
        let mut command = Command::new("env");
        command.args(words).arg(&self.program);
        command
    }
}

/// Compiles one source with a library's own compiler or wrapper.
///
/// # Errors
/// When compilation fails, with the compiler's messages.
pub(crate) fn compile(compiler: &Path, source: &Path, program: &Path) -> io::Result<()> {
    let mut command = Command::new(compiler);
    command.args(FLAGS).arg(source).arg("-o").arg(program);
    process::run(&mut command, COMPILING).map(drop)
}
