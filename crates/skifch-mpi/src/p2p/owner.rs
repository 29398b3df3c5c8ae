//! Whose error handler hears of errors of a request.

use crate::engine::with;
use crate::{Comm, Request};

/// The communicator of an operation that is under way, or over and not told yet.
pub fn comm_of(request: Request) -> Option<Comm> {
    if request == Request::SENT {
        return None;
    }
    with(|engine| engine.requests.get(request.0).map(|found| found.comm)).ok().flatten()
}
