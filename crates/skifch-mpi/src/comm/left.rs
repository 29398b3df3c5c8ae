//! Communicators that the program has given back while something of them was under way. They live
//! until that is over: its errors are for their handler, a persistent collective operation is built
//! from them at each start, and their number must not become another communicator's before.

use crate::engine::Engine;
use crate::{Comm, comm::Communicator};
use std::collections::HashSet;

impl Engine {
    /// Takes a new communicator in.
    pub(super) fn admit(&mut self, new: Communicator) -> Comm {
        self.sweep();
        Comm(self.comms.insert(new))
    }

    /// The program has given a communicator back.
    pub(super) fn leave(&mut self, comm: Comm) {
        self.left.push(comm);
        self.sweep();
    }

    /// Those that nothing refers to any more go. Completions need not count anything so: the few
    /// calls that make or free communicators look instead.
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

    /// The communicators of requests and of messages that a matched probe has taken.
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
