//! The calls that complete requests.

use super::request::{Operating, Phase, Status, What};
use crate::Request;
use crate::engine::{Engine, attempt, wait::progress, wait::until, with};
use crate::error::{Class, Error, Result, fail};

/// The callbacks of a generalized request.
pub(crate) struct General {
    pub(crate) query: Box<dyn FnMut() -> Result<Status> + Send>,
    pub(crate) free: Box<dyn FnMut() -> Result<()> + Send>,
    pub(crate) cancel: Box<dyn FnMut(bool) -> Result<()> + Send>,
}

/// What a request that is over leaves: its status, its error, and callbacks to be called.
#[derive(Default)]
struct Outcome {
    status: Status,
    error: Option<Error>,
    general: Option<Box<General>>,
}

impl Engine {
    /// Whether the request is over, or not active at all.
    pub(crate) fn is_over(&self, request: Request) -> bool {
        let Some(found) = self.requests.get(request.0) else { return true };
        match found.what {
            What::Both(a, b) => self.is_over(Request(a)) && self.is_over(Request(b)),
            _ => matches!(found.phase, Phase::Done | Phase::Inactive),
        }
    }

    /// The program has given the request back: it goes when it is over.
    fn let_go(&mut self, id: u32) {
        let Some(found) = self.requests.get_mut(id) else { return };
        (found.is_detached, found.is_persistent) = (true, false);
        if found.is_done() {
            self.requests.remove(id);
        }
    }

    fn operating(&mut self, request: Request) -> Result<&mut Operating> {
        match self.requests.get_mut(request.0) {
            Some(found) if !found.is_detached => Ok(found),
            _ => fail!(Request, "there is no request with the handle {}", request.0),
        }
    }

    /// Takes what a request that is over leaves. A persistent one becomes inactive, others go.
    fn outcome(&mut self, request: &mut Request) -> Outcome {
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
        let id = std::mem::replace(request, Request::NULL).0;
        match self.requests.remove(id).map(|found| found.what) {
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

impl Outcome {
    /// The status, with the error as a class too.
    fn settle(self) -> (Status, Option<Error>) {
        let (mut status, mut error) = (self.status, self.error);
        if let Some(mut general) = self.general {
            match (general.query)() {
                Ok(queried) => status = queried,
                Err(failed) => error = Some(failed),
            }
            if let Err(failed) = (general.free)() {
                error = error.or(Some(failed));
            }
        }
        status.error = error.as_ref().map_or(Class::Success, Error::class);
        (status, error)
    }

    fn result(self) -> Result<Status> {
        let (status, error) = self.settle();
        error.map_or(Ok(status), Err)
    }
}

fn finish(request: &mut Request) -> Result<Outcome> {
    with(|engine| engine.outcome(request))
}

/// Waits for a request of the engine's own and takes it.
pub(crate) fn wait_request(id: u32) -> Result<Status> {
    wait(&mut Request(id))
}

/// Waits until the request is complete. A persistent one becomes inactive; others become null.
///
/// # Errors
/// What the operation failed with; `Request` for a handle of none.
pub fn wait(request: &mut Request) -> Result<Status> {
    if *request == Request::NULL {
        return Ok(Status::EMPTY);
    }
    let id = *request;
    let outcome = until(|engine| match engine.operating(id) {
        Ok(_) => engine.is_over(id).then(|| Ok(engine.outcome(request))),
        Err(error) => Some(Err(error)),
    })?;
    outcome.result()
}

/// The status, if the request is complete, as [`wait`] gives it.
///
/// # Errors
/// As there.
pub fn test(request: &mut Request) -> Result<Option<Status>> {
    if *request == Request::NULL {
        return Ok(Some(Status::EMPTY));
    }
    if !is_over_now(*request)? {
        return Ok(None);
    }
    finish(request)?.result().map(Some)
}

/// Whether the request is over, after some progress if it was not.
fn is_over_now(request: Request) -> Result<bool> {
    let is_over =
        |engine: &mut Engine| engine.operating(request).is_ok().then(|| engine.is_over(request));
    match with(is_over)? {
        None => return fail!(Request, "there is no request with the handle {}", request.0),
        Some(true) => return Ok(true),
        Some(false) => progress()?,
    }
    with(|engine| engine.is_over(request))
}

/// The status of a request, if it is complete; it stays as it is.
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
        let general = match std::mem::replace(&mut found.what, What::Nothing) {
            What::General(general) => Some(general),
            other => {
                found.what = other;
                None
            }
        };
        let is_inactive = found.phase == Phase::Inactive;
        Ok((if is_inactive { Status::EMPTY } else { found.status }, general))
    })?;
    let (status, general) = taken;
    let Some(mut general) = general else { return Ok(Some(status)) };
    let queried = (general.query)();
    attempt(|engine| engine.operating(request).map(|found| found.what = What::General(general)))?;
    queried.map(Some)
}

/// Waits for all of them; the statuses, in their order, go to `statuses`.
///
/// # Errors
/// `InStatus` when some failed: the statuses say which and why.
pub fn waitall(requests: &mut [Request], statuses: Option<&mut [Status]>) -> Result<()> {
    for request in requests.iter().copied().filter(|request| *request != Request::NULL) {
        until(|engine| match engine.operating(request) {
            Ok(_) => engine.is_over(request).then_some(Ok(())),
            Err(error) => Some(Err(error)),
        })?;
    }
    take_all(requests, statuses)
}

fn take_all(requests: &mut [Request], mut statuses: Option<&mut [Status]>) -> Result<()> {
    let mut first = None;
    for (at, request) in requests.iter_mut().enumerate() {
        let (status, error) = finish(request)?.settle();
        if let Some(place) = statuses.as_deref_mut().and_then(|statuses| statuses.get_mut(at)) {
            *place = status;
        }
        first = first.or(error.map(|error| (at, error)));
    }
    match first {
        None => Ok(()),
        Some((at, error)) => fail!(InStatus, "request number {at}: {error}"),
    }
}

/// Whether all are complete; then it is as [`waitall`].
///
/// # Errors
/// As there.
pub fn testall(requests: &mut [Request], statuses: Option<&mut [Status]>) -> Result<bool> {
    let are_over = |engine: &mut Engine| {
        for request in requests.iter().filter(|request| **request != Request::NULL) {
            engine.operating(*request)?;
            if !engine.is_over(*request) {
                return Ok(false);
            }
        }
        Ok(true)
    };
    if !attempt(are_over)? {
        progress()?;
        if !attempt(are_over)? {
            return Ok(false);
        }
    }
    take_all(requests, statuses).map(|()| true)
}

/// The first active request that is over, or `None` if none is active.
fn find_over(engine: &mut Engine, requests: &[Request]) -> Result<Found> {
    let mut is_any_active = false;
    for (at, request) in requests.iter().enumerate() {
        if *request == Request::NULL || engine.operating(*request)?.phase == Phase::Inactive {
            continue;
        }
        if engine.is_over(*request) {
            return Ok(Found::Over(at));
        }
        is_any_active = true;
    }
    Ok(if is_any_active { Found::NoneOver } else { Found::NoneActive })
}

enum Found {
    Over(usize),
    NoneOver,
    NoneActive,
}

/// Waits for one of them: its index and status; `None` when none is active.
///
/// # Errors
/// As [`wait`].
pub fn waitany(requests: &mut [Request]) -> Result<Option<(usize, Status)>> {
    let found = until(|engine| match find_over(engine, requests) {
        Ok(Found::NoneOver) => None,
        other => Some(other),
    })?;
    match found {
        Found::Over(at) => Ok(Some((at, finish(&mut requests[at])?.result()?))),
        _ => Ok(None),
    }
}

/// What [`testany`] finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Any {
    /// This one is complete.
    Complete(usize, Status),
    /// None is complete.
    Pending,
    /// None is active.
    NoneActive,
}

/// One of them, if one is complete.
///
/// # Errors
/// As [`wait`].
pub fn testany(requests: &mut [Request]) -> Result<Any> {
    let mut found = attempt(|engine| find_over(engine, requests))?;
    if matches!(found, Found::NoneOver) {
        progress()?;
        found = attempt(|engine| find_over(engine, requests))?;
    }
    match found {
        Found::Over(at) => Ok(Any::Complete(at, finish(&mut requests[at])?.result()?)),
        Found::NoneOver => Ok(Any::Pending),
        Found::NoneActive => Ok(Any::NoneActive),
    }
}

fn take_some(requests: &mut [Request]) -> Result<Vec<(usize, Status, Option<Error>)>> {
    let mut some = Vec::new();
    for (at, request) in requests.iter_mut().enumerate() {
        let taken = with(|engine| {
            let found = engine.requests.get(request.0)?;
            let is_active = found.phase != Phase::Inactive;
            (is_active && engine.is_over(*request)).then(|| engine.outcome(request))
        })?;
        if let Some(outcome) = taken {
            let (status, error) = outcome.settle();
            some.push((at, status, error));
        }
    }
    Ok(some)
}

/// Index and status of several requests that are complete.
pub type Several = Vec<(usize, Status)>;

fn some_result(some: Vec<(usize, Status, Option<Error>)>) -> (Several, Result<()>) {
    let first = some.iter().find_map(|(at, _, error)| error.as_ref().map(|error| (*at, error)));
    let result = match first {
        Some((at, error)) => fail!(InStatus, "request number {at}: {error}"),
        None => Ok(()),
    };
    (some.into_iter().map(|(at, status, _)| (at, status)).collect(), result)
}

/// Waits for at least one of them: those that are complete; `None` when none is active. The result
/// beside them is `InStatus` when some failed.
///
/// # Errors
/// `Request` for a handle of none; a peer that is gone.
pub fn waitsome(requests: &mut [Request]) -> Result<Option<(Several, Result<()>)>> {
    let found = until(|engine| match find_over(engine, requests) {
        Ok(Found::NoneOver) => None,
        other => Some(other),
    })?;
    match found {
        Found::NoneActive => Ok(None),
        _ => take_some(requests).map(some_result).map(Some),
    }
}

/// Those that are complete, perhaps none; `None` when none is active.
///
/// # Errors
/// As [`waitsome`].
pub fn testsome(requests: &mut [Request]) -> Result<Option<(Several, Result<()>)>> {
    progress()?;
    match attempt(|engine| find_over(engine, requests))? {
        Found::NoneActive => Ok(None),
        _ => take_some(requests).map(some_result).map(Some),
    }
}

/// Gives the handle back; an operation under way goes on.
///
/// # Errors
/// `Request` for a handle of none.
pub fn request_free(request: &mut Request) -> Result<()> {
    let general = attempt(|engine| {
        let found = engine.operating(*request)?;
        let id = std::mem::replace(request, Request::NULL).0;
        if let What::Both(a, b) = found.what {
            engine.requests.remove(id);
            [a, b].into_iter().for_each(|id| engine.let_go(id));
            return Ok(None);
        }
        if !matches!(found.phase, Phase::Done | Phase::Inactive) {
            engine.let_go(id);
            return Ok(None);
        }
        match engine.requests.remove(id).map(|found| found.what) {
            Some(What::General(general)) => Ok(Some(general)),
            _ => Ok(None),
        }
    })?;
    general.map_or(Ok(()), |mut general| (general.free)())
}

/// Asks for the operation to end without effect. It is still to be completed, and its status says
/// whether it was cancelled: receives that are not matched are, and sends that still wait for room.
///
/// # Errors
/// `Request` for a handle of none or of a collective operation.
pub fn cancel(request: Request) -> Result<()> {
    let general = attempt(|engine| {
        let found = engine.operating(request)?;
        match (&mut found.what, found.phase) {
            (What::Recv, Phase::Posted) => {
                let node = found.node;
                found.status = Status { is_cancelled: true, ..Status::EMPTY };
                engine.posted.remove(node);
                engine.complete(request.0);
            }
            (What::Send(_), Phase::Eager | Phase::Announce) => engine.cancel_queued(request.0),
            (What::General(_), phase) => {
                let What::General(general) = std::mem::replace(&mut found.what, What::Nothing)
                else {
                    return Ok(None);
                };
                return Ok(Some((general, phase == Phase::Done)));
            }
            (What::Collective | What::Recipe(_), _) => {
                return fail!(Request, "a collective operation cannot be cancelled");
            }
            _ => {}
        }
        Ok(None)
    })?;
    let Some((mut general, is_complete)) = general else { return Ok(()) };
    let cancelled = (general.cancel)(is_complete);
    attempt(|engine| engine.operating(request).map(|found| found.what = What::General(general)))?;
    cancelled
}

/// Begins an operation of the program's own, which [`grequest_complete`] completes.
///
/// # Errors
/// `Other` outside of MPI.
pub fn grequest_start(
    query: impl FnMut() -> Result<Status> + Send + 'static,
    free: impl FnMut() -> Result<()> + Send + 'static,
    cancel: impl FnMut(bool) -> Result<()> + Send + 'static,
) -> Result<Request> {
    let (query, free, cancel) = (Box::new(query), Box::new(free), Box::new(cancel));
    let what = What::General(Box::new(General { query, free, cancel }));
    let mut request = Operating::new(what, super::Buffer::dense(std::ptr::null_mut(), 0));
    request.phase = Phase::Running;
    with(|engine| Request(engine.requests.insert(request)))
}

/// The operation of the program's own is over.
///
/// # Errors
/// `Request` for a handle of anything else.
pub fn grequest_complete(request: Request) -> Result<()> {
    attempt(|engine| {
        let found = engine.operating(request)?;
        if !matches!(found.what, What::General(_)) {
            return fail!(Request, "request {} is no generalized request", request.0);
        }
        engine.complete(request.0);
        Ok(())
    })
}
