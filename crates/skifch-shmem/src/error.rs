//! Errors of the engine.

use std::fmt;

/// Why a call failed: a text that names PE, address and sizes, and the remedy. Eight bytes; built
/// on cold paths only.
#[derive(Clone, Debug)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    text: String,
    is_end: bool,
}

/// Result of the engine's calls.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with this text.
    #[cold]
    pub fn new(text: impl Into<String>) -> Self {
        Self(Box::new(Inner { text: text.into(), is_end: false }))
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Whether a PE that was needed has ended: the launcher is then about to end this PE too, and
    /// reports the reason.
    pub fn is_end(&self) -> bool {
        self.0.is_end
    }

    /// Marks the error as [`is_end`](Self::is_end), because other PEs report more.
    #[must_use]
    pub(crate) fn of_end(mut self) -> Self {
        self.0.is_end = true;
        self
    }

    /// Puts the name of the call in front of the text.
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

impl From<skifch::Error> for Error {
    #[cold]
    fn from(error: skifch::Error) -> Self {
        let is_end = [libc::EPIPE, libc::ECONNRESET].contains(&error.errno());
        Self(Box::new(Inner { text: error.text().to_owned(), is_end }))
    }
}

/// `Err` with a formatted text.
macro_rules! fail {
    ($($text:tt)*) => { Err($crate::error::Error::new(format!($($text)*))) };
}
pub(crate) use fail;
