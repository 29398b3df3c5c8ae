//! What goes on beside the first steps: packages are installed, then the installed tree is built,
//! then what the last steps run.
//!
//! Most of the tree's time is the link-time optimisation of one library after another, which keeps
//! one processor busy; many tests wait more than they compute. Cargo locks the folder of a profile,
//! and none of these is that of the tests, so the steps do not wait for them.

use crate::shell::{self, Res, cmd};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::thread::JoinHandle;

/// Builds in progress. Their output is kept until they are over.
pub(crate) struct Ahead {
    /// Whether the tree was built, until somebody has asked.
    tree: Option<Receiver<Res>>,
    log: PathBuf,
    builder: JoinHandle<()>,
}

impl Ahead {
    /// Starts to do what is to be done `first`, to build the tree at `prefix`, and after it the
    /// `rest` with the processors that are idle. What fails of the rest fails again, and is shown,
    /// in its step.
    pub(crate) fn start(
        first: impl FnOnce() + Send + 'static,
        prefix: &Path,
        rest: Vec<Command>,
    ) -> Res<Self> {
        let log = prefix.with_extension("log");
        let failed = |cause: std::io::Error| format!("{}: {cause}", log.display());
        std::fs::create_dir_all(prefix).map_err(failed)?;
        let tree_log = File::create(&log).map_err(failed)?;
        let rest_log = File::create(prefix.with_extension("rest.log")).map_err(failed)?;
        let this = std::env::current_exe().map_err(|cause| format!("our own path: {cause}"))?;
        let mut install = cmd(&this.to_string_lossy(), ["install", "--prefix"]);
        install.arg(prefix);
        let (told, tree) = mpsc::channel();
        let builder = std::thread::spawn(move || {
            first();
            // Nobody listens after a step that could not wait.
            let _ = told.send(run(&mut install, &tree_log));
            for command in &rest {
                // Its step reports it.
                let _ = run(&mut gently(command), &rest_log);
            }
        });
        Ok(Self { tree: Some(tree), log, builder })
    }

    /// Waits for the tree and shows the output of its build; `None` if that has been done.
    pub(crate) fn tree(&mut self) -> Option<Res> {
        let built = self.tree.take()?.recv().unwrap_or_else(|cause| Err(cause.to_string()));
        Some(shell::read(&self.log).and_then(|text| {
            print!("{text}");
            built
        }))
    }

    /// Waits until all of it is over, so that nothing is left behind.
    pub(crate) fn finish(self) {
        // A panic of the thread has been shown.
        let _ = self.builder.join();
    }
}

/// Runs the command with its output in `log`.
fn run(command: &mut Command, log: &File) -> Res {
    let copy = || log.try_clone().map_err(|cause| cause.to_string());
    eprintln!("$ {} &", shell::line(command));
    shell::finish(command.stdout(copy()?).stderr(copy()?))
}

/// The same command, giving way to whatever else wants to run.
fn gently(command: &Command) -> Command {
    let mut gentle = Command::new("nice");
    gentle.args(["-n", "19"]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => gentle.env(name, value),
            None => gentle.env_remove(name),
        };
    }
    gentle
}
