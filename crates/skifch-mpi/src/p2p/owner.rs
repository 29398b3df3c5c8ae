//! The communicator whose error handler is called for errors of a request or a matched message.

use crate::engine::with;
use crate::{Comm, Message, Request};

/// The communicator of an operation that is under way, or complete but not yet reported.
pub fn comm_of(request: Request) -> Option<Comm> {
    if request == Request::SENT {
        return None;
    }
    with(|engine| engine.requests.get(request.0).map(|found| found.comm)).ok().flatten()
}

/// The communicator of a message matched by a probe and not received yet.
pub fn comm_of_message(message: Message) -> Option<Comm> {
    let found = with(|engine| {
        let context = engine.messages.get(message.0)?.key.context;
        engine.comms.iter().find(|(_, comm)| comm.context == context).map(|(comm, _)| Comm(comm))
    });
    found.ok().flatten()
}
