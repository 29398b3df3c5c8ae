//! Completion of requests.

use crate::args::{length, null};
use crate::constants::MPI_UNDEFINED;
use crate::handles::{Array, Request};
use crate::raise::{Answer, Failure};
use crate::status::{Layout, StatusAt};
use libc::c_int;
use skifch_mpi::error::Error;
use skifch_mpi::p2p::{self, Any, Several};

pub use super::looks::*;

/// Up to this many requests are converted on the stack.
const FEW: usize = 64;

/// Calls `f` with the requests of an array, and stores the changed handles.
///
/// # Safety
/// The array has `count` elements.
unsafe fn with<R, T>(
    count: c_int,
    array: Array<R>,
    f: impl FnOnce(&mut [Request]) -> Result<T, Error>,
) -> Answer<T>
where
    R: Copy + From<Request>,
    Request: From<R>,
{
    let len = length("count", count)?;
    if array.is_null() && len > 0 {
        return Err(null("array_of_requests"));
    }
    let mut few = [Request::NULL; FEW];
    let mut many = Vec::new();
    let requests = if len <= FEW {
        &mut few[..len]
    } else {
        many.resize(len, Request::NULL);
        &mut many[..]
    };
    for (at, request) in requests.iter_mut().enumerate() {
        // SAFETY: the caller's promise.
        *request = unsafe { array.get(at) };
    }
    let comm = p2p::comm_of(requests);
    let done = f(requests);
    for (at, request) in requests.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { array.set(at, *request) };
    }
    done.map_err(|error| Failure::on(error, comm))
}

/// `MPI_Wait`.
pub unsafe fn wait<S: Layout>(request: &mut Request, status: StatusAt<S>) -> Answer {
    let comm = p2p::comm_of(&[*request]);
    // SAFETY: the standard's contract.
    let got = unsafe { status.of(p2p::wait(request)) };
    let got = got.map_err(|error| Failure::on(error, comm))?;
    // SAFETY: the standard's contract.
    unsafe { status.set(got) };
    Ok(())
}

/// `MPI_Test`. A failed operation counts as complete.
pub unsafe fn test<S: Layout>(
    request: &mut Request,
    flag: &mut bool,
    status: StatusAt<S>,
) -> Answer {
    let comm = p2p::comm_of(&[*request]);
    *flag = true;
    // SAFETY: the standard's contract.
    let got = unsafe { status.of(p2p::test(request)) };
    let got = got.map_err(|error| Failure::on(error, comm))?;
    *flag = got.is_some();
    if let Some(got) = got {
        // SAFETY: the standard's contract.
        unsafe { status.set(got) };
    }
    Ok(())
}

/// Stores the statuses returned by a call on several requests.
///
/// # Safety
/// There is room for as many statuses, or they are ignored.
pub(super) unsafe fn store<S: Layout>(statuses: &[p2p::Status], to: StatusAt<S>) {
    for (at, status) in statuses.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { to.set_at(at, *status) };
    }
}

/// Replaces the classes of errors in statuses by their codes, which programs may have added.
///
/// # Safety
/// As for [`store`].
unsafe fn store_codes<S: Layout>(error: &Error, statuses: &[p2p::Status], to: StatusAt<S>) {
    for (at, cause) in error.causes() {
        // SAFETY: the caller's promise.
        unsafe { to.set_failed_at(*at, statuses[*at], cause) };
    }
}

/// `MPI_Waitall`.
pub unsafe fn waitall<R, S: Layout>(
    count: c_int,
    requests: Array<R>,
    statuses: StatusAt<S>,
) -> Answer
where
    R: Copy + From<Request>,
    Request: From<R>,
{
    let call = |requests: &mut [Request]| {
        if statuses.is_ignored() {
            return p2p::waitall(requests, None);
        }
        let mut got = vec![p2p::Status::EMPTY; requests.len()];
        let done = p2p::waitall(requests, Some(&mut got));
        // SAFETY: the standard's contract.
        unsafe { store(&got, statuses) };
        // SAFETY: the standard's contract.
        done.inspect_err(|error| unsafe { store_codes(error, &got, statuses) })
    };
    // SAFETY: the standard's contract.
    unsafe { with(count, requests, call) }
}

/// `MPI_Testall`. Failed operations count as complete.
pub unsafe fn testall<R, S: Layout>(
    count: c_int,
    requests: Array<R>,
    flag: &mut bool,
    statuses: StatusAt<S>,
) -> Answer
where
    R: Copy + From<Request>,
    Request: From<R>,
{
    let call = |requests: &mut [Request]| {
        let mut got = vec![p2p::Status::EMPTY; requests.len()];
        let done = p2p::testall(requests, Some(&mut got));
        *flag = !matches!(done, Ok(false));
        if *flag {
            // SAFETY: the standard's contract.
            unsafe { store(&got, statuses) };
        }
        // SAFETY: the standard's contract.
        done.map(drop).inspect_err(|error| unsafe { store_codes(error, &got, statuses) })
    };
    // SAFETY: the standard's contract.
    unsafe { with(count, requests, call) }
}

/// The index of the failed operation, as programs see it.
fn number(error: &Error) -> i32 {
    error.number().map_or(MPI_UNDEFINED, |at| at as i32)
}

/// `MPI_Waitany`. The index is returned also for a failed operation.
pub unsafe fn waitany<R, S: Layout>(
    count: c_int,
    requests: Array<R>,
    index: &mut i32,
    status: StatusAt<S>,
) -> Answer
where
    R: Copy + From<Request>,
    Request: From<R>,
{
    let call = |requests: &mut [Request]| {
        // SAFETY: the standard's contract.
        let found = unsafe { status.of(p2p::waitany(requests)) };
        found.inspect_err(|error| *index = number(error))
    };
    // SAFETY: the standard's contract.
    let found = unsafe { with(count, requests, call) }?;
    *index = found.map_or(MPI_UNDEFINED, |(at, _)| at as i32);
    // SAFETY: the standard's contract.
    unsafe {
        match found {
            Some((_, got)) => status.set(got),
            None => status.set_empty(),
        }
    }
    Ok(())
}

/// `MPI_Testany`. The index is returned also for a failed operation.
pub unsafe fn testany<R, S: Layout>(
    count: c_int,
    requests: Array<R>,
    index: &mut i32,
    flag: &mut bool,
    status: StatusAt<S>,
) -> Answer
where
    R: Copy + From<Request>,
    Request: From<R>,
{
    let call = |requests: &mut [Request]| {
        // SAFETY: the standard's contract.
        let found = unsafe { status.of(p2p::testany(requests)) };
        found.inspect_err(|error| (*index, *flag) = (number(error), true))
    };
    // SAFETY: the standard's contract.
    let found = unsafe { with(count, requests, call) }?;
    (*index, *flag) = (MPI_UNDEFINED, found != Any::Pending);
    // SAFETY: the standard's contract.
    unsafe {
        match found {
            Any::Complete(at, got) => {
                *index = at as i32;
                status.set(got);
            }
            Any::NoneActive => status.set_empty(),
            Any::Pending => {}
        }
    }
    Ok(())
}

/// Stores indices and statuses of completed requests; returns their number.
///
/// # Safety
/// There is room for all of them.
unsafe fn store_several<S: Layout>(
    found: Option<(Several, Result<(), Error>)>,
    indices: *mut c_int,
    statuses: StatusAt<S>,
) -> (i32, Result<(), Error>) {
    let Some((several, result)) = found else { return (MPI_UNDEFINED, Ok(())) };
    for (place, (at, status)) in several.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe {
            *indices.add(place) = *at as c_int;
            statuses.set_at(place, *status);
        }
    }
    let causes = result.as_ref().err().map_or(&[][..], Error::causes);
    for (at, cause) in causes {
        if let Ok(place) = several.binary_search_by_key(at, |(of, _)| *of) {
            // SAFETY: the caller's promise.
            unsafe { statuses.set_failed_at(place, several[place].1, cause) };
        }
    }
    (several.len() as i32, result)
}

macro_rules! some {
    ($($name:ident;)*) => { $(
        /// The call of this name on several requests. The number of completed ones is returned also
        /// when some failed.
        pub unsafe fn $name<R, S: Layout>(
            incount: c_int,
            requests: Array<R>,
            outcount: &mut i32,
            indices: *mut c_int,
            statuses: StatusAt<S>,
        ) -> Answer
        where
            R: Copy + From<Request>,
            Request: From<R>,
        {
            if indices.is_null() && incount > 0 {
                return Err(null("array_of_indices"));
            }
            let call = |requests: &mut [Request]| {
                let found = p2p::$name(requests)?;
                // SAFETY: the standard's contract.
                let (count, result) = unsafe { store_several(found, indices, statuses) };
                *outcount = count;
                result
            };
            // SAFETY: the standard's contract.
            unsafe { with(incount, requests, call) }
        }
    )* };
}

some! {
    waitsome;
    testsome;
}

/// `MPI_Request_free`.
pub unsafe fn request_free(request: &mut Request) -> Answer {
    Ok(p2p::request_free(request)?)
}

/// `MPI_Cancel`.
pub unsafe fn cancel(request: &mut Request) -> Answer {
    let comm = p2p::comm_of(&[*request]);
    p2p::cancel(*request).map_err(|error| Failure::on(error, comm))
}

/// `MPI_Start`.
pub unsafe fn start(request: &mut Request) -> Answer {
    let comm = p2p::comm_of(&[*request]);
    // SAFETY: the standard's contract.
    unsafe { p2p::start(*request) }.map_err(|error| Failure::on(error, comm))
}

/// `MPI_Startall`.
pub unsafe fn startall<R>(count: c_int, requests: Array<R>) -> Answer
where
    R: Copy + From<Request>,
    Request: From<R>,
{
    // SAFETY: the standard's contract.
    unsafe { with(count, requests, |requests| p2p::startall(requests)) }
}
