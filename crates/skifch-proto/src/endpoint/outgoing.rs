//! The interface to the network: outgoing datagrams.

use super::{ConnectionId, Endpoint, env};
use crate::burst::Burst;
use crate::connection::Env;
use crate::memory::Memory;
use crate::wire::{Header, Kind};

impl<M: Memory> Endpoint<M> {
    /// Fills `burst` with datagrams to send now; returns false if there are none, and is to be
    /// called until then. A burst that cannot be sent may be dropped, which counts as loss, or kept
    /// for a retry: see [`Self::is_current`].
    #[inline]
    pub fn poll_transmit(&mut self, now_ns: u64, burst: &mut Burst) -> bool {
        self.has_some_to_send() && self.transmit(now_ns, burst)
    }

    /// Whether [`Self::poll_transmit`] might return datagrams.
    #[inline]
    pub fn has_some_to_send(&self) -> bool {
        let is_none = self.talkers.is_empty() && self.resets.is_empty() && self.held.is_empty();
        !is_none || self.spoken.is_some()
    }

    fn transmit(&mut self, now_ns: u64, burst: &mut Burst) -> bool {
        if let Some(index) = self.spoken.take() {
            self.settle(now_ns, index);
        }
        self.let_go(now_ns);
        let is_some = self.reset(burst) || self.talk(now_ns, burst);
        if is_some {
            self.counters.datagrams_sent += burst.count() as u64;
            self.counters.bytes_sent += burst.total_bytes() as u64;
        }
        is_some
    }

    /// Builds the reset for an unknown token.
    fn reset(&mut self, burst: &mut Burst) -> bool {
        let Some((to, token)) = self.resets.pop_front() else {
            return false;
        };
        let mut header = Header::new(Kind::Reset, 0);
        header.position = token;
        burst.clear(to, None);
        burst.push(&self.config.seal, header.encode(), &[], (0, [&[], &[]]), 0);
        true
    }

    fn talk(&mut self, now_ns: u64, burst: &mut Burst) -> bool {
        while let Some(index) = self.talkers.pop_front() {
            let Some(connection) = &mut self.slots[index].connection else {
                continue;
            };
            connection.is_queued = false;
            if connection.transmit(now_ns, index, burst, &mut env!(self)) {
                // Updated by the next call, while the burst is being sent.
                self.spoken = Some(index);
                return true;
            }
            self.settle(now_ns, index);
        }
        false
    }

    /// The system refused a datagram of this burst as too large (EMSGSIZE): smaller ones will
    /// follow.
    pub fn on_too_big(&mut self, burst: &Burst) {
        if self.of_burst(burst).is_none() {
            return;
        }
        let connection =
            burst.connection.and_then(|(index, _)| self.slots[index].connection.as_deref_mut());
        if let Some(connection) = connection {
            connection.on_too_big(burst.segment_bytes());
            connection.calm = (0, 0);
        }
    }

    /// Whether a kept burst may still be sent: its connection exists, and its bytes are still in
    /// place. Otherwise drop it; the protocol retransmits if needed.
    pub fn is_current(&self, burst: &Burst) -> bool {
        if burst.connection.is_none() {
            return true;
        }
        let Some(connection) = self.of_burst(burst) else { return false };
        let acked = connection.send.acked();
        // Below the acknowledged position, the ring may have been overwritten.
        burst.segments.iter().all(|segment| segment.len == 0 || segment.start >= acked)
    }

    /// Whether anything is queued to be sent to this peer now.
    pub fn is_talkative(&self, id: ConnectionId) -> bool {
        self.get(id).is_some_and(|connection| connection.is_queued)
    }
}
