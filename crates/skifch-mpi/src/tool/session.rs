//! Sessions: a handle in a session counts from its own start, independently of others.

use super::counters::{counters, now};
use super::ready;
use crate::error::{Result, fail};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Numbers of sessions and handles begin here and are never reused.
const FIRST: usize = 16;

/// A tool's view of a counter.
#[derive(Clone, Copy, Debug)]
struct Handle {
    counter: usize,
    /// Value accumulated before the last start.
    total: u64,
    /// The counter's value at the last start; `None` while stopped.
    since: Option<u64>,
}

impl Handle {
    fn start(&mut self) -> Result<()> {
        if self.since.is_none() {
            self.since = Some(now(self.counter)?);
        }
        Ok(())
    }

    fn stop(&mut self) -> Result<()> {
        self.total = self.value()?;
        self.since = None;
        Ok(())
    }

    fn value(&self) -> Result<u64> {
        let Some(since) = self.since else { return Ok(self.total) };
        Ok(self.total + now(self.counter)?.saturating_sub(since))
    }

    /// Sets the value and returns the previous one.
    fn set(&mut self, value: u64) -> Result<u64> {
        let current = self.since.map(|_| now(self.counter)).transpose()?;
        let passed = current.zip(self.since).map_or(0, |(now, since)| now.saturating_sub(since));
        let before = self.total + passed;
        (self.total, self.since) = (value, current);
        Ok(before)
    }
}

#[derive(Default)]
struct Sessions {
    made: usize,
    open: BTreeMap<usize, BTreeMap<usize, Handle>>,
}

static SESSIONS: Mutex<Sessions> = Mutex::new(Sessions { made: 0, open: BTreeMap::new() });

fn sessions() -> Result<MutexGuard<'static, Sessions>> {
    ready()?;
    Ok(SESSIONS.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Sessions {
    fn number(&mut self) -> usize {
        self.made += 1;
        FIRST + self.made
    }

    fn handles(&mut self, session: usize) -> Result<&mut BTreeMap<usize, Handle>> {
        match self.open.get_mut(&session) {
            Some(handles) => Ok(handles),
            None => fail!(TInvalidSession, "there is no session {session}"),
        }
    }

    fn handle(&mut self, session: usize, handle: usize) -> Result<&mut Handle> {
        match self.handles(session)?.get_mut(&handle) {
            Some(found) => Ok(found),
            None => fail!(TInvalidHandle, "the session {session} has no handle {handle}"),
        }
    }

    /// Applies `f` to one handle, or to all of a session.
    fn each(
        &mut self,
        session: usize,
        handle: Option<usize>,
        f: impl Fn(&mut Handle) -> Result<()>,
    ) -> Result<()> {
        match handle {
            Some(handle) => f(self.handle(session, handle)?),
            None => self.handles(session)?.values_mut().try_for_each(f),
        }
    }
}

/// Closes all sessions, when the tool interface is finalized.
pub(super) fn forget() {
    SESSIONS.lock().unwrap_or_else(PoisonError::into_inner).open.clear();
}

/// Creates a session.
///
/// # Errors
/// `TNotInitialized`.
pub fn create_session() -> Result<usize> {
    let mut sessions = sessions()?;
    let number = sessions.number();
    sessions.open.insert(number, BTreeMap::new());
    Ok(number)
}

/// Frees a session with its handles.
///
/// # Errors
/// `TNotInitialized`, `TInvalidSession`.
pub fn free_session(session: usize) -> Result<()> {
    let mut sessions = sessions()?;
    sessions.handles(session)?;
    sessions.open.remove(&session);
    Ok(())
}

/// Allocates a handle for a counter, stopped and with value 0.
///
/// # Errors
/// `TNotInitialized`, `TInvalidSession`, `TInvalidIndex`.
pub fn alloc(session: usize, counter: usize) -> Result<usize> {
    let mut sessions = sessions()?;
    if counter >= counters().len() {
        return fail!(TInvalidIndex, "there is no counter {counter}");
    }
    let number = sessions.number();
    let handle = Handle { counter, total: 0, since: None };
    sessions.handles(session)?.insert(number, handle);
    Ok(number)
}

/// Frees a handle.
///
/// # Errors
/// `TNotInitialized`, `TInvalidSession`, `TInvalidHandle`.
pub fn free(session: usize, handle: usize) -> Result<()> {
    let mut sessions = sessions()?;
    sessions.handle(session, handle)?;
    sessions.handles(session)?.remove(&handle);
    Ok(())
}

/// Starts a handle, or all of the session; one that is running is not affected.
///
/// # Errors
/// As [`free`]; `TNotSupported` where the network has no counters.
pub fn start(session: usize, handle: Option<usize>) -> Result<()> {
    sessions()?.each(session, handle, Handle::start)
}

/// Stops a handle, or all of the session; the values are kept.
///
/// # Errors
/// As [`start`].
pub fn stop(session: usize, handle: Option<usize>) -> Result<()> {
    sessions()?.each(session, handle, Handle::stop)
}

/// Sets a handle, or all of the session, to 0.
///
/// # Errors
/// As [`start`].
pub fn reset(session: usize, handle: Option<usize>) -> Result<()> {
    sessions()?.each(session, handle, |handle| handle.set(0).map(|_| ()))
}

/// The value counted while the handle was running.
///
/// # Errors
/// As [`start`].
pub fn read(session: usize, handle: usize) -> Result<u64> {
    sessions()?.handle(session, handle)?.value()
}

/// Reads the value and sets it to 0 in one step.
///
/// # Errors
/// As [`start`].
pub fn read_and_reset(session: usize, handle: usize) -> Result<u64> {
    sessions()?.handle(session, handle)?.set(0)
}

/// Sets the value; the handle counts on from it.
///
/// # Errors
/// As [`start`].
pub fn write(session: usize, handle: usize, value: u64) -> Result<()> {
    sessions()?.handle(session, handle)?.set(value).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Class;
    use crate::tool::{finalize, init};

    fn class<T: std::fmt::Debug>(outcome: Result<T>) -> Class {
        outcome.unwrap_err().class()
    }

    #[test]
    fn a_handle_keeps_its_value_and_is_known_to_its_session_alone() {
        init();
        let (one, other) = (create_session().unwrap(), create_session().unwrap());
        let handle = alloc(one, 0).unwrap();
        write(one, handle, 7).unwrap();
        start(one, None).unwrap();
        assert_eq!(read(one, handle).unwrap(), 7, "no channel counts anything");
        stop(one, Some(handle)).unwrap();
        assert_eq!(read_and_reset(one, handle).unwrap(), 7);
        assert_eq!(read(one, handle).unwrap(), 0);
        assert_eq!(class(read(other, handle)), Class::TInvalidHandle);
        assert_eq!(class(alloc(one, counters().len())), Class::TInvalidIndex);
        free(one, handle).unwrap();
        assert_eq!(class(start(one, Some(handle))), Class::TInvalidHandle);
        free_session(one).unwrap();
        assert_eq!(class(stop(one, None)), Class::TInvalidSession);
        free_session(other).unwrap();
        finalize().unwrap();
    }
}
