//! Generalized requests: operations that the program performs and completes itself.

use crate::abi::Abi;
use crate::args::null;
use crate::codes::outcome;
use crate::handles::Request;
use crate::raise::Answer;
use crate::status::Status;
use libc::{c_int, c_void};
use skifch_mpi::p2p;

type Query<S> = unsafe extern "C" fn(*mut c_void, *mut S) -> c_int;
type Free = unsafe extern "C" fn(*mut c_void) -> c_int;
type Cancel = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;

fn address(name: &str, function: *const c_void) -> Answer<usize> {
    match function.expose_provenance() {
        0 => Err(null(name)),
        address => Ok(address),
    }
}

/// `MPI_Grequest_start`.
pub unsafe fn grequest_start<A: Abi>(
    query_fn: *const c_void,
    free_fn: *const c_void,
    cancel_fn: *const c_void,
    extra: *mut c_void,
) -> Answer<Request> {
    // SAFETY: the program guarantees that such functions are at these addresses.
    let (query, free, cancel) = unsafe {
        (
            std::mem::transmute::<usize, Query<A::Status>>(address("query_fn", query_fn)?),
            std::mem::transmute::<usize, Free>(address("free_fn", free_fn)?),
            std::mem::transmute::<usize, Cancel>(address("cancel_fn", cancel_fn)?),
        )
    };
    let extra = extra.expose_provenance();
    let state = move || std::ptr::with_exposed_provenance_mut(extra);
    let query = move || {
        let mut status = A::Status::from(Status::from(p2p::Status::EMPTY));
        // SAFETY: the standard's contract of the function; the status is ours.
        let rc = unsafe { query(state(), &raw mut status) };
        let status = status.into().for_engine();
        outcome::<A>(rc, "query").map_err(|error| error.of_status(status))?;
        Ok(status)
    };
    let free = move || {
        // SAFETY: the standard's contract of the function.
        outcome::<A>(unsafe { free(state()) }, "free")
    };
    let cancel = move |is_complete| {
        // SAFETY: the standard's contract of the function.
        outcome::<A>(unsafe { cancel(state(), c_int::from(is_complete)) }, "cancel")
    };
    Ok(p2p::grequest_start(query, free, cancel)?)
}

/// `MPI_Grequest_complete`.
pub unsafe fn grequest_complete(request: Request) -> Answer {
    Ok(p2p::grequest_complete(request)?)
}
