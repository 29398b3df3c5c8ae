//! Plugins are tried by another process first: a broken one may end the process that loads or asks
//! it, or never come back, and what is wrong with it should be said nevertheless.

use skifch::{Found, Registry};
use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// The exit code of a process that the plugin gave back, whatever can be said of it then.
const CAME_BACK: u8 = 66;
/// A plugin that has not come back by then never will.
const LIMIT_S: u32 = 5;

/// What is done with a plugin here, each after those before it.
const STEPS: [Step; 3] = [
    Step { name: "load", what: "loading it", go: |found| drop(found.settings()) },
    Step { name: "probe", what: "probing it", go: |found| drop(found.probe()) },
    Step { name: "open", what: "opening a channel of it", go: |found| drop(found.attr()) },
];

struct Step {
    /// What the other process is told.
    name: &'static str,
    /// What people are told.
    what: &'static str,
    go: fn(&Found),
}

/// Whether a process that does with the file all that is done here goes on. One for each step: so
/// it is known which of them none survives.
pub(crate) fn in_another_process(path: &Path) -> Result<(), String> {
    STEPS.iter().try_for_each(|step| step.in_another_process(path))
}

/// What that process does. Should it not come back, the system ends it.
pub(crate) fn go_to(step: &OsStr, path: &Path) -> ExitCode {
    // SAFETY: takes a number; nobody here has a handler for its signal.
    unsafe { libc::alarm(LIMIT_S) };
    // Whether it can be used is said by who loads it next.
    if let Ok(found) = Registry::load_only(path) {
        let last = STEPS.iter().position(|known| step == known.name).unwrap_or(STEPS.len() - 1);
        STEPS[..=last].iter().for_each(|step| (step.go)(&found));
    }
    ExitCode::from(CAME_BACK)
}

impl Step {
    fn in_another_process(&self, path: &Path) -> Result<(), String> {
        let untried = |e| format!("it cannot be tried: {e}");
        let mut command = Command::new(std::env::current_exe().map_err(untried)?);
        command.args([OsStr::new("--try-plugin"), self.name.as_ref(), path.as_ref()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let (status, what) = (command.status().map_err(untried)?, self.what);
        match (status.code(), status.signal()) {
            (Some(code), _) if code == i32::from(CAME_BACK) => Ok(()),
            (_, Some(libc::SIGALRM)) => {
                Err(format!("{what} takes more than {LIMIT_S} s, perhaps for ever"))
            }
            _ => Err(format!("{what} ends the process: {status}")),
        }
    }
}
