//! Plugins are tried in another process first: a broken one may end the process that loads or
//! queries it, or never return, and its fault should be reported nevertheless.

use skifch::{Found, Registry};
use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// The exit code of a trial process that returned from the plugin, whatever the plugin reported.
const CAME_BACK: u8 = 66;
/// Seconds after which a plugin that has not returned is considered hung.
const LIMIT_S: u32 = 5;

/// The steps tried with a plugin, each including the previous ones.
const STEPS: [Step; 3] = [
    Step { name: "load", what: "loading it", go: |found| drop(found.settings()) },
    Step { name: "probe", what: "probing it", go: |found| drop(found.probe()) },
    Step { name: "open", what: "opening a channel on it", go: |found| drop(found.attr()) },
];

struct Step {
    /// The name passed to the trial process.
    name: &'static str,
    /// The description shown to the user.
    what: &'static str,
    go: fn(&Found),
}

/// Whether a process survives using the file as this program does. One trial process per step, so
/// that it is known which step fails.
pub(crate) fn in_another_process(path: &Path) -> Result<(), String> {
    STEPS.iter().try_for_each(|step| step.in_another_process(path))
}

/// Runs in the trial process. If it does not return, an alarm ends it.
pub(crate) fn go_to(step: &OsStr, path: &Path) -> ExitCode {
    // SAFETY: takes a number; nobody here has a handler for its signal.
    unsafe { libc::alarm(LIMIT_S) };
    // Whether it can be used is reported by whoever loads it next.
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
                Err(format!("{what} takes more than {LIMIT_S} s, possibly forever"))
            }
            _ => Err(format!("{what} terminates the process: {status}")),
        }
    }
}
