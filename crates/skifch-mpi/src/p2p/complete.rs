//! The calls that complete, cancel or free one request, and generalized requests.

use super::Buffer;
use super::request::{Operating, Phase, Status, What};
use crate::engine::{Engine, attempt, no_object, wait::progress, wait::until, with};
use crate::error::{Class, Error, Result, fail};
use crate::{Comm, Request};
use std::sync::Arc;

/// The callbacks of a generalized request. They may make any call, also on this request.
pub(crate) struct General {
    pub(crate) query: Box<dyn Fn() -> Result<Status> + Send + Sync>,
    pub(crate) free: Box<dyn Fn() -> Result<()> + Send + Sync>,
    pub(crate) cancel: Box<dyn Fn(bool) -> Result<()> + Send + Sync>,
}

/// What remains of a completed request: its status, its error, and callbacks that are to be called
/// outside of the lock.
#[derive(Default)]
pub(super) struct Outcome {
    status: Status,
    error: Option<Error>,
    general: Option<Arc<General>>,
}

impl Engine {
    /// Whether the request is complete, or inactive.
    pub(crate) fn is_over(&self, request: Request) -> bool {
        let Some(found) = self.requests.get(request.0) else { return true };
        match &found.what {
            What::Both(a, b) => self.is_over(Request(*a)) && self.is_over(Request(*b)),
            What::Flush(flushed) => flushed.is_over(),
            _ => matches!(found.phase, Phase::Done | Phase::Inactive),
        }
    }

    /// The program has freed the request: it is removed once it is complete.
    fn let_go(&mut self, id: u32) {
        let Some(found) = self.requests.get_mut(id) else { return };
        (found.is_detached, found.is_persistent) = (true, false);
        if found.is_done() {
            self.requests.remove(id);
        }
    }

    /// Gives the buffer back to the program at once: whatever still arrives for this request is
    /// dropped.
    #[cold]
    pub(super) fn abandon(&mut self, id: u32) {
        self.take_back(id);
        let Some(found) = self.requests.get_mut(id) else { return };
        found.buffer = Buffer::dense(std::ptr::null_mut(), 0);
        found.is_detached = true;
        let phase = found.phase;
        self.skip_copies(id);
        match phase {
            Phase::Posted => {
                self.posted.remove(id);
                self.complete(id);
            }
            Phase::Eager | Phase::Announce | Phase::Parts => self.cancel_queued(id),
            Phase::Done => drop(self.requests.remove(id)),
            _ => {}
        }
    }

    /// Completes a request that is null, or of a message that is over and has nothing to report but
    /// its status, which is written to `status` if it is wanted; whether it did.
    #[inline(always)]
    pub(super) fn take_plain(
        &mut self,
        request: &mut Request,
        status: Option<&mut Status>,
    ) -> bool {
        if [Request::SENT, Request::NULL].contains(request) {
            *request = Request::NULL;
            put(status, &Status::EMPTY);
            return true;
        }
        let Some(found) = self.requests.get_mut(request.0) else { return false };
        if found.phase != Phase::Done || found.is_detached || found.error.is_some() {
            return false;
        }
        if found.is_plain {
            put(status, &found.status);
            found.is_detached = true;
            self.spare.push(request.0);
        } else if found.is_persistent || !matches!(found.what, What::Send(_) | What::Recv) {
            return false;
        } else {
            put(status, &found.status);
            self.requests.discard(request.0);
        }
        *request = Request::NULL;
        true
    }

    pub(super) fn operating(&mut self, request: Request) -> Result<&mut Operating> {
        match self.requests.get_mut(request.0) {
            Some(found) if !found.is_detached => Ok(found),
            _ => no_request(request),
        }
    }

    /// Takes the outcome of a completed request. A persistent request becomes inactive, others are
    /// removed.
    pub(super) fn outcome(&mut self, request: &mut Request) -> Outcome {
        let mut outcome = Outcome::default();
        let Some(found) = self.requests.get_mut(request.0) else { return outcome };
        if found.phase == Phase::Inactive {
            return outcome;
        }
        (outcome.status, outcome.error) = (found.status, found.error.take());
        if found.is_persistent {
            found.phase = Phase::Inactive;
            return outcome;
        }
        let id = std::mem::replace(request, Request::NULL);
        if id == Request::SENT {
            return outcome;
        }
        match self.requests.remove(id.0).map(|found| found.what) {
            Some(What::Both(a, b)) => {
                let sent = self.outcome(&mut Request(a));
                let received = self.outcome(&mut Request(b));
                outcome.status = received.status;
                outcome.error = received.error.or(sent.error);
            }
            Some(What::General(general)) => outcome.general = Some(general),
            _ => {}
        }
        outcome
    }
}

/// Stores a status where it is wanted.
#[inline(always)]
pub(super) fn put(place: Option<&mut Status>, status: &Status) {
    if let Some(place) = place {
        *place = *status;
    }
}

impl Outcome {
    /// The status, with the error's class in it, and the error; calls the callbacks of a
    /// generalized request.
    pub(super) fn settle(self) -> (Status, Option<Error>) {
        let (mut status, mut error) = (self.status, self.error);
        if let Some(general) = self.general {
            match (general.query)() {
                Ok(queried) => status = queried,
                Err(failed) => {
                    status = failed.status().unwrap_or(status);
                    error = Some(failed);
                }
            }
            if let Err(failed) = (general.free)() {
                error = error.or(Some(failed));
            }
            // It belongs to no communicator.
            error = error.map(|error| error.of_comm(Comm::NULL));
        }
        status.error = error.as_ref().map_or(Class::Success, Error::class);
        error.as_ref().inspect(|error| crate::error::note(error));
        (status, error)
    }

    /// The status, or the error with the status in it.
    pub(super) fn result(self) -> Result<Status> {
        let (status, error) = self.settle();
        error.map_or(Ok(status), |error| Err(error.of_status(status)))
    }
}

pub(super) fn finish(request: &mut Request) -> Result<Outcome> {
    with(|engine| engine.outcome(request))
}

/// Waits for the request of a blocking call and completes it. If the call fails before the request
/// is over, the engine no longer touches its buffer.
pub(crate) fn wait_request(call: &'static str, id: u32) -> Result<Status> {
    let mut request = Request(id);
    let status = wait_in(call, &mut request);
    if status.is_err() && request != Request::NULL {
        with(|engine| engine.abandon(id))?;
    }
    status
}

/// Waits until the request is complete. A persistent one becomes inactive; others become null.
///
/// # Errors
/// The error of the operation, with its status; `Request` for an invalid handle.
pub fn wait(request: &mut Request) -> Result<Status> {
    wait_in("MPI_Wait", request)
}

/// [`wait`] on behalf of another call.
pub(crate) fn wait_in(call: &'static str, request: &mut Request) -> Result<Status> {
    if *request == Request::NULL {
        return Ok(Status::EMPTY);
    }
    let mut status = Status::EMPTY;
    let is_taken = attempt(|engine| {
        if engine.take_plain(request, Some(&mut status)) {
            return Ok(true);
        }
        engine.await_posted(*request)?;
        Ok(engine.take_plain(request, Some(&mut status)))
    })?;
    if is_taken {
        return Ok(status);
    }
    let id = *request;
    let outcome = until(call, |engine| match engine.operating(id) {
        Ok(_) => engine.is_over(id).then(|| Ok(engine.outcome(request))),
        Err(error) => Some(Err(error)),
    })?;
    outcome.result()
}

/// Completes the request as [`wait`] does if it is over, and returns its status.
///
/// # Errors
/// As [`wait`].
pub fn test(request: &mut Request) -> Result<Option<Status>> {
    if *request == Request::NULL {
        return Ok(Some(Status::EMPTY));
    }
    let mut status = Status::EMPTY;
    if with(|engine| engine.take_plain(request, Some(&mut status)))? {
        return Ok(Some(status));
    }
    if !is_over_now(*request)? {
        return Ok(None);
    }
    finish(request)?.result().map(Some)
}

#[cold]
pub(super) fn no_request<T>(request: Request) -> Result<T> {
    no_object(Class::Request, "request", "MPI_REQUEST_NULL", request.0)
}

/// Whether the request is over; makes progress once if it is not.
fn is_over_now(request: Request) -> Result<bool> {
    let is_over =
        |engine: &mut Engine| engine.operating(request).is_ok().then(|| engine.is_over(request));
    match with(is_over)? {
        None => return no_request(request),
        Some(true) => return Ok(true),
        Some(false) => progress()?,
    }
    with(|engine| engine.is_over(request))
}

/// Whether there is nothing to complete: true for the null handle and for a persistent request that
/// is not started.
///
/// # Errors
/// `Request` for an invalid handle.
pub fn is_inactive(request: Request) -> Result<bool> {
    if request == Request::NULL {
        return Ok(true);
    }
    attempt(|engine| engine.operating(request).map(|found| found.phase == Phase::Inactive))
}

/// The status of a request if it is complete; does not complete or free it.
///
/// # Errors
/// As [`wait`].
pub fn request_get_status(request: Request) -> Result<Option<Status>> {
    if request == Request::NULL {
        return Ok(Some(Status::EMPTY));
    }
    if !is_over_now(request)? {
        return Ok(None);
    }
    let taken = attempt(|engine| {
        let received = match engine.operating(request)?.what {
            What::Both(_, received) => Request(received),
            _ => request,
        };
        let found = engine.operating(received)?;
        let general = match &found.what {
            What::General(general) => Some(general.clone()),
            _ => None,
        };
        let is_inactive = found.phase == Phase::Inactive;
        Ok((if is_inactive { Status::EMPTY } else { found.status }, general))
    })?;
    match taken {
        (_, Some(general)) => (general.query)().map(Some),
        (status, None) => Ok(Some(status)),
    }
}

/// Frees the handle; an operation under way continues.
///
/// # Errors
/// `Request` for an invalid handle.
pub fn request_free(request: &mut Request) -> Result<()> {
    let general = attempt(|engine| {
        let found = engine.operating(*request)?;
        let id = std::mem::replace(request, Request::NULL).0;
        if let What::Both(a, b) = found.what {
            engine.requests.remove(id);
            [a, b].into_iter().for_each(|id| engine.let_go(id));
            return Ok(None);
        }
        let is_nobodys = matches!(found.what, What::Flush(_));
        if !is_nobodys && !matches!(found.phase, Phase::Done | Phase::Inactive) {
            engine.let_go(id);
            return Ok(None);
        }
        if id == Request::SENT.0 {
            return Ok(None);
        }
        match engine.requests.remove(id).map(|found| found.what) {
            Some(What::General(general)) => Ok(Some(general)),
            _ => Ok(None),
        }
    })?;
    general.map_or(Ok(()), |general| (general.free)())
}

/// Asks for the operation to be cancelled. The request must still be completed, and its status says
/// whether it was cancelled: unmatched receives and unmatched sends are, except short sends that
/// have already gone out.
///
/// # Errors
/// `Request` for an invalid handle or a collective operation.
pub fn cancel(request: Request) -> Result<()> {
    let general = attempt(|engine| {
        let found = engine.operating(request)?;
        match (&found.what, found.phase) {
            (What::Recv, Phase::Posted) => {
                found.status = Status { is_cancelled: true, ..Status::EMPTY };
                engine.posted.remove(request.0);
                engine.complete(request.0);
            }
            (What::Send(_), Phase::Eager | Phase::Announce) => engine.cancel_queued(request.0),
            (What::Send(_), Phase::Answer) => engine.withdraw(request.0)?,
            (What::General(general), phase) => {
                return Ok(Some((general.clone(), phase == Phase::Done)));
            }
            (What::Collective | What::Repeated(_), _) => {
                return fail!(Request, "a collective operation cannot be cancelled");
            }
            _ => {}
        }
        Ok(None)
    })?;
    general.map_or(Ok(()), |(general, is_complete)| (general.cancel)(is_complete))
}

/// Starts a generalized request: an operation that the program performs and reports by
/// [`grequest_complete`]. If `query` fails, its error may carry the status.
///
/// # Errors
/// `Other` when MPI is not initialized.
pub fn grequest_start(
    query: impl Fn() -> Result<Status> + Send + Sync + 'static,
    free: impl Fn() -> Result<()> + Send + Sync + 'static,
    cancel: impl Fn(bool) -> Result<()> + Send + Sync + 'static,
) -> Result<Request> {
    let (query, free, cancel) = (Box::new(query), Box::new(free), Box::new(cancel));
    let what = What::General(Arc::new(General { query, free, cancel }));
    let mut request = Operating::new(what, Buffer::dense(std::ptr::null_mut(), 0));
    // It belongs to no communicator.
    (request.phase, request.comm) = (Phase::Running, Comm::NULL);
    with(|engine| Request(engine.requests.insert(request)))
}

/// Marks a generalized request complete. If its handle was freed before, its free function is
/// called now.
///
/// # Errors
/// `Request` for a handle of any other kind; the error of the free function.
pub fn grequest_complete(request: Request) -> Result<()> {
    let left = attempt(|engine| {
        let found = engine.requests.get(request.0);
        match found.filter(|found| matches!(found.what, What::General(_))) {
            Some(found) if found.is_detached => Ok(engine.requests.remove(request.0)),
            Some(_) => {
                engine.complete(request.0);
                Ok(None)
            }
            None => fail!(Request, "there is no generalized request with the handle {}", request.0),
        }
    })?;
    match left.map(|left| left.what) {
        Some(What::General(general)) => (general.free)(),
        _ => Ok(()),
    }
}
