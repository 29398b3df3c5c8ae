//! Error handlers, codes, classes and strings.

use crate::abi::Abi;
use crate::constants::{MPI_ERR_LASTCODE, MPI_MAX_ERROR_STRING};
use crate::handles::{Comm, Errhandler};
use crate::raise::{Answer, Failure, flush_if_fatal};
use crate::{codes, text};
use libc::{c_char, c_int, c_void};
use skifch_mpi::errhandler;
use skifch_mpi::error::{self, Class, Error};
use std::sync::Arc;

use super::attributes::note_code;

/// An error handler of a program; its first argument is the address of a communicator.
type Handler<C> = unsafe extern "C" fn(*mut C, *mut c_int, ...);

/// `MPI_Comm_create_errhandler`.
pub unsafe fn comm_create_errhandler<A: Abi>(function: *const c_void) -> Answer<Errhandler> {
    let address = function.expose_provenance();
    if address == 0 {
        return Err(crate::args::null("comm_errhandler_fn"));
    }
    // SAFETY: the program guarantees that such a function is at this address.
    let handler = unsafe { std::mem::transmute::<usize, Handler<A::Comm>>(address) };
    let call = move |comm: Comm, error: &Error| {
        // Where errors are in statuses, a handler hears of the first of these.
        let error = error.causes().first().map_or(error, |(_, cause)| cause);
        let (mut handle, mut code) = (A::Comm::from(comm), A::error_out(codes::of_error(error)));
        // SAFETY: the standard's contract of a handler.
        unsafe { handler(&raw mut handle, &raw mut code) };
    };
    Ok(errhandler::create(Arc::new(call))?)
}

/// `MPI_Comm_set_errhandler`.
pub unsafe fn comm_set_errhandler(comm: Comm, errhandler: Errhandler) -> Answer {
    Ok(errhandler::set(comm, errhandler)?)
}

/// `MPI_Comm_get_errhandler`.
pub unsafe fn comm_get_errhandler(comm: Comm) -> Answer<Errhandler> {
    Ok(errhandler::get(comm)?)
}

/// `MPI_Comm_call_errhandler`.
pub unsafe fn comm_call_errhandler<A: Abi>(comm: Comm, errorcode: i32) -> Answer {
    let what = "MPI_Comm_call_errhandler: the program calls its handler with error code";
    let error = codes::of_program::<A>(errorcode, what);
    flush_if_fatal(comm);
    Ok(errhandler::call(comm, error)?)
}

/// `MPI_Errhandler_free`.
pub unsafe fn errhandler_free(errhandler: &mut Errhandler) -> Answer {
    errhandler::free(*errhandler)?;
    *errhandler = Errhandler::NULL;
    Ok(())
}

/// Puts a code in front of an error about it, as the program knows it.
fn about<A: Abi>(code: i32) -> impl Fn(Error) -> Failure {
    move |error| error.context(format!("error code {}", A::error_out(code))).into()
}

/// `MPI_Error_class`.
pub unsafe fn error_class<A: Abi>(errorcode: i32) -> Answer<i32> {
    match error::class_number(codes::to_engine(errorcode)) {
        Some(class) => Ok(codes::from_engine(class)),
        None => Err(about::<A>(errorcode)(Error::new(Class::Arg, "there is no such error code"))),
    }
}

/// `MPI_Error_string`.
pub unsafe fn error_string<A: Abi>(errorcode: i32, string: *mut c_char) -> Answer<i32> {
    let words = error::string_of(codes::to_engine(errorcode)).map_err(about::<A>(errorcode))?;
    // SAFETY: the standard requires a buffer of this size.
    unsafe { text::put("string", string, MPI_MAX_ERROR_STRING as usize, &words) }
}

/// `MPI_Add_error_class`.
pub unsafe fn add_error_class() -> Answer<i32> {
    let class = codes::from_engine(error::add_class());
    note_code(class);
    Ok(class)
}

/// `MPI_Add_error_code`.
pub unsafe fn add_error_code<A: Abi>(errorclass: i32) -> Answer<i32> {
    let added = error::add_code(codes::to_engine(errorclass)).map_err(about::<A>(errorclass))?;
    let code = codes::from_engine(added);
    note_code(code);
    Ok(code)
}

/// `MPI_Add_error_string`.
pub unsafe fn add_error_string<A: Abi>(errorcode: i32, string: *const c_char) -> Answer {
    // SAFETY: the standard's contract.
    let words = unsafe { text::get("string", string) }?;
    on_added::<A>(errorcode, |code| error::add_string(code, words))
}

/// Calls a function on a code that may have been added by the program.
fn on_added<A: Abi>(code: i32, call: impl FnOnce(i32) -> Result<(), Error>) -> Answer {
    let done = match code <= MPI_ERR_LASTCODE {
        true => Err(Error::new(Class::Arg, "it was not added by the program")),
        false => call(codes::to_engine(code)),
    };
    done.map_err(about::<A>(code))
}

/// `MPI_Remove_error_class`.
pub unsafe fn remove_error_class<A: Abi>(errorclass: i32) -> Answer {
    on_added::<A>(errorclass, error::remove_class)
}

/// `MPI_Remove_error_code`.
pub unsafe fn remove_error_code<A: Abi>(errorcode: i32) -> Answer {
    on_added::<A>(errorcode, error::remove_code)
}

/// `MPI_Remove_error_string`.
pub unsafe fn remove_error_string<A: Abi>(errorcode: i32) -> Answer {
    on_added::<A>(errorcode, error::remove_string)
}
