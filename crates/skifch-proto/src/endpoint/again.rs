//! Restarts: a link that is closed and reopened at once, and timers after a standstill.

use super::{ConnectionId, Endpoint};
use crate::connection::Link;
use crate::connection::Phase;
use crate::memory::Memory;

/// A running process does not miss a deadline by this many ns.
const STANDSTILL_NS: u64 = 1_000_000_000;

/// A connection that waits for an earlier one of its link.
#[derive(Debug)]
pub(super) struct Held {
    id: ConnectionId,
    before: ConnectionId,
}

impl<M: Memory> Endpoint<M> {
    /// The closed connection of `link` that still has data to deliver. A new connection started
    /// beside it would end it at the peer, together with the data in flight.
    pub(super) fn draining(&self, link: Link) -> Option<ConnectionId> {
        let id = self.id(*self.by_link.get(&link)?);
        let connection = self.get(id)?;
        let has_more = connection.send.is_closed() && !connection.send.is_drained();
        (has_more && !connection.is_gone()).then_some(id)
    }

    /// Delays the connection at `index` until the connection `before` is done.
    pub(super) fn hold(&mut self, index: usize, before: ConnectionId) {
        let id = self.id(index);
        if let Some(connection) = self.get_mut(id) {
            connection.hold();
            self.held.push(Held { id, before });
        }
    }

    /// Starts the delayed connections that no longer have to wait.
    pub(super) fn let_go(&mut self, now_ns: u64) {
        if self.held.is_empty() {
            return;
        }
        let (waiting, done): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.held).into_iter().partition(|held| self.is_draining(held));
        self.held = waiting;
        for held in done {
            if let Some(connection) = self.get_mut(held.id)
                && connection.phase == Phase::Opening
            {
                connection.begin(now_ns);
                self.settle(now_ns, held.id.index as usize);
            }
        }
    }

    /// The connection at `index`, or the earlier one that it waits for and that opens first.
    pub(super) fn first_to_open(&self, mut index: usize) -> usize {
        let before = |index: usize| {
            let id = self.id(index);
            let before = self.held.iter().find(|held| held.id == id)?.before;
            let is_opening = self.get(before)?.phase == Phase::Opening;
            is_opening.then_some(before.index as usize)
        };
        while let Some(first) = before(index) {
            index = first;
        }
        index
    }

    fn is_draining(&self, held: &Held) -> bool {
        self.get(held.before).is_some_and(|it| !it.is_gone() && !it.send.is_drained())
    }

    /// A deadline missed by this much shows that this process or its machine was stopped: that time
    /// does not count as silence of the peers.
    pub(super) fn note_standstill(&mut self, now_ns: u64) {
        if self.next_deadline().is_none_or(|at| now_ns < at + STANDSTILL_NS) {
            return;
        }
        let all = self.slots.iter_mut().filter_map(|slot| slot.connection.as_deref_mut());
        all.for_each(|connection| connection.on_standstill(now_ns, &self.config));
        // All deadlines moved back: recompute the earliest.
        self.is_exact = false;
    }
}
