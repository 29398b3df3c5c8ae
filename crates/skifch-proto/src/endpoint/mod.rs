//! All connections of a process: the interface to the socket driver.

mod again;
mod application;
mod hello;
mod incoming;
mod outgoing;

use crate::burst::Burst;
use crate::config::Config;
use crate::connection::{Connection, Env, Link, Note, Reason, Stats};
use crate::counters::Counters;
use crate::deadlines::Deadlines;
use crate::handshake::{Limiter, Tokens};
use crate::memory::{Heap, Memory};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::net::SocketAddr;

pub use application::Append;

/// Identifies a connection of one endpoint; never reused, even after the connection is forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnectionId {
    index: u32,
    serial: u32,
}

/// Events to be handled by the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The connection is open: both sides receive each other's datagrams.
    Opened {
        /// The connection.
        id: ConnectionId,
        /// Its pair of channels.
        link: Link,
        /// Whether the peer initiated it.
        is_passive: bool,
    },
    /// There is room now for a message that found none before.
    Writable {
        /// The connection.
        id: ConnectionId,
    },
    /// This side has closed, and the peer has acknowledged everything sent.
    Closed {
        /// The connection.
        id: ConnectionId,
        /// Its pair of channels.
        link: Link,
    },
    /// The peer is gone: unacknowledged data may be lost. Messages received before can still be
    /// taken; `forget` frees the rest.
    Lost {
        /// The connection.
        id: ConnectionId,
        /// Its pair of channels.
        link: Link,
        /// Why it was lost.
        reason: Reason,
    },
}

struct Slot<M> {
    serial: u32,
    connection: Option<Box<Connection<M>>>,
}

/// The place in a receive ring that was handed to the driver by `landing`.
#[derive(Clone, Copy, Debug)]
struct Landing {
    index: usize,
    position: u64,
    len: usize,
}

/// The protocol state of one process. It has no locks of its own: every call needs exclusive
/// access.
///
/// Times are in nanoseconds of any monotonic clock. No call blocks, and none but
/// [`Self::append_lent`] allocates once the rings of its connections exist.
pub struct Endpoint<M = Heap> {
    config: Config,
    counters: Counters,
    tokens: Tokens,
    limiter: Limiter,
    slots: Vec<Slot<M>>,
    free: Vec<usize>,
    by_link: HashMap<Link, usize>,
    /// Connections by the token of the peer's end, if known.
    by_peer_token: BTreeSet<(u64, usize)>,
    listening: HashSet<u32>,
    deadlines: Deadlines,
    /// The earliest deadline is accurate; false if it may have moved back.
    is_exact: bool,
    /// A connection whose deadline may be earlier than the recorded one. Updating it is deferred,
    /// since nobody asks for it between a datagram and the reply.
    touched: Option<usize>,
    /// The connection of the last burst; its state is updated once the burst has been sent.
    spoken: Option<usize>,
    talkers: VecDeque<usize>,
    /// Connections with small messages that did not leave at once.
    waiting: Vec<usize>,
    readable: VecDeque<usize>,
    events: VecDeque<Event>,
    /// Connections that start when an earlier one of the same link has delivered everything.
    held: Vec<again::Held>,
    /// Unknown tokens, with the addresses that used them.
    resets: VecDeque<(SocketAddr, u64)>,
    landing: Option<Landing>,
    /// The connection that last received payload.
    last_heard: Option<usize>,
    scratch: Vec<u8>,
}

impl<M> std::fmt::Debug for Endpoint<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let connections = self.slots.len() - self.free.len();
        f.debug_struct("Endpoint").field("connections", &connections).finish_non_exhaustive()
    }
}

/// Builds the environment of a connection's methods.
macro_rules! env {
    ($endpoint:ident) => {
        Env { config: &$endpoint.config, counters: &mut $endpoint.counters }
    };
}
use env;

/// The connection of `id`, unless it was forgotten.
#[inline(always)]
fn living<M>(slots: &mut [Slot<M>], id: ConnectionId) -> Option<&mut Connection<M>> {
    let slot = slots.get_mut(id.index as usize)?;
    if slot.serial != id.serial {
        return None;
    }
    slot.connection.as_deref_mut()
}

impl<M: Memory> Endpoint<M> {
    /// Creates an endpoint without connections.
    ///
    /// # Errors
    /// A text saying which settings are inconsistent.
    pub fn new(config: Config) -> Result<Self, String> {
        if let Some(fault) = config.fault() {
            return Err(fault);
        }
        Ok(Self {
            tokens: Tokens::new(&config.random),
            config,
            counters: Counters::default(),
            limiter: Limiter::new(),
            slots: Vec::new(),
            free: Vec::new(),
            by_link: HashMap::new(),
            by_peer_token: BTreeSet::new(),
            listening: HashSet::new(),
            deadlines: Deadlines::default(),
            is_exact: true,
            touched: None,
            spoken: None,
            talkers: VecDeque::new(),
            waiting: Vec::new(),
            readable: VecDeque::new(),
            events: VecDeque::new(),
            held: Vec::new(),
            resets: VecDeque::new(),
            landing: None,
            last_heard: None,
            scratch: Vec::with_capacity(1 << 16),
        })
    }

    /// The settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Number of connections in any state that are not forgotten.
    pub fn connections(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Counters since the endpoint was created.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Statistics of a connection; `None` if it is forgotten.
    pub fn stats(&self, id: ConnectionId) -> Option<Stats> {
        self.get(id).map(Connection::stats)
    }

    /// Whether the peer's close has been received, even if not taken yet: scans all untaken
    /// messages.
    pub fn has_close(&self, id: ConnectionId) -> bool {
        self.get(id).is_some_and(|connection| connection.recv.has_close())
    }

    /// Bytes of the stream acknowledged by the peer.
    pub fn acked_bytes(&self, id: ConnectionId) -> u64 {
        self.get(id).map_or(0, |connection| connection.send.acked())
    }

    /// The channels of a connection; `None` if it is forgotten.
    pub fn link(&self, id: ConnectionId) -> Option<Link> {
        self.get(id).map(|connection| connection.link)
    }

    /// The address of a connection's peer; `None` if it is forgotten.
    pub fn address(&self, id: ConnectionId) -> Option<SocketAddr> {
        self.get(id).map(|connection| connection.address)
    }

    /// The next event, if any.
    #[inline]
    pub fn poll_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// When to call [`Self::on_timer`] at the latest, ns; `None` if nothing is due on either side.
    #[inline]
    pub fn next_deadline(&mut self) -> Option<u64> {
        self.arm_touched();
        if !self.is_exact {
            self.look_at_first();
        }
        self.deadlines.first().map(|(at, _)| at)
    }

    /// Whether [`Self::on_timer`] has work to do. Cheaper than [`Self::next_deadline`] for frequent
    /// polling, where mostly nothing is due.
    #[inline]
    pub fn is_due(&mut self, now_ns: u64) -> bool {
        self.arm_touched();
        // The earliest deadline may have moved back, but none is before it.
        let first = self.deadlines.first();
        first.is_some_and(|(at, _)| at <= now_ns)
            && self.next_deadline().is_some_and(|at| at <= now_ns)
    }

    /// Applies the deferred deadline update.
    #[inline(always)]
    fn arm_touched(&mut self) {
        if let Some(index) = self.touched.take() {
            self.arm(index);
        }
    }

    /// Sets the deadline of the connection at `index`, if it is earlier than the recorded one.
    fn arm(&mut self, index: usize) {
        let env = env!(self);
        if let Some(connection) = &self.slots[index].connection
            && let Some(at) = connection.deadline(&env)
            && self.deadlines.get(index).is_none_or(|armed| at < armed)
        {
            self.deadlines.set(index, Some(at));
        }
    }

    /// Deadlines that moved back are updated only when they come first, not each time.
    fn look_at_first(&mut self) {
        while let Some((at, index)) = self.deadlines.first() {
            let actual = self.actual_deadline(index);
            if actual == Some(at) {
                break;
            }
            self.deadlines.set(index, actual);
        }
        self.is_exact = true;
    }

    fn actual_deadline(&mut self, index: usize) -> Option<u64> {
        let connection = self.slots[index].connection.as_ref()?;
        connection.deadline(&env!(self))
    }

    /// Handles all timers that are due at `now_ns`.
    pub fn on_timer(&mut self, now_ns: u64) {
        self.note_standstill(now_ns);
        while let Some(at) = self.next_deadline()
            && at <= now_ns
            && let Some((_, index)) = self.deadlines.first()
            && let Some(connection) = &mut self.slots[index].connection
        {
            connection.on_timer(now_ns, &mut env!(self));
            self.settle(now_ns, index);
        }
    }

    #[inline(always)]
    fn get(&self, id: ConnectionId) -> Option<&Connection<M>> {
        let slot = self.slots.get(id.index as usize)?;
        if slot.serial != id.serial {
            return None;
        }
        slot.connection.as_deref()
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, id: ConnectionId) -> Option<&mut Connection<M>> {
        living(&mut self.slots, id)
    }

    fn id(&self, index: usize) -> ConnectionId {
        ConnectionId { index: index as u32, serial: self.slots[index].serial }
    }

    /// Updates the endpoint after any change of the connection at `index`: announces events, queues
    /// it, and marks its deadline as possibly changed. Returns whether the connection no longer
    /// exists.
    fn settle(&mut self, now_ns: u64, index: usize) -> bool {
        self.is_exact = false;
        let Some(connection) = &mut self.slots[index].connection else {
            return true;
        };
        if let Some(note) = connection.note.take()
            && self.announce(now_ns, index, note)
        {
            return true;
        }
        let env = env!(self);
        let Some(connection) = &mut self.slots[index].connection else {
            return true;
        };
        connection.note_blocked(now_ns);
        connection.calm = (0, 0);
        if !connection.is_queued && connection.is_talkative(now_ns, &env) {
            connection.is_queued = true;
            self.talkers.push_back(index);
        }
        if !connection.is_readable && connection.recv.is_readable() {
            connection.is_readable = true;
            self.readable.push_back(index);
        }
        let has_room = connection.refused.is_some_and(|len| connection.send.has_room(len));
        if has_room {
            connection.refused = None;
        }
        if let Some(other) = self.touched.replace(index).filter(|other| *other != index) {
            self.arm(other);
        }
        if has_room {
            let id = self.id(index);
            self.events.push_back(Event::Writable { id });
        }
        false
    }

    /// Announces `note`. Returns whether the connection no longer exists.
    fn announce(&mut self, now_ns: u64, index: usize, note: Note) -> bool {
        let Some(connection) = &self.slots[index].connection else {
            return true;
        };
        let (link, is_passive) = (connection.link, connection.is_passive);
        let id = self.id(index);
        match note {
            Note::Opened => {
                self.counters.connections_opened += 1;
                self.succeed(now_ns, index);
                self.events.push_back(Event::Opened { id, link, is_passive });
            }
            Note::Closed => self.events.push_back(Event::Closed { id, link }),
            Note::Lost(reason) => {
                self.counters.connections_lost += 1;
                self.promote(index);
                self.events.push_back(Event::Lost { id, link, reason });
            }
            Note::Forgotten => self.free(index),
        }
        note == Note::Forgotten
    }

    /// The connection at `index` has opened: the one to the peer's previous instance is lost.
    fn succeed(&mut self, now_ns: u64, index: usize) {
        let Some(connection) = &mut self.slots[index].connection else {
            return;
        };
        let link = connection.link;
        // A connection without predecessor is the link's already, or a later one waits for it.
        let Some(old) = connection.predecessor.take() else { return };
        if let Some(old_connection) = &mut self.slots[old].connection
            && old_connection.successor == Some(index)
        {
            old_connection.successor = None;
            old_connection.lose(Reason::Restarted);
            self.settle(now_ns, old);
        }
        self.by_link.insert(link, index);
    }

    /// The connection at `index` is over: its successor, if there is one, becomes the link's
    /// connection, so that no second one is started.
    fn promote(&mut self, index: usize) {
        let Some(connection) = &mut self.slots[index].connection else {
            return;
        };
        let link = connection.link;
        if let Some(next) = connection.successor.take()
            && let Some(successor) = &mut self.slots[next].connection
        {
            successor.predecessor = None;
            self.by_link.insert(link, next);
        }
    }

    /// Creates a connection in a free slot with a new token.
    fn make(&mut self, now_ns: u64, link: Link, address: SocketAddr) -> Option<usize> {
        let index = match self.free.pop() {
            Some(index) => index,
            None if self.slots.len() == crate::handshake::MAX_CONNECTIONS => return None,
            None => {
                self.slots.push(Slot { serial: 0, connection: None });
                self.slots.len() - 1
            }
        };
        let token = self.tokens.next(index);
        let connection = Connection::new(now_ns, link, address, token, &self.config);
        self.slots[index].connection = Some(Box::new(connection));
        Some(index)
    }

    /// Frees the slot of a connection.
    fn free(&mut self, index: usize) {
        self.promote(index);
        let Some(connection) = self.slots[index].connection.take() else {
            return;
        };
        if self.by_link.get(&connection.link) == Some(&index) {
            self.by_link.remove(&connection.link);
        }
        if let Some(other) = connection.predecessor
            && let Some(other) = &mut self.slots[other].connection
            && other.successor == Some(index)
        {
            other.successor = None;
        }
        self.by_peer_token.remove(&(connection.peer_token, index));
        self.slots[index].serial = self.slots[index].serial.wrapping_add(1);
        self.deadlines.set(index, None);
        self.is_exact = false;
        self.touched = self.touched.filter(|other| *other != index);
        self.spoken = self.spoken.filter(|other| *other != index);
        self.talkers.retain(|other| *other != index);
        self.waiting.retain(|other| *other != index);
        self.readable.retain(|other| *other != index);
        if self.last_heard == Some(index) {
            self.last_heard = None;
        }
        if self.landing.is_some_and(|landing| landing.index == index) {
            self.landing = None;
        }
        self.free.push(index);
    }

    /// The connection of a burst, if it still exists.
    fn of_burst(&self, burst: &Burst) -> Option<&Connection<M>> {
        let (index, token) = burst.connection?;
        let connection = self.slots.get(index)?.connection.as_deref()?;
        (connection.token == token).then_some(connection)
    }

    /// The pieces of a burst with a single datagram, some of which may be empty.
    #[inline]
    pub fn only_parts<'a>(&'a self, burst: &'a Burst) -> [&'a [u8]; 4] {
        let Some(segment) = burst.segments.first() else { return [&[]; 4] };
        let pieces = match self.of_burst(burst) {
            Some(connection) if segment.len > 0 => {
                connection.send.pieces(segment.start, segment.len)
            }
            _ => [&[][..], &[]],
        };
        let padding = &crate::burst::ZEROS[..segment.padding];
        [&burst.heads[segment.head.clone()], pieces[0], pieces[1], padding]
    }

    /// The pieces of a burst in wire order, for a gathering send.
    pub fn parts<'a>(&'a self, burst: &'a Burst) -> impl Iterator<Item = &'a [u8]> {
        let connection = self.of_burst(burst);
        let parts = burst.segments.iter().flat_map(move |segment| {
            let pieces = match connection {
                Some(connection) => connection.send.pieces(segment.start, segment.len),
                None => [&[][..], &[]],
            };
            let padding = &crate::burst::ZEROS[..segment.padding];
            [&burst.heads[segment.head.clone()], pieces[0], pieces[1], padding]
        });
        parts.filter(|part| !part.is_empty())
    }
}
