//! Builds the installed tree beside the steps that only compile.
//!
//! Most of its time is the link-time optimisation of one library after another, which keeps one
//! processor busy. Cargo locks the folder of a profile, so the debug builds need not wait for it.

use crate::shell::{self, Res, cmd};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Child;

/// A build in progress. Its output is kept until it is over.
pub(crate) struct Ahead {
    child: Child,
    log: PathBuf,
}

impl Ahead {
    /// Starts to build the tree at `prefix`.
    pub(crate) fn start(prefix: &Path) -> Res<Self> {
        let log = prefix.with_extension("log");
        let failed = |cause: std::io::Error| format!("{}: {cause}", log.display());
        std::fs::create_dir_all(prefix).map_err(failed)?;
        let (out, err) =
            File::create(&log).and_then(|out| Ok((out.try_clone()?, out))).map_err(failed)?;
        let this = std::env::current_exe().map_err(|cause| format!("our own path: {cause}"))?;
        let mut command = cmd(&this.to_string_lossy(), ["install", "--prefix"]);
        command.arg(prefix).stdout(out).stderr(err);
        eprintln!("$ {} &", shell::line(&command));
        let child = command.spawn().map_err(|cause| shell::failed(&command, &cause.to_string()))?;
        Ok(Self { child, log })
    }

    /// Waits until it is over and shows its output.
    pub(crate) fn finish(mut self) -> Res {
        let status = self.child.wait().map_err(|cause| cause.to_string())?;
        print!("{}", shell::read(&self.log)?);
        if status.success() { Ok(()) } else { Err(format!("building the tree: {status}")) }
    }
}
