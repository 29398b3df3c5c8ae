//! Why a job could not be started, with the corresponding exit code.

use std::fmt;

/// The launcher itself failed.
pub(crate) const LAUNCHER_FAILED: i32 = 213;
/// The program was found but is not executable.
pub(crate) const NOT_EXECUTABLE: i32 = 126;
/// The program was not found.
pub(crate) const NOT_FOUND: i32 = 127;

#[derive(Debug)]
pub(crate) struct LaunchError {
    pub(crate) code: i32,
    text: String,
}

impl LaunchError {
    pub(crate) fn new(code: i32, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// A failure of the launcher: invalid arguments, no descriptors left, …
    pub(crate) fn own(text: impl Into<String>) -> Self {
        Self::new(LAUNCHER_FAILED, text)
    }

    /// A failed system call; `call` says what it was for.
    pub(crate) fn system(call: &str, error: &std::io::Error) -> Self {
        let mend = match error.raw_os_error() {
            Some(libc::EMFILE | libc::ENFILE) => "; raise the limit of open files (ulimit -n)",
            Some(libc::EAGAIN) => "; the limit of processes (ulimit -u) may be reached",
            _ => "",
        };
        Self::own(format!("{call}: {error}{mend}"))
    }
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
