//! Errors: a class for programs and a text for people; codes added by programs.

mod class;
mod codes;
mod last;

pub use class::Class;
pub use codes::{
    FIRST_USER_CODE, add_class, add_code, add_string, class_number, class_of, remove_class,
    remove_code, remove_string, string_of,
};
pub use last::note;

use crate::Comm;
use crate::p2p::Status;
use std::fmt;

/// The reason a call failed: a class, and a text with the values concerned. Eight bytes, created on
/// cold paths.
#[derive(Clone, Debug)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    class: Class,
    /// The code, where the program gave one.
    code: Option<i32>,
    /// The number of the operation that failed, in a call for one of several.
    number: Option<usize>,
    /// The communicator of the operation that failed.
    comm: Option<Comm>,
    /// The status of the operation that failed, in a call that completed it.
    status: Option<Status>,
    /// The operations that failed, by their numbers, in a call that completes several.
    causes: Vec<(usize, Error)>,
    /// No rank of the job can go on.
    is_standstill: bool,
    text: String,
}

/// The result of calls of the engine.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of this class with its text.
    #[cold]
    pub fn new(class: Class, text: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            class,
            code: None,
            number: None,
            comm: None,
            status: None,
            causes: Vec::new(),
            is_standstill: false,
            text: text.into(),
        }))
    }

    /// The error for a code of the program, whatever number it is there: nothing here reads it.
    #[cold]
    pub fn from_code(class: Class, code: i32, text: impl Into<String>) -> Self {
        let mut error = Self::new(class, text);
        error.0.code = Some(code);
        error
    }

    /// Its class.
    pub fn class(&self) -> Class {
        self.0.class
    }

    /// The code that the program gave, if that was the cause.
    pub fn code(&self) -> Option<i32> {
        self.0.code
    }

    /// The index of the operation that failed, in calls on several operations.
    pub fn number(&self) -> Option<usize> {
        self.0.number
    }

    /// The same error for operation `number`.
    #[cold]
    #[must_use]
    pub(crate) fn of_number(mut self, number: usize) -> Self {
        self.0.number = Some(number);
        self
    }

    /// The communicator of the operation that failed, if it had one of its own.
    pub fn comm(&self) -> Option<Comm> {
        self.0.comm
    }

    /// The same error for an operation on `comm`.
    #[cold]
    #[must_use]
    pub(crate) fn of_comm(mut self, comm: Comm) -> Self {
        self.0.comm = Some(comm);
        self
    }

    /// The status of the operation that failed, in a call that completed this one: what it has
    /// received although it failed.
    pub fn status(&self) -> Option<Status> {
        self.0.status
    }

    /// The same error for a completed operation with this status.
    #[cold]
    #[must_use]
    pub fn of_status(mut self, status: Status) -> Self {
        self.0.status = Some(status);
        self
    }

    /// The numbers and errors of the operations that failed, in order, where the class is
    /// `InStatus`. The call has the communicator of the first, and calls its handler for that one.
    pub fn causes(&self) -> &[(usize, Self)] {
        &self.0.causes
    }

    /// The error of a call that completes several operations: operation `number` has failed too.
    #[cold]
    pub(crate) fn in_status(before: Option<Self>, number: usize, cause: Self) -> Self {
        let mut error = before.unwrap_or_else(|| {
            let error = Self::new(Class::InStatus, format!("request number {number}: {cause}"));
            cause.comm().into_iter().fold(error, Self::of_comm)
        });
        error.0.causes.push((number, cause));
        error
    }

    /// Whether the network has found that no rank of the job can go on.
    pub(crate) fn is_standstill(&self) -> bool {
        self.0.is_standstill
    }

    /// The same error, where that is its reason.
    #[cold]
    #[must_use]
    pub(crate) fn of_standstill(mut self) -> Self {
        self.0.is_standstill = true;
        self
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The same error with a text in front: the call, its peer, its sizes.
    #[cold]
    #[must_use]
    pub fn context(mut self, what: impl fmt::Display) -> Self {
        self.0.text = format!("{what}: {}", self.0.text);
        self
    }

    /// The same error without the name of a call in front, where it was made for another call.
    #[cold]
    #[must_use]
    pub fn unnamed(mut self) -> Self {
        if self.0.text.starts_with("MPI_")
            && let Some((_, rest)) = self.0.text.split_once(": ")
        {
            self.0.text = rest.to_owned();
        }
        self
    }

    /// The same error under the name of another call, if its text begins with the name of one:
    /// several functions of the standard are one function here. `call` is the Rust name, such as
    /// `allgatherv`.
    #[cold]
    #[must_use]
    pub fn of_call(mut self, call: &str) -> Self {
        if self.0.text.starts_with("MPI_") {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            self.0.text = mpi_name(call) + self.0.text.trim_start_matches(is_name);
        }
        self
    }
}

/// The standard's name of the call that has this Rust name.
#[cold]
pub(crate) fn mpi_name(call: &str) -> String {
    let (first, rest) = call.split_at(1);
    format!("MPI_{}{}", first.to_ascii_uppercase(), rest.replace("neighbour", "neighbor"))
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MPI_{}: {}", self.0.class.name(), self.0.text)
    }
}

impl std::error::Error for Error {}

impl From<skifch::Error> for Error {
    #[cold]
    fn from(error: skifch::Error) -> Self {
        Self::new(Class::Other, error.text())
    }
}

/// `Err` of this class with a formatted text.
macro_rules! fail {
    ($class:ident, $($text:tt)*) => {
        Err($crate::error::Error::new($crate::error::Class::$class, format!($($text)*)))
    };
}
pub(crate) use fail;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_its_class_and_its_context() {
        let error: Result<()> = fail!(Rank, "rank {} is not below {}", 7, 4);
        let error = error.unwrap_err().context("MPI_Send of 3 bytes");
        assert_eq!(error.class(), Class::Rank);
        assert_eq!(error.to_string(), "MPI_ERR_RANK: MPI_Send of 3 bytes: rank 7 is not below 4");
        assert_eq!(size_of::<Error>(), 8);
    }

    #[test]
    fn an_error_of_several_operations_belongs_to_the_first_that_failed() {
        let first = Error::new(Class::Truncate, "4 bytes").of_comm(Comm(7));
        let failed = Error::in_status(None, 3, first);
        let failed =
            Error::in_status(Some(failed), 5, Error::from_code(Class::Other, 1001, "query"));
        assert_eq!((failed.class(), failed.comm()), (Class::InStatus, Some(Comm(7))));
        assert_eq!(failed.text(), "request number 3: MPI_ERR_TRUNCATE: 4 bytes");
        let causes = failed.causes().iter().map(|(at, cause)| (*at, cause.code()));
        assert!(causes.eq([(3, None), (5, Some(1001))]));
    }
}
