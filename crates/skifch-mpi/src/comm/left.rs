//! Communicators freed by the program while operations on them were under way. They live until
//! these are complete: errors go to their handler, a persistent collective operation is built from
//! them at each start, and until then their number must not be reused.

use crate::engine::Engine;
use crate::{Comm, Request, comm::Communicator};
use std::collections::HashSet;

impl Engine {
    /// Adds a new communicator.
    pub(super) fn admit(&mut self, new: Communicator) -> Comm {
        self.sweep();
        Comm(self.comms.insert(new))
    }

    /// The program has freed a communicator.
    pub(super) fn leave(&mut self, comm: Comm) {
        self.left.push(comm);
        self.sweep();
    }

    /// Whether an operation on the communicator is under way.
    pub(super) fn is_busy(&self, comm: Comm) -> bool {
        let mut own = self.requests.iter().filter(|(_, request)| request.comm == comm);
        own.any(|(id, _)| !self.is_over(Request(id)))
    }

    /// Removes freed communicators that nothing refers to. This avoids reference counts in every
    /// completion: instead the few calls that make or free communicators look.
    fn sweep(&mut self) {
        if self.left.is_empty() {
            return;
        }
        let in_use = self.in_use();
        let (kept, over) = self.left.drain(..).partition(|comm| in_use.contains(comm));
        self.left = kept;
        let over: Vec<Comm> = over;
        for comm in over {
            self.comms.remove(comm.0);
        }
    }

    /// The communicators of requests, and of messages taken by matched probes.
    fn in_use(&self) -> HashSet<Comm> {
        let requests = self.requests.iter().map(|(_, request)| request);
        let mut comms: HashSet<_> =
            requests.filter(|request| !request.is_spare()).map(|request| request.comm).collect();
        let contexts: HashSet<_> =
            self.messages.iter().map(|(_, early)| early.key.context).collect();
        let of_messages = self.left.iter().copied().filter(|comm| {
            self.comms.get(comm.0).is_some_and(|found| contexts.contains(&found.context))
        });
        comms.extend(of_messages);
        comms
    }
}
