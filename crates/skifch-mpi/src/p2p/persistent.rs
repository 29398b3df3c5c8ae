//! Persistent requests: created once, started any number of times.

use super::complete::no_request;
use super::request::{Mode, Operating, Phase, What};
use super::{Receiving, Sending, comm_of};
use crate::engine::{Engine, attempt, with};
use crate::error::{Error, Result, fail, mpi_name};
use crate::{Request, coll};

impl Engine {
    /// Inserts a request that [`start`] starts.
    fn insert_persistent(&mut self, request: Operating) -> Request {
        Request(self.requests.insert(Operating { is_persistent: true, ..request }))
    }
}

/// Creates a persistent send, to be started by [`start`].
///
/// # Errors
/// As [`super::isend`].
///
/// # Safety
/// While it is active, as [`super::isend`].
pub unsafe fn send_init(mode: Mode, send: Sending) -> Result<Request> {
    let made =
        with(|engine| engine.new_send(mode, &send).map(|made| engine.insert_persistent(made)));
    made.flatten()
        .map_err(|error| send.describe(error, mpi_name(&format!("{}send_init", mode.letter()))))
}

/// Creates a persistent receive, to be started by [`start`].
///
/// # Errors
/// As [`super::irecv`].
///
/// # Safety
/// While it is active, as [`super::irecv`].
pub unsafe fn recv_init(recv: Receiving) -> Result<Request> {
    let made = with(|engine| engine.new_recv(&recv).map(|made| engine.insert_persistent(made)));
    made.flatten().map_err(|error| recv.describe(error, "MPI_Recv_init"))
}

/// Starts a persistent request.
///
/// # Errors
/// `Request` for one that is not persistent or is already active; the errors of the operation.
///
/// # Safety
/// The safety conditions of the call that made the request hold from now on.
pub unsafe fn start(request: Request) -> Result<()> {
    let schedule = attempt(|engine| {
        if request == Request::NULL {
            return no_request(request);
        }
        let Some(found) = engine.requests.get_mut(request.0).filter(|found| found.is_persistent)
        else {
            return fail!(Request, "MPI_Start: request {} is not persistent", request.0);
        };
        if found.phase != Phase::Inactive {
            return fail!(Request, "MPI_Start: request {} is active already", request.0);
        }
        match &mut found.what {
            What::Repeated(schedule) => Ok(schedule.take()),
            _ => engine.start_request(request.0).map(|()| None),
        }
    })?;
    schedule.map_or(Ok(()), |schedule| coll::start_again(request, schedule))
}

/// Starts several persistent requests, in order.
///
/// # Errors
/// As [`start`]; stops at the first that fails.
///
/// # Safety
/// As [`start`].
pub unsafe fn startall(requests: &[Request]) -> Result<()> {
    requests.iter().try_for_each(|request| {
        // SAFETY: our caller's promise.
        unsafe { start(*request) }.map_err(|error| {
            let error = error.of_call("startall");
            comm_of(&[*request]).into_iter().fold(error, Error::of_comm)
        })
    })
}
