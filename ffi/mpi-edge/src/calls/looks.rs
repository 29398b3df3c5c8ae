//! Calls that query requests without completing them.

use super::requests::store;
use crate::args::{length, null};
use crate::constants::MPI_UNDEFINED;
use crate::handles::{Array, Request};
use crate::raise::{Answer, Failure};
use crate::status::{Layout, StatusAt};
use libc::c_int;
use skifch_mpi::p2p::{self, Status};

/// The status of a request if it is complete.
fn look(request: Request) -> Answer<Option<Status>> {
    let comm = p2p::comm_of(&[request]);
    p2p::request_get_status(request).map_err(|error| Failure::on(error, comm))
}

/// Reads an array of requests.
///
/// # Safety
/// The array has `count` elements.
unsafe fn all<R>(count: c_int, requests: Array<R>) -> Answer<Vec<Request>>
where
    R: Copy,
    Request: From<R>,
{
    let len = length("count", count)?;
    if requests.is_null() && len > 0 {
        return Err(null("array_of_requests"));
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { requests.to_vec(len) })
}

/// Those requests that are active and complete, with their indices, at most `most` of them; and
/// whether any request is active.
fn complete(requests: &[Request], most: usize) -> Answer<(Vec<(usize, Status)>, bool)> {
    let (mut found, mut is_any) = (Vec::new(), false);
    for (at, request) in requests.iter().enumerate() {
        if found.len() == most {
            break;
        }
        if p2p::is_inactive(*request)? {
            continue;
        }
        is_any = true;
        if let Some(status) = look(*request)? {
            found.push((at, status));
        }
    }
    Ok((found, is_any))
}

/// `MPI_Request_get_status`.
pub unsafe fn request_get_status<S: Layout>(request: Request, status: StatusAt<S>) -> Answer<bool> {
    let got = look(request)?;
    if let Some(got) = got {
        // SAFETY: the standard's contract.
        unsafe { status.set(got) };
    }
    Ok(got.is_some())
}

/// `MPI_Request_get_status_all`.
pub unsafe fn request_get_status_all<R, S: Layout>(
    count: c_int,
    requests: Array<R>,
    statuses: StatusAt<S>,
) -> Answer<bool>
where
    R: Copy,
    Request: From<R>,
{
    // SAFETY: the standard's contract.
    let requests = unsafe { all(count, requests) }?;
    let mut got = Vec::with_capacity(requests.len());
    for request in requests {
        match look(request)? {
            Some(status) => got.push(status),
            None => return Ok(false),
        }
    }
    // SAFETY: the standard's contract.
    unsafe { store(&got, statuses) };
    Ok(true)
}

/// `MPI_Request_get_status_any`.
pub unsafe fn request_get_status_any<R, S: Layout>(
    count: c_int,
    requests: Array<R>,
    status: StatusAt<S>,
) -> Answer<(i32, bool)>
where
    R: Copy,
    Request: From<R>,
{
    // SAFETY: the standard's contract.
    let (found, is_any) = complete(&unsafe { all(count, requests) }?, 1)?;
    let (at, got) = match found.first() {
        Some((at, got)) => (*at as i32, *got),
        None if is_any => return Ok((MPI_UNDEFINED, false)),
        None => {
            // SAFETY: the standard's contract.
            unsafe { status.set_empty() };
            return Ok((MPI_UNDEFINED, true));
        }
    };
    // SAFETY: the standard's contract.
    unsafe { status.set(got) };
    Ok((at, true))
}

/// `MPI_Request_get_status_some`.
pub unsafe fn request_get_status_some<R, S: Layout>(
    incount: c_int,
    requests: Array<R>,
    indices: *mut c_int,
    statuses: StatusAt<S>,
) -> Answer<i32>
where
    R: Copy,
    Request: From<R>,
{
    // SAFETY: the standard's contract.
    let requests = unsafe { all(incount, requests) }?;
    let (found, is_any) = complete(&requests, usize::MAX)?;
    if !is_any {
        return Ok(MPI_UNDEFINED);
    }
    for (place, (at, status)) in found.iter().enumerate() {
        // SAFETY: the standard requires room for as many indices as there are requests.
        unsafe {
            *indices.add(place) = *at as c_int;
            statuses.set_at(place, *status);
        }
    }
    Ok(found.len() as i32)
}
