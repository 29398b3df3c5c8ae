//! Memory segments over this backend: each pair of processes has a connection for them in addition
//! to those of its channels, and the thread that polls the network executes the requests arriving
//! on it.

use crate::channel::{Channel, End, Lane};
use crate::net::{Core, State};
use crate::open::UdpDomain;
use crate::ring::Ring;
use crate::segment::{self, Driver, Engine, RemoteSegment, Traffic};
use crate::{clock, close};
use skifch_backend::abi::{MAX_PORT, NetAddr, RANK_BITS, netaddr, rank_of};
use skifch_backend::{Error, HostRef, is_news};
use skifch_proto::{Append, ConnectionId, Link, Memory as _, Turn};
use std::ffi::c_void;
use std::ptr::NonNull;
use std::time::Duration;

/// The error text for a rank that has closed its end.
const LEFT: &str = "it has left the job";
/// Larger than any rank of a job: marks an address that is not a channel's.
const MARK: u32 = 1 << (RANK_BITS - 1);
/// Poll interval in ns of a process that only issues requests.
const LOOK_NS: u64 = 20_000;
/// Maximum delay in ns of requests held back for coalescing.
const COMPANY_NS: u64 = 20_000;
/// Polls of a waiting call, about 60 us, before it sleeps. A sleep ends as soon as data arrives,
/// while a yield may let other programs run for milliseconds.
const SPINS: u32 = 150;
/// On an oversubscribed host: the number of polls, each followed by a yield.
const YIELDS: u32 = 30;
/// Longest sleep of a waiting call, in case the helper receives what it waits for.
const NAP: Duration = Duration::from_millis(1);

/// The segment type of this backend.
pub(crate) type UdpSegment = RemoteSegment<Core>;

/// The segments' part of the shared state.
pub(crate) struct Memory {
    /// Taken out while a call on a segment uses it.
    engine: Option<Box<Engine>>,
    /// The connection to each rank.
    ways: Vec<Option<ConnectionId>>,
    /// When to send requests or replies that were held back.
    due_ns: Option<u64>,
    /// When something last arrived.
    heard_ns: u64,
}

/// The address of a rank's end of a segment connection.
fn addr(rank: u32) -> NetAddr {
    netaddr(rank | MARK, MAX_PORT)
}

/// Whether an address was made by [`addr`].
pub(crate) fn is_memory(addr: NetAddr) -> bool {
    addr >= netaddr(MARK, MAX_PORT)
}

fn rank_at(addr: NetAddr) -> u32 {
    rank_of(addr) & !MARK
}

/// The rank of an address, of a channel or of a segment connection.
pub(crate) fn owner_of(addr: NetAddr) -> u32 {
    if is_memory(addr) { rank_at(addr) } else { rank_of(addr) }
}

impl Memory {
    pub(crate) fn new(host: &HostRef) -> Self {
        let (rank, ranks) = (host.rank(), host.job_size());
        let engine = Some(Box::new(Engine::new(rank, ranks)));
        Self { engine, ways: vec![None; ranks as usize], due_ns: None, heard_ns: 0 }
    }

    /// The address at which segment connections to this process end.
    pub(crate) fn addr(host: &HostRef) -> NetAddr {
        addr(host.rank())
    }

    pub(crate) fn due_ns(&self) -> Option<u64> {
        self.due_ns
    }

    /// What is held back now is never due.
    #[cfg(test)]
    pub(crate) fn postpone(&mut self) {
        self.due_ns = self.due_ns.map(|_| u64::MAX);
    }

    /// Counters of the traffic caused by segments.
    pub(crate) fn traffic(&self) -> Traffic {
        self.engine.as_ref().map(|engine| engine.traffic()).unwrap_or_default()
    }

    /// How often other ranks have written to this rank's memory.
    fn changes(&self) -> u64 {
        self.engine.as_ref().map_or(0, |engine| engine.changes())
    }

    /// Whether something arrived at `since_ns` or later.
    pub(crate) fn has_heard(&self, since_ns: u64) -> bool {
        self.heard_ns >= since_ns
    }

    /// All connections with their ranks.
    pub(crate) fn all_ways(&self) -> impl Iterator<Item = (ConnectionId, u32)> {
        (0..).zip(&self.ways).filter_map(|(rank, way)| Some(((*way)?, rank)))
    }

    /// The connection to `rank`, if any.
    pub(crate) fn way(&self, rank: u32) -> Option<ConnectionId> {
        *self.ways.get(rank as usize)?
    }
}

impl State {
    /// Runs `act` with the engine; this state provides its links.
    fn with_engine<T>(&mut self, act: impl FnOnce(&mut Engine, &mut Self) -> T) -> Option<T> {
        // Nothing in `act` polls the network, so nobody else needs the engine meanwhile.
        let mut engine = self.memory.engine.take()?;
        let done = act(&mut engine, self);
        self.memory.engine = Some(engine);
        Some(done)
    }

    /// Sends as much as there is room for, and sets the deadline for the rest.
    pub(crate) fn pump_memory(&mut self) {
        let is_left = self.with_engine(Engine::pump).unwrap_or(false);
        self.memory.due_ns = is_left.then_some(self.now_ns + COMPANY_NS);
    }

    /// Does the same, if the deadline has passed.
    pub(crate) fn pump_memory_if_due(&mut self) {
        if self.memory.due_ns.is_some_and(|at| at <= self.now_ns) {
            self.pump_memory();
        }
    }

    pub(crate) fn on_memory_opened(&mut self, id: ConnectionId, link: Link) {
        let rank = rank_at(link.remote);
        // A rank that was given up is no longer heard, and must not wait for replies.
        let is_gone = self.memory.engine.as_ref().is_some_and(|engine| engine.is_gone(rank));
        let Some(way) = self.memory.ways.get_mut(rank as usize).filter(|_| !is_gone) else {
            return self.endpoint.forget(id);
        };
        *way = Some(id);
        self.helper.is_needed = true;
    }

    /// A rank is lost: what it sent before is executed first.
    pub(crate) fn on_memory_lost(&mut self, id: ConnectionId, link: Link, end: End) {
        self.hear_memory(id, link);
        let words = if self.has_left(id) { LEFT.to_owned() } else { end.to_string() };
        self.lose_memory(id, rank_at(link.remote), &words);
    }

    /// Executes what arrived. A rank that left is removed here; one that was lost, with its event.
    pub(crate) fn on_memory_readable(&mut self, id: ConnectionId, link: Link) {
        self.hear_memory(id, link);
        if self.has_left(id) {
            let rank = rank_at(link.remote);
            // Ours is closed too, which confirms the close of the rank: it waits for that.
            self.close_memory(id, rank);
            self.set_lost(id, rank, LEFT);
        }
    }

    /// Whether the rank has closed its end, and all that it sent before has been executed.
    fn has_left(&self, id: ConnectionId) -> bool {
        self.endpoint.stats(id).is_some_and(|stats| stats.is_closed_by_peer)
    }

    fn lose_memory(&mut self, id: ConnectionId, rank: u32, why: &str) {
        self.endpoint.forget(id);
        self.set_lost(id, rank, why);
    }

    fn set_lost(&mut self, id: ConnectionId, rank: u32, why: &str) {
        if let Some(way) = self.memory.ways.get_mut(rank as usize).filter(|way| **way == Some(id)) {
            *way = None;
            self.with_engine(|engine, _| engine.on_lost(rank, libc::EPIPE, why));
        }
    }

    /// Executes the requests and processes the replies that have arrived.
    fn hear_memory(&mut self, id: ConnectionId, link: Link) {
        let rank = rank_at(link.remote);
        self.memory.heard_ns = self.now_ns;
        let changes = self.memory.changes();
        // A reference is held, since executing requests needs the rest of the state mutably.
        let ring = self.endpoint.recv_memory(id).cloned();
        while let Turn::Message(taken) = self.endpoint.take(self.now_ns, id) {
            let pieces = ring.as_ref().map(|ring: &Ring| ring.pieces(taken.position, taken.len));
            let pieces = pieces.unwrap_or_default();
            let heard = self.with_engine(|engine, state| engine.on_message(state, rank, &pieces));
            self.endpoint.release(self.now_ns, id);
            if let Some(Err(error)) = heard {
                self.host.log(skifch_backend::abi::LogLevel::Warn, error);
                return self.lose_memory(id, rank, "it broke the protocol");
            }
        }
        if self.memory.changes() != changes {
            self.channels.iter().flatten().for_each(Channel::wake_receiver);
        }
    }

    /// Whether memory of this rank changed since the last call: for `Events::MEMORY`.
    pub(crate) fn has_memory_changed(&self) -> bool {
        is_news(std::ptr::from_ref(self).addr(), self.memory.changes())
    }

    /// The link of a connection, if it is an open segment connection.
    pub(crate) fn memory_link(&self, id: ConnectionId) -> Option<Link> {
        self.endpoint.link(id).filter(|link| is_memory(link.local) && !self.lanes.contains_key(&id))
    }

    /// Orderly leave: sends outstanding requests, then closes the connections. Returns whether that
    /// is done; to be called again until then.
    pub(crate) fn leave_memory(&mut self) -> bool {
        self.pump_memory();
        if self.memory.due_ns.is_some() {
            return false;
        }
        for rank in 0..self.memory.ways.len() {
            if let Some(id) = self.memory.ways[rank].take() {
                self.close_memory(id, rank as u32);
            }
        }
        true
    }

    /// Closes our end; the rest goes on as with the connections of a closed channel.
    fn close_memory(&mut self, id: ConnectionId, rank: u32) {
        let peer = addr(rank);
        let lane = Lane { owner: None, peer, is_open: true, is_ready: false, end: None };
        self.lanes.insert(id, lane);
        self.leave(id, true);
    }
}

impl segment::Link for State {
    fn max_message(&self) -> usize {
        self.endpoint.config().max_message
    }

    fn try_send(&mut self, rank: u32, parts: &[&[u8]]) -> Result<bool, Error> {
        self.now_ns = clock::now_ns();
        self.note_call();
        let id = match self.memory.way(rank) {
            Some(id) => id,
            None => self.begin_memory(rank)?,
        };
        match self.endpoint.append(self.now_ns, id, parts) {
            Append::Taken => {
                self.unflushed = Some(id);
                self.transmit()?;
                Ok(true)
            }
            Append::NoRoom => {
                self.endpoint.answer(self.now_ns, id);
                self.endpoint.flush(self.now_ns, id);
                Ok(false)
            }
            // The next poll finds out why.
            Append::Gone | Append::TooLong => Ok(false),
        }
    }

    fn is_idle(&self, rank: u32) -> bool {
        let stats = self.memory.way(rank).and_then(|id| self.endpoint.stats(id));
        stats.is_none_or(|stats| stats.unacked_bytes == 0)
    }

    fn watch(&mut self, rank: u32, is_watched: bool) {
        if let Some(id) = self.memory.way(rank) {
            self.endpoint.watch(self.now_ns, id, is_watched);
        }
    }
}

impl State {
    fn begin_memory(&mut self, rank: u32) -> Result<ConnectionId, Error> {
        let place = self.directory.place(rank)?;
        let link = Link { local: addr(self.directory.rank()), remote: addr(rank) };
        let Some(id) = self.endpoint.connect(self.now_ns, link, place) else {
            return Err(Error::new(libc::EMFILE, "the limit of 2^24 connections is reached"));
        };
        self.memory.ways[rank as usize] = Some(id);
        self.helper.is_needed = true;
        Ok(id)
    }
}

impl Driver for Core {
    type Link = State;

    #[inline]
    fn with<T>(&self, act: impl FnOnce(&mut Engine, &mut State) -> T) -> T {
        let mut act = Some(act);
        loop {
            let done = Self::with(self, |state| {
                // Every holder of the lock puts the engine back before releasing it.
                let mut engine = state.memory.engine.take()?;
                let done = act.take().map(|act| act(&mut engine, state));
                state.memory.engine = Some(engine);
                if state.now_ns >= state.looked_ns + LOOK_NS {
                    // A broken socket is reported by a call that waits.
                    let _ = state.look();
                }
                done
            });
            if let Some(done) = done {
                return done;
            }
        }
    }

    fn progress(&self, idle: u32) -> Result<bool, Error> {
        let (has_come, nap) = Self::with(self, |state| {
            let has_come = state.advance()?;
            let deadline_ns = state.deadline_ns().unwrap_or(u64::MAX);
            let nap = Duration::from_nanos(deadline_ns.saturating_sub(state.now_ns)).min(NAP);
            Ok::<_, Error>((has_come, nap))
        })?;
        match (has_come, self.host.oversubscribed()) {
            (true, _) => {}
            (false, false) if idle < SPINS => std::hint::spin_loop(),
            (false, true) if idle < YIELDS => std::thread::yield_now(),
            _ => self.sleep(nap),
        }
        Ok(has_come)
    }

    fn nudge(&self) {
        Self::with(self, |state| {
            state.now_ns = clock::now_ns();
            state.note_call();
            let due_ns = state.now_ns + COMPANY_NS;
            state.memory.due_ns.get_or_insert(due_ns);
        });
    }
}

impl Core {
    /// Sleeps on the socket in place of the helper.
    #[cold]
    fn sleep(&self, nap: Duration) {
        Self::with(self, |state| {
            state.helper.asleep += 1;
            state.send_helper_away();
        });
        close::wait_for(self, nap);
        Self::with(self, |state| state.helper.asleep -= 1);
    }
}

impl UdpDomain {
    pub(crate) fn open_segment(&self, bytes: usize) -> Result<UdpSegment, Error> {
        self.expect_requests();
        RemoteSegment::open(self.core.clone(), self.core.host, bytes)
    }

    /// # Safety
    /// As [`skifch_backend::Domain::adopt_segment`].
    pub(crate) unsafe fn open_segment_over(
        &self,
        base: *mut c_void,
        bytes: usize,
    ) -> Result<UdpSegment, Error> {
        self.expect_requests();
        let base = NonNull::new(base.cast()).unwrap_or(NonNull::dangling());
        // SAFETY: the caller's promise.
        unsafe { RemoteSegment::adopt(self.core.clone(), self.core.host, base, bytes) }
    }

    /// From now on other ranks may make requests even if this rank never calls.
    fn expect_requests(&self) {
        Core::with(&self.core, |state| {
            state.helper.is_needed = true;
            state.call_helper();
        });
    }
}
