//! The error type of this crate: a kind for programs, a message for people.

use std::fmt;

/// What went wrong, for code that must decide. The message of [`BootError`] has the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BootErrorKind {
    /// The environment is contradictory or names something unknown.
    Environment,
    /// The environment shows a launcher whose protocol is not supported.
    ForeignLauncher,
    /// The launcher did not reply within `SKIFCH_BOOT_TIMEOUT`.
    Timeout,
    /// The connection to the launcher failed.
    Connection,
    /// The launcher's reply does not follow the protocol, or is a refusal.
    Protocol,
    /// No rank put this key before the fence.
    NoSuchKey,
    /// The caller's key or value is outside the limits.
    Argument,
    /// The requested information is not available here.
    Unknown,
}

/// A start-up error; its message names the call, the values and the remedy.
#[derive(Clone, Debug)]
pub struct BootError {
    kind: BootErrorKind,
    text: String,
}

impl BootError {
    pub(crate) fn new(kind: BootErrorKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    /// The kind, for code that must decide.
    pub fn kind(&self) -> BootErrorKind {
        self.kind
    }
}

impl fmt::Display for BootError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for BootError {}
