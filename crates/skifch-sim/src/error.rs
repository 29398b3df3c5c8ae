//! Errors, with the line of the text that caused them.

use std::fmt;

/// Why something was refused: a readable text, with the line number if known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    line: Option<usize>,
    what: String,
}

impl Error {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { line: None, what: what.into() }
    }

    /// The same error for a line, counted from 1.
    pub(crate) fn at(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }

    /// The line, counted from 1, of the text that was refused.
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for Error {}
