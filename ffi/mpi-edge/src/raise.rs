//! Passes a failure to the error handler of the object, and determines the code that the call
//! returns.

use crate::args::null_of_tool;
use crate::codes;
use crate::handles::{Comm, Errhandler, File, Session, Win};
use libc::c_int;
use skifch_mpi::engine::{is_finalized, is_initialized};
use skifch_mpi::errhandler;
use skifch_mpi::error::{self, Class, Error};

/// The object on which an error is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// A communicator.
    Comm(Comm),
    /// A window.
    Win(Win),
    /// A file.
    File(File),
    /// A session.
    Session(Session),
    /// A session to be, which would have this error handler.
    Errhandler(Errhandler),
    /// No object.
    Nothing,
}

/// An error, and the communicator it belongs to if the arguments do not tell.
#[derive(Debug)]
pub struct Failure {
    error: Error,
    comm: Option<Comm>,
    /// True if the error is returned although no handler exists any more.
    is_returned: bool,
}

/// The result of calls of the edge.
pub type Answer<T = ()> = Result<T, Failure>;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, comm: None, is_returned: false }
    }
}

impl Failure {
    /// A failure of this class.
    #[cold]
    pub(crate) fn new(class: Class, words: impl Into<String>) -> Self {
        Error::new(class, words).into()
    }

    /// The same failure; on `comm` unless its communicator is already known.
    #[cold]
    pub(crate) fn or_on(self, comm: Option<Comm>) -> Self {
        Self { comm: self.comm.or(comm), ..self }
    }

    /// A failure of an operation on `comm`, unless the error tells its communicator itself.
    #[cold]
    pub(crate) fn on(error: Error, comm: Option<Comm>) -> Self {
        Self { comm: error.comm().or(comm), error, is_returned: false }
    }

    /// A failure of the finalization.
    #[cold]
    pub(crate) fn of_end(error: Error, is_returned: bool) -> Self {
        Self { error, comm: None, is_returned }
    }
}

/// Raises a failure of `call` and returns its code. Does not return if errors are fatal.
#[cold]
#[inline(never)]
pub fn failed(call: &str, on: On, failure: Failure) -> c_int {
    let Failure { error, comm, is_returned } = failure;
    let error = named(call, error);
    // A session needs no initialization.
    match on {
        On::Errhandler(Errhandler::RETURN) => return codes::of_error(&error),
        On::Errhandler(_) => outside(&error),
        _ => {}
    }
    match is_initialized() && !is_finalized() {
        true => {}
        false if is_returned || errhandler::is_returned_outside() => {
            return codes::of_error(&error);
        }
        false => outside(&error),
    }
    let comm = match (comm, on) {
        // Files have their initial handler, MPI_ERRORS_RETURN: nothing can set another.
        (_, On::File(_)) => return codes::of_error(&error),
        (Some(comm), _) | (None, On::Comm(comm)) => comm,
        (None, _) => Comm::NULL,
    };
    codes::of_error(&heard(comm, error))
}

/// Names the call in its error, and notes it for `MPI_Error_string`.
fn named(call: &str, error: Error) -> Error {
    let is_named = error.text().starts_with("MPI_");
    let error = if is_named { error } else { error.context(call) };
    error::note(&error);
    error
}

/// Passes the error to the error handler. Does not return if errors are fatal.
fn heard(comm: Comm, error: Error) -> Error {
    flush_if_fatal(comm);
    errhandler::raise(comm, error)
}

/// Flushes the program's standard output if an error on `comm` ends the process.
pub(crate) fn flush_if_fatal(comm: Comm) {
    if errhandler::is_fatal(comm) {
        flush();
    }
}

/// A failure of `call`, of which the error handler is told now; it will then only be returned.
#[cold]
pub(crate) fn told_now(call: &str, error: Error) -> Failure {
    Failure::of_end(heard(Comm::NULL, named(call, error)), true)
}

/// Raises the error for a function that this version does not implement.
#[cold]
#[inline(never)]
pub fn later(call: &str, on: On, words: &str) -> c_int {
    failed(call, on, Failure::new(Class::UnsupportedOperation, words))
}

/// Raises the error for an argument that must not be NULL.
#[cold]
#[inline(never)]
pub fn no_place(call: &str, on: On, name: &str) -> c_int {
    failed(call, on, Failure::new(Class::Arg, format!("{name} is NULL")))
}

/// The code of a failure of the tool interface, which calls no error handler.
#[cold]
#[inline(never)]
pub fn told(failure: Failure) -> c_int {
    error::note(&failure.error);
    codes::of_error(&failure.error)
}

/// The code for an argument of the tool interface that must not be NULL.
#[cold]
#[inline(never)]
pub fn not_given(name: &str) -> c_int {
    told(null_of_tool(name))
}

/// Flushes the program's standard output before the process ends.
pub(crate) fn flush() {
    // SAFETY: NULL flushes every stream.
    unsafe { libc::fflush(std::ptr::null_mut()) };
}

/// An error outside of MPI, with no job and no handler: prints it and ends the process.
fn outside(error: &Error) -> ! {
    flush();
    eprintln!("{error}");
    // SAFETY: takes any number and does not return.
    unsafe { libc::_exit(1) }
}
