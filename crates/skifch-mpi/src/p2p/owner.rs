//! The communicator whose error handler is called for errors of a request or a matched message.

use crate::engine::{Engine, with};
use crate::{Comm, Message, Request};

/// The communicator whose error handler a call with these requests calls: that of the first that is
/// under way, or complete but not yet reported.
pub fn comm_of(requests: &[Request]) -> Option<Comm> {
    let own = |engine: &Engine, request: Request| Some(engine.requests.get(request.0)?.comm);
    let mut may_have = requests.iter().filter(|request| **request != Request::SENT);
    with(|engine| may_have.find_map(|request| own(engine, *request))).ok().flatten()
}

/// The communicator of a message matched by a probe and not received yet.
pub fn comm_of_message(message: Message) -> Option<Comm> {
    let found = with(|engine| {
        let context = engine.messages.get(message.0)?.key.context;
        engine.comms.iter().find(|(_, comm)| comm.context == context).map(|(comm, _)| Comm(comm))
    });
    found.ok().flatten()
}
