//! Whose error handler hears of errors of a request, or of a message that was taken.

use crate::engine::with;
use crate::{Comm, Message, Request};

/// The communicator of an operation that is under way, or over and not told yet.
pub fn comm_of(request: Request) -> Option<Comm> {
    if request == Request::SENT {
        return None;
    }
    with(|engine| engine.requests.get(request.0).map(|found| found.comm)).ok().flatten()
}

/// The communicator of a message that was taken and is not received yet.
pub fn comm_of_message(message: Message) -> Option<Comm> {
    let found = with(|engine| {
        let context = engine.messages.get(message.0)?.key.context;
        engine.comms.iter().find(|(_, comm)| comm.context == context).map(|(comm, _)| Comm(comm))
    });
    found.ok().flatten()
}
