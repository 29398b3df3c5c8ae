//! Persistent requests: created once, started any number of times.

use super::complete::no_request;
use super::request::{Mode, Phase, What};
use super::send::describe;
use crate::coll;
use crate::engine::{attempt, with};
use crate::error::{Result, fail, mpi_name};
use crate::{Comm, Datatype, Request};

/// Creates a persistent send, to be started by [`start`].
///
/// # Errors
/// As [`super::isend`].
///
/// # Safety
/// While it is active, as [`super::isend`].
pub unsafe fn send_init(
    mode: Mode,
    buf: *const u8,
    count: usize,
    datatype: Datatype,
    dest: i32,
    tag: i32,
    comm: Comm,
) -> Result<Request> {
    let made = with(|engine| {
        let buffer = engine.buffer(buf, count, datatype)?;
        let mut request = engine.new_send(mode, buffer, dest, tag, comm)?;
        request.is_persistent = true;
        Ok(Request(engine.requests.insert(request)))
    });
    made.flatten().map_err(|error| {
        let call = mpi_name(&format!("{}send_init", mode.letter()));
        describe(error, call, count, datatype, ("to", dest, tag), comm)
    })
}

/// Creates a persistent receive, to be started by [`start`].
///
/// # Errors
/// As [`super::irecv`].
///
/// # Safety
/// While it is active, as [`super::irecv`].
pub unsafe fn recv_init(
    buf: *mut u8,
    count: usize,
    datatype: Datatype,
    source: i32,
    tag: i32,
    comm: Comm,
) -> Result<Request> {
    let made = with(|engine| {
        let buffer = engine.buffer(buf, count, datatype)?;
        let mut request = engine.new_recv(buffer, source, tag, comm)?;
        request.is_persistent = true;
        Ok(Request(engine.requests.insert(request)))
    });
    made.flatten().map_err(|error| {
        describe(error, "MPI_Recv_init", count, datatype, ("from", source, tag), comm)
    })
}

/// Starts a persistent request.
///
/// # Errors
/// `Request` for one that is not persistent or is already active; the errors of the operation.
///
/// # Safety
/// The safety conditions of the call that made the request hold from now on.
pub unsafe fn start(request: Request) -> Result<()> {
    let recipe = attempt(|engine| {
        if request == Request::NULL {
            return no_request(request);
        }
        let Some(found) = engine.requests.get(request.0).filter(|found| found.is_persistent) else {
            return fail!(Request, "MPI_Start: request {} is not persistent", request.0);
        };
        if found.phase != Phase::Inactive {
            return fail!(Request, "MPI_Start: request {} is active already", request.0);
        }
        match &found.what {
            What::Recipe(recipe) => Ok(Some(recipe.clone())),
            _ => engine.start_request(request.0).map(|()| None),
        }
    })?;
    recipe.map_or(Ok(()), |recipe| coll::start_recipe(request, &recipe))
}

/// Starts several persistent requests, in order.
///
/// # Errors
/// As [`start`]; stops at the first that fails.
///
/// # Safety
/// As [`start`].
pub unsafe fn startall(requests: &[Request]) -> Result<()> {
    // SAFETY: our caller's promise.
    let all = requests.iter().try_for_each(|request| unsafe { start(*request) });
    all.map_err(|error| error.of_call("startall"))
}
