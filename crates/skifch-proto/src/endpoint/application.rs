//! The interface to the application: sending and receiving messages.

use super::{ConnectionId, Endpoint, env, living};
use crate::connection::{Connection, Env, Link, Reason};
use crate::memory::{Memory, Pieces, PiecesMut};
use crate::recv_ring::{Taken, Turn};
use crate::send_ring::SendRing;
use std::net::SocketAddr;

/// Result of appending a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Append {
    /// Accepted into the window; it will arrive, or the peer will be reported lost.
    Taken,
    /// No room now; [`super::Event::Writable`] will report when there is. Nothing was accepted.
    NoRoom,
    /// Longer than `Config::max_message`.
    TooLong,
    /// The connection is closed or lost, or the id is no longer valid.
    Gone,
}

impl<M: Memory> Endpoint<M> {
    /// Lets peers open connections to the channel `local`.
    pub fn listen(&mut self, local: u32) {
        self.listening.insert(local);
    }

    /// Lets peers open no more connections to `local`; existing ones stay.
    pub fn stop_listening(&mut self, local: u32) {
        self.listening.remove(&local);
    }

    /// Returns the connection of two channels. If there is none, it is started: now, or when an
    /// earlier, closed one has delivered its data. Messages may be appended at once. `None` if
    /// there are 2^24 connections already.
    pub fn connect(&mut self, now_ns: u64, link: Link, to: SocketAddr) -> Option<ConnectionId> {
        if let Some(id) = self.find(link) {
            self.want(id);
            return Some(id);
        }
        let before = self.draining(link);
        let index = self.make(now_ns, link, to)?;
        self.by_link.insert(link, index);
        self.want(self.id(index));
        if let Some(before) = before {
            self.hold(index, before);
        }
        self.settle(now_ns, index);
        Some(self.id(index))
    }

    /// Marks the connection as requested by the application.
    fn want(&mut self, id: ConnectionId) {
        if let Some(connection) = self.get_mut(id) {
            connection.is_wanted = true;
        }
    }

    /// The writable connection of two channels.
    pub fn find(&self, link: Link) -> Option<ConnectionId> {
        let id = self.id(*self.by_link.get(&link)?);
        self.get(id).filter(|connection| connection.is_writable()).map(|_| id)
    }

    /// Appends one message made of `parts`, which may be empty: all of it or nothing.
    ///
    /// It leaves at once if nothing is in flight to the peer; otherwise coalesced in a full
    /// datagram, `Config::coalesce_ns` after the last datagram, or at the next [`Self::flush`].
    /// `now_ns` may be as old as the caller's last clock reading.
    #[inline]
    pub fn append(&mut self, now_ns: u64, id: ConnectionId, parts: &[&[u8]]) -> Append {
        let len = parts.iter().fold(0_usize, |sum, part| sum.saturating_add(part.len()));
        self.append_by(now_ns, id, len, |send| send.append(len, parts))
    }

    /// Appends one message: `head`, and then the bytes of `body`. These are not copied, and must
    /// stay as they are: `body` is dropped when the peer has received them, when the connection is
    /// removed, or when [`Self::take_back`] is called with this key, which others may have too.
    /// Otherwise as [`Self::append`].
    pub fn append_lent(
        &mut self,
        now_ns: u64,
        id: ConnectionId,
        head: &[u8],
        body: impl AsRef<[u8]> + Send + 'static,
        key: u64,
    ) -> Append {
        let len = head.len().saturating_add(body.as_ref().len());
        self.append_by(now_ns, id, len, |send| send.append_lent(head, body, key))
    }

    /// Ends the loans of this key, to whichever peer: what one has not received yet is copied to
    /// its place in the window.
    pub fn take_back(&mut self, key: u64) {
        for connection in self.slots.iter_mut().filter_map(|slot| slot.connection.as_deref_mut()) {
            connection.send.take_back(key);
        }
    }

    /// Appends a message of `len` bytes, which `write` writes if there is room.
    #[inline(always)]
    fn append_by(
        &mut self,
        now_ns: u64,
        id: ConnectionId,
        len: usize,
        write: impl FnOnce(&mut SendRing<M>) -> bool,
    ) -> Append {
        let Self { slots, config, counters, .. } = self;
        let Some(connection) = living(slots, id).filter(|it| it.is_writable()) else {
            return Append::Gone;
        };
        if len > config.max_message {
            return Append::TooLong;
        }
        if !write(&mut connection.send) {
            connection.refused = Some(len);
            return Append::NoRoom;
        }
        counters.messages_sent += 1;
        if connection.on_written(now_ns) {
            self.rouse(now_ns, id.index as usize);
        }
        debug_assert!(self.is_at_rest(now_ns, id.index as usize));
        Append::Taken
    }

    /// How many bytes of a stream one datagram to this peer carries now; 0 if the connection is
    /// gone.
    pub fn carried_bytes(&self, id: ConnectionId) -> usize {
        self.get(id).map_or(0, Connection::carried_bytes)
    }

    /// Room for a message of up to `len` bytes, to be filled and then sent with [`Self::commit`].
    ///
    /// # Errors
    /// As [`Self::append`], never [`Append::Taken`].
    pub fn claim(&mut self, id: ConnectionId, len: usize) -> Result<PiecesMut<'_>, Append> {
        let most = self.config.max_message;
        let Some(connection) = self.get_mut(id).filter(|it| it.is_writable()) else {
            return Err(Append::Gone);
        };
        if len > most {
            return Err(Append::TooLong);
        }
        if !connection.send.has_room(len) {
            connection.refused = Some(len);
            return Err(Append::NoRoom);
        }
        connection.send.claim(len).ok_or(Append::NoRoom)
    }

    /// Sends the first `len` bytes of the claimed room. Returns `false` and does nothing without a
    /// claim granted just before, which is an error of the caller.
    pub fn commit(&mut self, now_ns: u64, id: ConnectionId, len: usize) -> bool {
        let Self { slots, config, counters, .. } = self;
        let granted = living(slots, id).filter(|connection| {
            connection.is_writable() && len <= config.max_message && connection.send.has_room(len)
        });
        let Some(connection) = granted else {
            return false;
        };
        connection.send.commit(len);
        counters.messages_sent += 1;
        if connection.on_written(now_ns) {
            self.rouse(now_ns, id.index as usize);
        }
        debug_assert!(self.is_at_rest(now_ns, id.index as usize));
        true
    }

    /// Handles new data that may leave now, or is held back for a time.
    fn rouse(&mut self, now_ns: u64, index: usize) {
        let env = env!(self);
        let Some(connection) = &mut self.slots[index].connection else {
            return;
        };
        if connection.is_talkative(now_ns, &env) {
            connection.is_queued = true;
            self.talkers.push_back(index);
        } else if let Some(at) = connection.coalesce_due(&env)
            && self.deadlines.get(index).is_none_or(|armed| at < armed)
        {
            self.deadlines.set(index, Some(at));
            self.is_exact = false;
        } else if connection.send.is_blocked() {
            self.settle(now_ns, index);
        }
        self.calm_down(index);
    }

    /// Whether the connection is queued or has its deadline set, if it needs one of the two.
    fn is_at_rest(&mut self, now_ns: u64, index: usize) -> bool {
        if self.spoken == Some(index) {
            // The next `poll_transmit` updates it.
            return true;
        }
        let (armed, env) = (self.deadlines.get(index), env!(self));
        let is_put_off = self.touched == Some(index);
        self.slots[index].connection.as_deref().is_none_or(|connection| {
            let due = connection.coalesce_due(&env);
            let is_armed = due.is_none_or(|at| armed.is_some_and(|armed| armed <= at));
            connection.is_queued
                || !connection.is_talkative(now_ns, &env) && (is_armed || is_put_off)
        })
    }

    /// Lets further messages to this peer skip the update as long as they change nothing.
    fn calm_down(&mut self, index: usize) {
        let env = env!(self);
        if let Some(connection) = &mut self.slots[index].connection
            && !connection.is_queued
        {
            connection.calm_down(&env);
            if !std::mem::replace(&mut connection.is_waiting, true) {
                self.waiting.push(index);
            }
        }
    }

    /// Releases data held back for coalescing; it leaves with the next `poll_transmit`.
    pub fn flush(&mut self, now_ns: u64, id: ConnectionId) {
        if self.get_mut(id).is_some_and(Connection::flush) {
            self.settle(now_ns, id.index as usize);
        }
    }

    /// [`Self::flush`] for every peer with data held back, for a program that is idle. The cost is
    /// proportional to the number of such peers.
    #[inline]
    pub fn flush_all(&mut self, now_ns: u64) {
        while let Some(index) = self.waiting.pop() {
            if let Some(connection) = &mut self.slots[index].connection {
                connection.is_waiting = false;
                if connection.flush() {
                    self.settle(now_ns, index);
                }
            }
        }
    }

    /// Releases a delayed acknowledgement to this peer; it leaves with the next `poll_transmit`.
    /// For a program that is about to sleep or has to wait for room.
    pub fn answer(&mut self, now_ns: u64, id: ConnectionId) {
        if let Some(connection) = self.get_mut(id) {
            connection.answer();
            self.settle(now_ns, id.index as usize);
        }
    }

    /// The memory of the send window, for a driver with reference-counted memory: a claim can then
    /// be filled even if the connection is removed.
    pub fn send_memory(&self, id: ConnectionId) -> Option<&M> {
        self.get(id).map(|connection| connection.send.memory())
    }

    /// The memory of the receive ring: a message being read can then outlive the connection.
    pub fn recv_memory(&self, id: ConnectionId) -> Option<&M> {
        self.get(id).map(|connection| connection.recv.memory())
    }

    /// Whether [`Self::poll_event`] or [`Self::poll_readable`] has something.
    #[inline]
    pub fn has_some_to_tell(&self) -> bool {
        !(self.events.is_empty() && self.readable.is_empty())
    }

    /// The next connection with received data, each reported once; `take` until it is empty.
    #[inline]
    pub fn poll_readable(&mut self) -> Option<ConnectionId> {
        let index = self.readable.pop_front()?;
        if let Some(connection) = &mut self.slots[index].connection {
            connection.is_readable = false;
        }
        Some(self.id(index))
    }

    /// Takes the next message; its bytes stay available with [`Self::shown`] until
    /// [`Self::release`].
    #[inline]
    pub fn take(&mut self, now_ns: u64, id: ConnectionId) -> Turn {
        let Some(connection) = living(&mut self.slots, id) else {
            return Turn::Closed;
        };
        match connection.recv.message() {
            Some(taken) => {
                self.counters.messages_received += 1;
                Turn::Message(taken)
            }
            // The common end of a batch.
            None if connection.recv.is_read() && !connection.is_gone() => Turn::Empty,
            None => self.take_other(now_ns, id),
        }
    }

    /// Handles anything but a whole message: nothing, the end of the stream, or a violation.
    #[cold]
    fn take_other(&mut self, now_ns: u64, id: ConnectionId) -> Turn {
        let Some(connection) = living(&mut self.slots, id) else {
            return Turn::Closed;
        };
        match connection.recv.turn() {
            Ok(Turn::Empty) if connection.is_gone() => return Turn::Closed,
            Ok(Turn::Closed) => connection.finish(now_ns),
            Ok(turn) => return turn,
            Err(_) => connection.lose(Reason::Violation),
        }
        self.settle(now_ns, id.index as usize);
        Turn::Closed
    }

    /// The bytes of a message that was taken: one piece, or two if it wraps around the ring's end.
    #[inline]
    pub fn shown(&self, id: ConnectionId, taken: Taken) -> Pieces<'_> {
        self.get(id).map_or([&[], &[]], |it| it.recv.pieces(taken.position, taken.len))
    }

    /// Releases the space of all messages taken from this peer.
    #[inline]
    pub fn release(&mut self, now_ns: u64, id: ConnectionId) {
        let Self { slots, config, .. } = self;
        let Some(connection) = living(slots, id) else {
            return;
        };
        if connection.release(config) {
            self.settle(now_ns, id.index as usize);
        }
    }

    /// Sets whether somebody waits for this peer. If so, its death is detected even if nothing is
    /// in flight to it: it is probed after every `Config::keep_alive_ns` of silence.
    pub fn watch(&mut self, now_ns: u64, id: ConnectionId, is_watched: bool) {
        if let Some(connection) = self.get_mut(id) {
            connection.is_watched = is_watched;
            self.settle(now_ns, id.index as usize);
        }
    }

    /// When the peer was last heard, ns; a hello counts, although it does not prove that the peer
    /// hears us. 0 if never.
    pub fn heard_ns(&self, id: ConnectionId) -> u64 {
        self.get(id).map_or(0, Connection::heard_ns)
    }

    /// Since when the peer owes an answer, ns; `None` if it owes none.
    pub fn owed_since_ns(&self, id: ConnectionId) -> Option<u64> {
        self.get(id)?.owed_since_ns()
    }

    /// Probes the peer now.
    pub fn ask(&mut self, now_ns: u64, id: ConnectionId) {
        if let Some(connection) = self.get_mut(id) {
            connection.ask();
            self.settle(now_ns, id.index as usize);
        }
    }

    /// The driver has learnt elsewhere that the peer is gone: the connection is lost, unless it is
    /// closed, and accepts nothing more.
    pub fn give_up(&mut self, now_ns: u64, id: ConnectionId) {
        if let Some(connection) = self.get_mut(id).filter(|it| it.is_writable()) {
            connection.lose(Reason::GivenUp);
            self.settle(now_ns, id.index as usize);
        }
    }

    /// Closes this side's stream. Data sent before is still delivered: [`super::Event::Closed`]
    /// reports success, [`super::Event::Lost`] failure. Data from the peer can still be taken until
    /// it has closed too or `Config::linger_ns` has passed; then the connection frees itself.
    pub fn close(&mut self, now_ns: u64, id: ConnectionId) {
        let Self { slots, config, .. } = self;
        if let Some(connection) = living(slots, id) {
            connection.close(now_ns, config);
            self.settle(now_ns, id.index as usize);
        }
    }

    /// Number of connections with unacknowledged data: at zero, ending the process loses nothing
    /// that was sent. The peer may still miss the last acknowledgement, which it cannot tell from a
    /// death; so processes should meet at another kind of barrier, or stay for a moment.
    pub fn unfinished(&self) -> usize {
        let all = self.slots.iter().filter_map(|slot| slot.connection.as_deref());
        all.filter(|it| !it.is_gone() && it.send.unacked() > 0).count()
    }

    /// Frees a lost connection. One that is not lost is dropped without notice to anybody.
    pub fn forget(&mut self, id: ConnectionId) {
        if self.get(id).is_some() {
            self.free(id.index as usize);
        }
    }
}
