//! Plugins are loaded by another process first: a broken one may end the process that loads it, or
//! never come back, and what is wrong with it should be said nevertheless.

use skifch::Registry;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// The exit code of a process that the plugin gave back, whatever can be said of it then.
const CAME_BACK: u8 = 66;
/// A plugin that has not come back by then never will.
const LIMIT_S: u32 = 5;

/// Whether a process that loads the file goes on.
pub(crate) fn in_another_process(path: &Path) -> Result<(), String> {
    let own = std::env::current_exe().map_err(|e| format!("it cannot be tried: {e}"))?;
    let mut command = Command::new(own);
    command.arg("--try-plugin").arg(path);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().map_err(|e| format!("it cannot be tried: {e}"))?;
    match (status.code(), status.signal()) {
        (Some(code), _) if code == i32::from(CAME_BACK) => Ok(()),
        (_, Some(libc::SIGALRM)) => {
            Err(format!("loading it takes more than {LIMIT_S} s, perhaps for ever"))
        }
        _ => Err(format!("loading it ends the process: {status}")),
    }
}

/// What that process does. Should it not come back, the system ends it.
pub(crate) fn load(path: &Path) -> ExitCode {
    // SAFETY: takes a number; nobody here has a handler for its signal.
    unsafe { libc::alarm(LIMIT_S) };
    // Whether it can be used is said by who loads it next.
    let _ = Registry::load_only(path);
    ExitCode::from(CAME_BACK)
}
