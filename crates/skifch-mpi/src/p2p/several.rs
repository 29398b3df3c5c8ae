//! The calls that complete several requests.

use super::complete::{finish, put};
use super::request::{Phase, Status};
use crate::Request;
use crate::engine::{Engine, attempt, wait::progress, wait::until, with};
use crate::error::{Class, Error, Result};

/// Waits until all requests are complete; writes their statuses, in the same order, to `statuses`.
/// Once one has failed, nobody may ever complete the others: those that are not complete then stay
/// active, and their statuses say `Pending`. A message longer than its buffer ends no wait.
///
/// # Errors
/// `InStatus` when some failed: the statuses say which and why. A peer that is gone.
pub fn waitall(requests: &mut [Request], statuses: Option<&mut [Status]>) -> Result<()> {
    let mut statuses = statuses;
    let (mut at, mut is_plain) = (0, true);
    let (mut has_failed, mut failures) = (false, 0);
    if let Some(first) = requests.first() {
        attempt(|engine| engine.await_posted(*first))?;
    }
    until("MPI_Waitall", |engine| {
        while let Some(request) = requests.get_mut(at) {
            if !engine.take_plain(request, place(&mut statuses, at)) {
                if let Err(error) = engine.operating(*request) {
                    return Some(Err(error));
                }
                if !engine.is_over(*request) {
                    has_failed |= engine.has_failed_since(&mut failures, requests);
                    if !has_failed {
                        return None;
                    }
                }
                is_plain = false;
            }
            at += 1;
        }
        Some(Ok(()))
    })?;
    if is_plain {
        return Ok(());
    }
    take_rest(requests, statuses)
}

/// Where the status of the request at index `at` is wanted, if it is.
#[inline(always)]
fn place<'a>(statuses: &'a mut Option<&mut [Status]>, at: usize) -> Option<&'a mut Status> {
    statuses.as_deref_mut().and_then(|statuses| statuses.get_mut(at))
}

impl Engine {
    /// Whether one of the requests has failed, other than by a message longer than its buffer;
    /// false at once if none has since the look that stored `failures`.
    fn has_failed_since(&self, failures: &mut u64, requests: &[Request]) -> bool {
        if std::mem::replace(failures, self.failures) == self.failures {
            return false;
        }
        let error_of = |request: &Request| self.requests.get(request.0)?.error.as_ref();
        requests.iter().filter_map(error_of).any(|error| error.class() != Class::Truncate)
    }
}

/// Completes the requests that are not null and are over.
fn take_rest(requests: &mut [Request], mut statuses: Option<&mut [Status]>) -> Result<()> {
    let mut failed = None;
    for (at, request) in requests.iter_mut().enumerate() {
        if *request == Request::NULL {
            continue;
        }
        let taken = with(|engine| engine.is_over(*request).then(|| engine.outcome(request)))?;
        let Some(outcome) = taken else {
            let pending = Status { error: Class::Pending, ..Status::EMPTY };
            put(place(&mut statuses, at), &pending);
            continue;
        };
        let (status, error) = outcome.settle();
        put(place(&mut statuses, at), &status);
        if let Some(error) = error {
            failed = Some(Error::in_status(failed, at, error));
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Completes all requests as [`waitall`] does if all are over; false, and no change, if not.
///
/// # Errors
/// As [`waitall`].
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
    let mut statuses = statuses;
    for (at, _) in requests.iter().enumerate().filter(|(_, request)| **request == Request::NULL) {
        put(place(&mut statuses, at), &Status::EMPTY);
    }
    take_rest(requests, statuses).map(|()| true)
}

/// Finds the first active request that is over.
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

/// Completes the request at index `at`; an error names the index.
fn finish_one(requests: &mut [Request], at: usize) -> Result<Status> {
    finish(&mut requests[at])?.result().map_err(|error| error.of_number(at))
}

/// Waits until one active request is complete: its index and status; `None` if none is active.
///
/// # Errors
/// As [`wait`](super::wait()), with the index.
pub fn waitany(requests: &mut [Request]) -> Result<Option<(usize, Status)>> {
    let found = until("MPI_Waitany", |engine| match find_over(engine, requests) {
        Ok(Found::NoneOver) => None,
        other => Some(other),
    })?;
    match found {
        Found::Over(at) => Ok(Some((at, finish_one(requests, at)?))),
        _ => Ok(None),
    }
}

/// Result of [`testany`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Any {
    /// The request at this index is complete.
    Complete(usize, Status),
    /// None of the active requests is complete.
    Pending,
    /// No request is active.
    NoneActive,
}

/// Completes one of the requests if one is over.
///
/// # Errors
/// As [`wait`](super::wait()).
pub fn testany(requests: &mut [Request]) -> Result<Any> {
    let mut found = attempt(|engine| find_over(engine, requests))?;
    if matches!(found, Found::NoneOver) {
        progress()?;
        found = attempt(|engine| find_over(engine, requests))?;
    }
    match found {
        Found::Over(at) => Ok(Any::Complete(at, finish_one(requests, at)?)),
        Found::NoneOver => Ok(Any::Pending),
        Found::NoneActive => Ok(Any::NoneActive),
    }
}

fn take_some(requests: &mut [Request]) -> Result<Vec<(usize, Status, Option<Error>)>> {
    let mut some = Vec::new();
    for (at, request) in requests.iter_mut().enumerate() {
        let taken = with(|engine| {
            let found = engine.operating(*request).ok()?;
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

/// Index and status of each of several completed requests.
pub type Several = Vec<(usize, Status)>;

fn some_result(some: Vec<(usize, Status, Option<Error>)>) -> (Several, Result<()>) {
    let mut failed = None;
    let take = |(at, status, error): (usize, Status, Option<Error>)| {
        if let Some(error) = error {
            failed = Some(Error::in_status(failed.take(), at, error));
        }
        (at, status)
    };
    let several = some.into_iter().map(take).collect();
    (several, failed.map_or(Ok(()), Err))
}

/// Waits until at least one active request is complete and returns all that are; `None` if none is
/// active. The result beside them is `InStatus` when some failed.
///
/// # Errors
/// `Request` for an invalid handle; a peer that is gone.
pub fn waitsome(requests: &mut [Request]) -> Result<Option<(Several, Result<()>)>> {
    let found = until("MPI_Waitsome", |engine| match find_over(engine, requests) {
        Ok(Found::NoneOver) => None,
        other => Some(other),
    })?;
    match found {
        Found::NoneActive => Ok(None),
        _ => take_some(requests).map(some_result).map(Some),
    }
}

/// Completes those requests that are over, perhaps none; `None` if none is active.
///
/// # Errors
/// As [`waitsome`].
pub fn testsome(requests: &mut [Request]) -> Result<Option<(Several, Result<()>)>> {
    let mut found = attempt(|engine| find_over(engine, requests))?;
    if matches!(found, Found::NoneOver) {
        progress()?;
        found = attempt(|engine| find_over(engine, requests))?;
    }
    match found {
        Found::NoneActive => Ok(None),
        _ => take_some(requests).map(some_result).map(Some),
    }
}
