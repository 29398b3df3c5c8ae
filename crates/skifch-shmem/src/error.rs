//! What went wrong, in words.

use std::fmt;

/// Why a call failed: a text that names PE, address and sizes, and what to do. Eight bytes, made on
/// cold paths.
#[derive(Clone, Debug)]
pub struct Error(Box<str>);

/// What calls of the engine answer.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with its text.
    #[cold]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into().into_boxed_str())
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The same with words in front: the call.
    #[cold]
    #[must_use]
    pub fn context(self, what: impl fmt::Display) -> Self {
        Self::new(format!("{what}: {}", self.0))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<skifch::Error> for Error {
    #[cold]
    fn from(error: skifch::Error) -> Self {
        Self::new(error.text())
    }
}

/// `Err` with a formatted text.
macro_rules! fail {
    ($($text:tt)*) => { Err($crate::error::Error::new(format!($($text)*))) };
}
pub(crate) use fail;
