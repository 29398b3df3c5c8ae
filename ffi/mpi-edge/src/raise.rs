//! From a failure to the error handler of the object, and to the code that the call returns.

use crate::constants::{MPI_ERR_ARG, MPI_ERR_UNSUPPORTED_OPERATION, MPI_ERRORS_RETURN};
use crate::failure::{Failure, class_name};
use crate::handlers::{self, On};
use libc::c_int;

/// Raises a failure of `call`. Does not come back where errors are fatal.
#[cold]
#[inline(never)]
pub fn failed(call: &str, on: On, failure: Failure) -> c_int {
    let (handler, function) = handlers::find(on);
    if handler.0 == MPI_ERRORS_RETURN {
        return failure.code;
    }
    match function {
        Some(function) => ask(function, on, failure.code),
        None => fatal(call, &failure),
    }
}

/// A function that is not in this version.
#[cold]
#[inline(never)]
pub fn later(call: &str, on: On, words: &str) -> c_int {
    failed(call, on, Failure::new(MPI_ERR_UNSUPPORTED_OPERATION, words))
}

/// An argument that must not be NULL.
#[cold]
#[inline(never)]
pub fn no_place(call: &str, on: On, name: &str) -> c_int {
    failed(call, on, Failure::new(MPI_ERR_ARG, format!("{name} is NULL")))
}

/// Calls the program's handler, which may change the code but not the object.
fn ask(function: usize, on: On, code: c_int) -> c_int {
    let mut handle = match on {
        On::Comm(comm) => comm.0,
        On::Win(win) => win.0,
        On::File(file) => file.0,
        On::Session(session) => session.0,
        On::Nothing => crate::constants::MPI_COMM_SELF,
    } as u64;
    let mut shown = code;
    type Handler = unsafe extern "C" fn(*mut u64, *mut c_int, ...);
    // SAFETY: the address is that of a handler, as the program said when it made it.
    let handler = unsafe { std::mem::transmute::<usize, Handler>(function) };
    // SAFETY: both places may be written; what lies behind them is the caller's.
    unsafe { handler(&raw mut handle, &raw mut shown) };
    code
}

/// Ends the job.
fn fatal(call: &str, failure: &Failure) -> ! {
    let name = class_name(failure.code).unwrap_or("an error class of the program's");
    crate::job::abort(failure.code, &format!("{call}: {name}: {}", failure.words))
}
