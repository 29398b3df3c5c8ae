//! What went wrong, in words.

use std::fmt;

/// Why a call failed: a text that names PE, address and sizes, and what to do. Eight bytes, made on
/// cold paths.
#[derive(Clone, Debug)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    text: String,
    is_end: bool,
}

/// What calls of the engine answer.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with its text.
    #[cold]
    pub fn new(text: impl Into<String>) -> Self {
        Self(Box::new(Inner { text: text.into(), is_end: false }))
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Whether a PE has ended that was needed: then the launcher is about to end this one too, and
    /// says why.
    pub fn is_end(&self) -> bool {
        self.0.is_end
    }

    /// The same where others have more to say.
    #[must_use]
    pub(crate) fn of_end(mut self) -> Self {
        self.0.is_end = true;
        self
    }

    /// The same with words in front: the call.
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
