//! What begins again: a link that was closed and opened at once, and time after a standstill.

use super::{ConnectionId, Endpoint};
use crate::connection::Link;
use crate::connection::Phase;
use crate::memory::Memory;

/// Nobody who runs lets a deadline pass by so long.
const STANDSTILL_NS: u64 = 1_000_000_000;

/// A connection that waits for an earlier one of its link.
#[derive(Debug)]
pub(super) struct Held {
    id: ConnectionId,
    before: ConnectionId,
}

impl<M: Memory> Endpoint<M> {
    /// The connection of `link` that was closed and still has something to bring over. A new one
    /// that began beside it would end it at the peer, with what is on its way.
    pub(super) fn draining(&self, link: Link) -> Option<ConnectionId> {
        let id = self.id(*self.by_link.get(&link)?);
        let connection = self.get(id)?;
        let has_more = connection.send.is_closed() && !connection.send.is_drained();
        (has_more && !connection.is_gone()).then_some(id)
    }

    /// Lets the connection at `index` begin when the one `before` is done.
    pub(super) fn hold(&mut self, index: usize, before: ConnectionId) {
        let id = self.id(index);
        if let Some(connection) = self.get_mut(id) {
            connection.hold();
            self.held.push(Held { id, before });
        }
    }

    /// Lets those begin whose time has come.
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

    /// The connection at `index`, or the one before it that it waits for and that opens first.
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

    /// A deadline that is over for so long shows that this process did not run, or its machine did
    /// not: then nobody was silent towards it.
    pub(super) fn note_standstill(&mut self, now_ns: u64) {
        if self.next_deadline().is_none_or(|at| now_ns < at + STANDSTILL_NS) {
            return;
        }
        let all = self.slots.iter_mut().filter_map(|slot| slot.connection.as_deref_mut());
        all.for_each(|connection| connection.on_standstill(now_ns, &self.config));
        // All moved back: the first is looked at again.
        self.is_exact = false;
    }
}
