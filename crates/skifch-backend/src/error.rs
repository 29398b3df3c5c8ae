//! The error type of failed operations.

use std::fmt;

/// Why an operation failed: an errno for programs, and a text for people that names the call, the
/// peer, the sizes and the remedy. Created on cold paths only; 8 bytes, so that a `Result` of a
/// data call stays in registers.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    errno: i32,
    text: String,
}

impl Error {
    /// An error with its errno (positive) and its text.
    #[cold]
    pub fn new(errno: i32, text: impl Into<String>) -> Self {
        Self(Box::new(Inner { errno, text: text.into() }))
    }

    /// The errno of the system call that has just failed, with `what` as the description of the
    /// attempt.
    #[cold]
    pub fn os(what: impl fmt::Display) -> Self {
        let cause = std::io::Error::last_os_error();
        let errno = cause.raw_os_error().unwrap_or(libc::EIO);
        Self::new(errno, format!("{what}: {cause}{}", mend(errno)))
    }

    /// `ENOTSUP` for something that a backend does not have.
    #[cold]
    pub fn unsupported(what: impl fmt::Display) -> Self {
        Self::new(libc::ENOTSUP, format!("{what} is not supported by this backend"))
    }

    /// An error whose text was already reported, with [`HostRef::fail`], by the layer that returned
    /// it.
    ///
    /// [`HostRef::fail`]: crate::HostRef::fail
    #[cold]
    pub(crate) fn passed_on(rc: i32) -> Self {
        Self::new(-rc, "")
    }

    /// The errno, positive.
    pub fn errno(&self) -> i32 {
        self.0.errno
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The same error, with the operation in progress prefixed to its text.
    #[cold]
    #[must_use]
    pub fn context(mut self, what: impl fmt::Display) -> Self {
        self.0.text = format!("{what}: {}", self.0.text);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl std::error::Error for Error {}

/// The remedy, where one is known.
fn mend(errno: i32) -> String {
    match errno {
        libc::EMFILE => "; raise `ulimit -n`".to_owned(),
        libc::ENOMEM => match address_space_kb() {
            Some(most) => format!("; `ulimit -v` allows {most} KB; raise it"),
            None => String::new(),
        },
        _ => String::new(),
    }
}

/// The process's address-space limit in KB, if there is one.
fn address_space_kb() -> Option<u64> {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: the structure is ours.
    unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) };
    (limit.rlim_cur != libc::RLIM_INFINITY).then_some(limit.rlim_cur >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_is_reached_is_named() {
        let text = |errno| {
            // SAFETY: the errno of this thread, an integer.
            unsafe { *libc::__errno_location() = errno };
            let error = Error::os("making a thing");
            assert_eq!(error.errno(), errno);
            error.text().to_owned()
        };
        assert!(text(libc::EMFILE).ends_with("raise `ulimit -n`"));
        assert_eq!(text(libc::ENOMEM).contains("ulimit -v"), address_space_kb().is_some());
        assert!(!text(libc::EPERM).contains("ulimit"));
    }
}
