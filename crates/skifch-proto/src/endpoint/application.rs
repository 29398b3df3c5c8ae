//! The side of the application: messages in, messages out.

use super::{ConnectionId, Endpoint, env, living};
use crate::connection::{Connection, Env, Link, Reason};
use crate::memory::{Memory, Pieces, PiecesMut};
use crate::recv_ring::{Taken, Turn};
use std::net::SocketAddr;

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Append {
    /// It is in the window and will arrive, or the peer will be reported lost.
    Taken,
    /// No room now; an [`super::Event::Writable`] tells when there is. Nothing was taken.
    NoRoom,
    /// Longer than `Config::max_message`.
    TooLong,
    /// The connection is closed or lost, or the id is of no use any more.
    Gone,
}

impl<M: Memory> Endpoint<M> {
    /// Lets peers begin connections to the channel `local`.
    pub fn listen(&mut self, local: u32) {
        self.listening.insert(local);
    }

    /// Lets them no more; connections that there are stay.
    pub fn stop_listening(&mut self, local: u32) {
        self.listening.remove(&local);
    }

    /// The connection of two channels, begun now if there is none, or when an earlier one that was
    /// closed has brought over what it had. Messages may be appended at once. `None` if there are
    /// 2^24 already.
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

    /// The application has an id that it may send by.
    fn want(&mut self, id: ConnectionId) {
        if let Some(connection) = self.get_mut(id) {
            connection.is_wanted = true;
        }
    }

    /// The living connection of two channels.
    pub fn find(&self, link: Link) -> Option<ConnectionId> {
        let id = self.id(*self.by_link.get(&link)?);
        self.get(id).filter(|connection| connection.is_writable()).map(|_| id)
    }

    /// Takes one message made of `parts`, which may be empty: all of it or nothing.
    ///
    /// It leaves at once if nothing is on its way to the peer; otherwise with others, in a full
    /// datagram, or `Config::coalesce_ns` after the last one, or with the next [`Self::flush`].
    /// `now_ns` may be as old as the caller's last look at the clock.
    #[inline]
    pub fn append(&mut self, now_ns: u64, id: ConnectionId, parts: &[&[u8]]) -> Append {
        let Self { slots, config, counters, .. } = self;
        let Some(connection) = living(slots, id).filter(|it| it.is_writable()) else {
            return Append::Gone;
        };
        let len = parts.iter().fold(0_usize, |sum, part| sum.saturating_add(part.len()));
        if len > config.max_message {
            return Append::TooLong;
        }
        if !connection.send.append(len, parts) {
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

    /// Room for a message of up to `len` bytes, to be filled and then sent by [`Self::commit`].
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

    /// Sends the first `len` bytes of what was claimed. Without a claim that was granted just
    /// before it is an error of the caller and does nothing: `false`.
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

    /// Something was written that may leave now, or wait for a time.
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

    /// Whether the connection is in the queue, or has its deadline, if it needs one of the two.
    fn is_at_rest(&mut self, now_ns: u64, index: usize) -> bool {
        if self.spoken == Some(index) {
            // It is looked at with the next `poll_transmit`.
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

    /// Lets further writing to this peer pass without a look at it, as far as it changes nothing.
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

    /// What was written to this peer leaves with the next `poll_transmit`.
    pub fn flush(&mut self, now_ns: u64, id: ConnectionId) {
        if self.get_mut(id).is_some_and(Connection::flush) {
            self.settle(now_ns, id.index as usize);
        }
    }

    /// [`Self::flush`] for every peer that something was written to: for a program that finds
    /// nothing to do. It costs as much as there are such peers.
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

    /// An acknowledgement to this peer that is held back for company leaves with the next
    /// `poll_transmit`: for a program that is about to sleep, or has to wait for room.
    pub fn answer(&mut self, now_ns: u64, id: ConnectionId) {
        if let Some(connection) = self.get_mut(id) {
            connection.answer();
            self.settle(now_ns, id.index as usize);
        }
    }

    /// The memory of what is sent to this peer, for a driver whose memory has owners: a claim can
    /// be filled while the connection goes.
    pub fn send_memory(&self, id: ConnectionId) -> Option<&M> {
        self.get(id).map(|connection| connection.send.memory())
    }

    /// The memory of what this peer sends: a message that is shown can outlive the connection.
    pub fn recv_memory(&self, id: ConnectionId) -> Option<&M> {
        self.get(id).map(|connection| connection.recv.memory())
    }

    /// Whether [`Self::poll_event`] or [`Self::poll_readable`] has something.
    #[inline]
    pub fn has_some_to_tell(&self) -> bool {
        !(self.events.is_empty() && self.readable.is_empty())
    }

    /// A connection that something came in for, each once; `take` until it is empty.
    #[inline]
    pub fn poll_readable(&mut self) -> Option<ConnectionId> {
        let index = self.readable.pop_front()?;
        if let Some(connection) = &mut self.slots[index].connection {
            connection.is_readable = false;
        }
        Some(self.id(index))
    }

    /// Takes the next message; its bytes stay at [`Self::shown`] until [`Self::release`].
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
            // The usual end of a batch.
            None if connection.recv.is_read() && !connection.is_gone() => Turn::Empty,
            None => self.take_other(now_ns, id),
        }
    }

    /// Takes what is no whole message: nothing, the end of the stream, or nonsense.
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

    /// The bytes of a message that was taken: one piece, or two if it wraps in the ring.
    #[inline]
    pub fn shown(&self, id: ConnectionId, taken: Taken) -> Pieces<'_> {
        self.get(id).map_or([&[], &[]], |it| it.recv.pieces(taken.position, taken.len))
    }

    /// Gives the room of all messages taken from this peer back.
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

    /// Whether somebody waits for this peer: then its death is noticed even while nothing is on its
    /// way to it, and it is asked for a sign of life every `Config::keep_alive_ns` of silence.
    pub fn watch(&mut self, now_ns: u64, id: ConnectionId, is_watched: bool) {
        if let Some(connection) = self.get_mut(id) {
            connection.is_watched = is_watched;
            self.settle(now_ns, id.index as usize);
        }
    }

    /// When the peer was heard last, also by a hello, which does not prove yet that it hears us; 0
    /// if never.
    pub fn heard_ns(&self, id: ConnectionId) -> u64 {
        self.get(id).map_or(0, Connection::heard_ns)
    }

    /// Asks the peer for a sign of life, now.
    pub fn ask(&mut self, now_ns: u64, id: ConnectionId) {
        if let Some(connection) = self.get_mut(id) {
            connection.ask();
            self.settle(now_ns, id.index as usize);
        }
    }

    /// The driver knows from elsewhere that the peer is gone: the connection is lost, unless it is
    /// closed, and takes nothing more.
    pub fn give_up(&mut self, now_ns: u64, id: ConnectionId) {
        if let Some(connection) = self.get_mut(id).filter(|it| it.is_writable()) {
            connection.lose(Reason::GivenUp);
            self.settle(now_ns, id.index as usize);
        }
    }

    /// Nothing more will be sent. What was sent still arrives: [`super::Event::Closed`] says that
    /// it has, [`super::Event::Lost`] that it has not. What the peer sends can still be taken,
    /// until it has closed too or `Config::linger_ns` is over; then the connection frees itself.
    pub fn close(&mut self, now_ns: u64, id: ConnectionId) {
        let Self { slots, config, .. } = self;
        if let Some(connection) = living(slots, id) {
            connection.close(now_ns, config);
            self.settle(now_ns, id.index as usize);
        }
    }

    /// Connections whose peer has not acknowledged everything: at zero nothing that was sent can be
    /// lost by ending the process. The peer may still miss the last acknowledgement, and cannot
    /// know it from a death; so processes meet at a barrier of another kind, or stay for a moment.
    pub fn unfinished(&self) -> usize {
        let all = self.slots.iter().filter_map(|slot| slot.connection.as_deref());
        all.filter(|it| !it.is_gone() && it.send.unacked() > 0).count()
    }

    /// Frees a connection that is lost. One that is not is dropped without a word to anybody.
    pub fn forget(&mut self, id: ConnectionId) {
        if self.get(id).is_some() {
            self.free(id.index as usize);
        }
    }
}
