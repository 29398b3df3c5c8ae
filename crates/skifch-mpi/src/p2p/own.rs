//! Messages of a rank to itself: no channel, a single copy when the receive is already posted.

use super::Key;
use super::request::{Mode, Phase, What};
use super::unexpected::{Body, Early};
use crate::engine::Engine;

impl Engine {
    /// Sends the message of a request to this rank.
    pub(crate) fn send_to_self(&mut self, id: u32) {
        let Some(request) = self.requests.get(id) else { return };
        let key = Key { context: request.context, source: request.world, tag: request.tag };
        let len = request.buffer.bytes;
        if let Some(receive) = self.posted.take(&key) {
            if let Some(request) = self.requests.get_mut(receive) {
                request.match_with(&key, len);
            }
            return self.take_from_self(receive, id);
        }
        let is_eager = !matches!(request.what, What::Send(Mode::Synchronous));
        if is_eager && len <= self.eager_max {
            // SAFETY: the program leaves the buffer to the library.
            let bytes = unsafe { request.buffer.packed() };
            self.arrive(Early { key, body: Body::Bytes(bytes, None) });
            return self.complete(id);
        }
        self.set_phase(id, Phase::Answer);
        self.arrive(Early { key, body: Body::Own { request: id, len } });
    }

    /// Copies the message of a send of this rank to its matching receive, and completes both.
    pub(crate) fn take_from_self(&mut self, receive: u32, send: u32) {
        if let (Some(from), Some(to)) = (self.requests.get(send), self.requests.get(receive)) {
            // SAFETY: the program leaves both buffers to the library, and they do not overlap.
            unsafe { from.buffer.copy_to(&to.buffer) };
        }
        self.complete(send);
        self.received(receive);
    }
}
