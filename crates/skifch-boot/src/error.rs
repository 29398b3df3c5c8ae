//! The one error of this crate: a kind for programs, a sentence for people.

use std::fmt;

/// What went wrong, for code that must decide. The text of [`BootError`] says the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BootErrorKind {
    /// The environment is contradictory or names something unknown.
    Environment,
    /// A launcher was seen whose protocol is not spoken here.
    ForeignLauncher,
    /// The other side did not answer within `SKIFCH_BOOT_TIMEOUT`.
    Timeout,
    /// The connection to the launcher broke.
    Connection,
    /// The launcher answered something outside the grammar, or refused.
    Protocol,
    /// A key that nobody has put before the fence.
    NoSuchKey,
    /// The caller's key or value is outside the limits.
    Argument,
    /// What was asked for cannot be known here.
    Unknown,
}

/// An error of start-up; its text names the call, the values and the mend.
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
