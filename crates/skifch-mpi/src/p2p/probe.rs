//! Probes, and receives of matched messages.

use super::complete::wait_request;
use super::recv::Origin;
use super::request::{Operating, Status, What};
use super::unexpected::Early;
use super::{ANY_SOURCE, Key, Receiving};
use crate::engine::{Engine, attempt, wait::progress, wait::until, with};
use crate::error::{Class, Error, Result, fail};
use crate::{Comm, Datatype, Message, Request};

impl Engine {
    fn status_of(&self, early: (Key, usize), origin: &Origin, source: i32) -> Status {
        let (key, len) = early;
        let source = match (source, &origin.members) {
            (ANY_SOURCE, Some(members)) => {
                members.position(key.source as u32).map_or(super::UNDEFINED, |at| at as i32)
            }
            (ANY_SOURCE, None) => key.source,
            _ => source,
        };
        Status { source, tag: key.tag, bytes: len as u64, ..Status::EMPTY }
    }

    fn look(&mut self, origin: &Origin, source: i32) -> Option<Status> {
        let found = self.unexpected.find(&origin.key)?;
        let found = (found.key, found.len());
        Some(self.status_of(found, origin, source))
    }

    fn take_message(&mut self, origin: &Origin, source: i32) -> Option<(Message, Status)> {
        let early = self.unexpected.take(&origin.key)?;
        let status = self.status_of((early.key, early.len()), origin, source);
        Some((Message(self.messages.insert(early)), status))
    }
}

fn origin(call: &str, source: i32, tag: i32, comm: Comm) -> Result<Option<Origin>> {
    attempt(|engine| engine.origin(source, tag, comm))
        .map_err(|error| Receiving::probe(source, tag, comm).describe(error, call))
}

/// Waits for a message; meanwhile `probed` tells the engine which key is being looked for.
fn looking<T>(
    call: &'static str,
    origin: &Origin,
    mut found: impl FnMut(&mut Engine) -> Option<Result<T>>,
) -> Result<T> {
    let result = until(call, |engine| {
        let found = found(engine);
        engine.probed = found.is_none().then_some(origin.key);
        found
    });
    with(|engine| engine.probed = None)?;
    result
}

/// Looks again after one round of progress, with `probed` set meanwhile.
fn asking<T>(origin: &Origin, found: impl FnOnce(&mut Engine) -> Option<T>) -> Result<Option<T>> {
    with(|engine| engine.probed = Some(origin.key))?;
    let result = progress();
    with(|engine| {
        engine.probed = None;
        result.map(|()| found(engine))
    })?
}

/// Waits for a matching message and leaves it queued.
///
/// # Errors
/// As [`super::recv()`].
pub fn probe(source: i32, tag: i32, comm: Comm) -> Result<Status> {
    let Some(origin) = origin("MPI_Probe", source, tag, comm)? else { return Ok(Status::NO_PROC) };
    looking("MPI_Probe", &origin, |engine| engine.look(&origin, source).map(Ok))
}

/// The status of a matching message if one has arrived; leaves it queued.
///
/// # Errors
/// As [`probe`].
pub fn iprobe(source: i32, tag: i32, comm: Comm) -> Result<Option<Status>> {
    let Some(origin) = origin("MPI_Iprobe", source, tag, comm)? else {
        return Ok(Some(Status::NO_PROC));
    };
    if let Some(status) = with(|engine| engine.look(&origin, source))? {
        return Ok(Some(status));
    }
    asking(&origin, |engine| engine.look(&origin, source))
}

/// Waits for a matching message and removes it from matching, to be received by [`mrecv`].
///
/// # Errors
/// As [`probe`].
pub fn mprobe(source: i32, tag: i32, comm: Comm) -> Result<(Message, Status)> {
    let Some(origin) = origin("MPI_Mprobe", source, tag, comm)? else {
        return Ok((Message::NO_PROC, Status::NO_PROC));
    };
    looking("MPI_Mprobe", &origin, |engine| engine.take_message(&origin, source).map(Ok))
}

/// Removes a matching message, to be received by [`mrecv`], if one has arrived.
///
/// # Errors
/// As [`probe`].
pub fn improbe(source: i32, tag: i32, comm: Comm) -> Result<Option<(Message, Status)>> {
    let Some(origin) = origin("MPI_Improbe", source, tag, comm)? else {
        return Ok(Some((Message::NO_PROC, Status::NO_PROC)));
    };
    if let Some(found) = with(|engine| engine.take_message(&origin, source))? {
        return Ok(Some(found));
    }
    asking(&origin, |engine| engine.take_message(&origin, source))
}

/// Receives a message taken by [`mprobe`] or [`improbe`]. Its handle becomes null, unless the
/// arguments are refused before it is taken.
///
/// # Errors
/// `Request` for an invalid handle; as [`super::recv()`].
///
/// # Safety
/// The elements are writable.
pub unsafe fn mrecv(
    buf: *mut u8,
    count: usize,
    datatype: Datatype,
    message: &mut Message,
) -> Result<Status> {
    // SAFETY: our caller's promise.
    let request = unsafe { imrecv(buf, count, datatype, message) };
    request.and_then(|Request(id)| wait_request("MPI_Mrecv", id))
}

/// Starts receiving a message as [`mrecv`] does.
///
/// # Errors
/// As [`mrecv`].
///
/// # Safety
/// The elements stay writable, and nobody else uses them, until the request is complete.
pub unsafe fn imrecv(
    buf: *mut u8,
    count: usize,
    datatype: Datatype,
    message: &mut Message,
) -> Result<Request> {
    with(|engine| {
        let buffer = engine.buffer(buf, count, datatype)?;
        if *message == Message::NO_PROC {
            *message = Message::NULL;
            return engine.launch(Operating::new(What::Nothing, buffer)).map(Request);
        }
        let Some(early) = engine.messages.remove(message.0) else {
            let text = format!("MPI_Mrecv: there is no message with the handle {}", message.0);
            return Err(Error::new(Class::Request, text));
        };
        let taken = std::mem::replace(message, Message::NULL);
        let mut request = Operating::new(What::Recv, buffer);
        let Early { key, .. } = early;
        let of = engine.comms.iter().find(|(_, comm)| comm.context == key.context);
        let Some((comm, found)) = of else {
            return fail!(Comm, "MPI_Mrecv: the communicator of message {} is gone", taken.0);
        };
        let members = found.peers();
        request.members = (!members.is_identity()).then(|| members.clone());
        (request.comm, request.peer) = (Comm(comm), ANY_SOURCE);
        let id = engine.requests.insert(request);
        if let Err(error) = engine.accept(id, early).and_then(|()| engine.tell_copied()) {
            // No request is left that would complete it.
            engine.abandon(id);
            return Err(error);
        }
        Ok(Request(id))
    })?
}
