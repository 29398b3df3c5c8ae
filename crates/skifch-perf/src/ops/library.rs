//! A library that the program is linked with.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process;
use crate::subject::skifch::Tree;

/// How long a compiler may take.
pub(crate) const COMPILING: Duration = Duration::from_secs(60);
pub(crate) const FLAGS: [&str; 2] = ["-std=gnu11", "-O3"];

/// What a figure is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// What is measured.
    Ours,
    /// The same without any library: loads and stores.
    Floor,
    /// Others that do it.
    Peer,
}

/// A program that was linked with a library, and how it is started.
pub(crate) struct Library {
    pub(crate) title: &'static str,
    pub(crate) role: Role,
    /// Words before the program; `{ranks}` stands for their number.
    pub(crate) launcher: Vec<String>,
    pub(crate) program: PathBuf,
    /// What it is asked for.
    pub(crate) parts: &'static [&'static str],
    pub(crate) ranks: std::ops::RangeInclusive<u32>,
    /// What it measured counts although it does not come to a good end.
    pub(crate) fails_at_end: bool,
}

impl Library {
    /// One over the channel, started by `skifrun` of the tree.
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

    /// The job, without the program's own words.
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
/// When it cannot be compiled, with the compiler's words.
pub(crate) fn compile(compiler: &Path, source: &Path, program: &Path) -> io::Result<()> {
    let mut command = Command::new(compiler);
    command.args(FLAGS).arg(source).arg("-o").arg(program);
    process::run(&mut command, COMPILING).map(drop)
}
