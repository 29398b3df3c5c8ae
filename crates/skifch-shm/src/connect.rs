//! Setting up a lane, the sender's half: memory is created, a connection is made and the memory
//! handed over. No call blocks for the receiver's answer; it is picked up once it has arrived.

use crate::aliasable::AliasableBox;
use crate::control::{LINE_BYTES, PeerControl};
use crate::exchange::{Answers, Life, Line};
use crate::hello::{EXCHANGE, Hello, Welcome};
use crate::memfd::{self, Map, PAGE_BYTES};
use crate::send::{LaneOut, ShmTx};
use crate::socket::{self, Connected};
use skifch_backend::Error;
use skifch_backend::abi::{NetAddr, PeerState, port_of, rank_of};
use skifch_backend::fork;
use skifch_ring::{Bell, Producer, RingMem, Sleeper, Violation, Word};
use std::os::fd::{AsRawFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::Arc;

/// The lane's memory: a page of control words, then the ring. Each word has a cache line of its
/// own.
pub(crate) const RING_OFFSET: usize = PAGE_BYTES;
/// The sleep word: whether the sender sleeps until there is room.
pub(crate) const SLEEP_OFFSET: usize = 0;
/// Stands in for the receiver's credit until the receiver has told where that is: always zero.
const NO_CREDIT_OFFSET: usize = LINE_BYTES;
/// Stands in for the receiver's sleep word until then: always odd, so that every send rings.
const ASLEEP_OFFSET: usize = 2 * LINE_BYTES;

impl ShmTx {
    /// Sets up the lane to `dst` and returns its index; `None` if that cannot be done yet.
    #[cold]
    pub(crate) fn connect(&mut self, dst: NetAddr) -> Result<Option<usize>, Error> {
        self.names.check(dst)?;
        self.report(dst)?;
        let lane = match self.unsaid.remove(&dst) {
            Some(lane) => lane,
            None => match socket::connect(&self.names.channel(dst))? {
                Connected::Yes(socket) => self.new_lane(dst, socket)?,
                Connected::Later => return Ok(None),
                Connected::Nobody => return self.nobody(dst).map(|()| None),
            },
        };
        let index = self.free.last().copied().unwrap_or(self.lanes.len());
        self.poller.add(lane.socket.as_raw_fd(), index as u64)?;
        match self.say_hello(&lane) {
            Ok(true) => {}
            Ok(false) => {
                self.poller.remove(lane.socket.as_raw_fd());
                self.unsaid.insert(dst, lane);
                return Ok(None);
            }
            // The peer has just closed or dropped the connection; the next attempt finds out.
            Err(error) if error.errno() == libc::EPIPE => return Ok(None),
            Err(error) => return Err(error.context("sending a connection request to a peer")),
        }
        if self.free.pop().is_none() {
            self.lanes.push(None);
        }
        self.lanes[index] = Some(AliasableBox::new(lane));
        self.routes.insert(dst, index);
        self.gone.remove(&dst);
        self.counters.lanes.add(1);
        Ok(Some(index))
    }

    /// Reports, once, that a peer went away with messages unread; a broken peer is reported each
    /// time.
    fn report(&mut self, dst: NetAddr) -> Result<(), Error> {
        match self.gone.get_mut(&dst) {
            Some(gone) if gone.unreported => Err(gone.tell(dst)),
            Some(gone) if gone.state == PeerState::Broken => Err(peer_is_gone(dst, gone.state)),
            _ => Ok(()),
        }
    }

    /// No channel has the name: either it is not open yet, or it was closed.
    fn nobody(&mut self, dst: NetAddr) -> Result<(), Error> {
        if !self.names.is_alive(rank_of(dst))? {
            return Err(peer_is_gone(dst, PeerState::Dead));
        }
        match self.gone.get(&dst) {
            Some(gone) => Err(peer_is_gone(dst, gone.state)),
            None => Ok(()),
        }
    }

    /// Offers the lane to its receiver; false if the system cannot carry the offer now.
    fn say_hello(&self, lane: &LaneOut) -> Result<bool, Error> {
        let geometry = self.config.geometry;
        let hello = Hello {
            job_key: *self.names.job_key(),
            src: self.lines.own().addr,
            dst: lane.dst,
            ring_bytes: geometry.capacity() as u32,
            max_message: geometry.max_message() as u32,
            life: self.lines.own().number,
            is_reached: self.names.is_reached(),
        };
        let memory = lane.reserve.as_ref().map(AsRawFd::as_raw_fd);
        socket::send(lane.socket.as_raw_fd(), &hello.encode(), memory)
    }

    /// The lane that is offered over a connection to `dst`.
    fn new_lane(&self, dst: NetAddr, socket: OwnedFd) -> Result<LaneOut, Error> {
        self.names.check_process(rank_of(dst), &socket, "answers")?;
        let geometry = self.config.geometry;
        let bytes = RING_OFFSET + geometry.capacity();
        let fd = memfd::create(c"skifch-lane", bytes, RING_OFFSET + geometry.near_bytes())?;
        let memory = memfd::map_own(&fd, bytes)?;
        let word = |offset| word_of(&memory, offset);
        word(ASLEEP_OFFSET).publish(1);
        // SAFETY: the ring is the zeroed rest of the memory, which the lane keeps mapped and which
        // is sealed against other writers; the credit word stays zero until it is replaced.
        let producer = unsafe { Producer::new(ring_of(&memory), word(NO_CREDIT_OFFSET), geometry) };
        Ok(LaneOut {
            producer,
            bell: Bell::new(word(ASLEEP_OFFSET)),
            dst,
            peer: None,
            is_reached: true,
            answers: Answers::default(),
            refusals: 0,
            sleeper: Sleeper::new(word(SLEEP_OFFSET)),
            socket: fork::guard(socket),
            goodbye: false,
            may_grow: true,
            control: None,
            reserve: Some(fd),
            memory,
        })
    }
}

impl ShmTx {
    /// A receiver has answered: creates the exchange line to it, or takes the one it has created.
    pub(crate) fn find_line(&mut self, index: usize) {
        let lines = self.lines.clone();
        let Some(lane) = self.lane_at(index) else { return };
        let Some(peer) = lane.peer else { return };
        if lines.is_made_there(peer) {
            return lane.answers.set(lines.for_sending.take(peer));
        }
        if lines.is_made_here(peer) {
            self.make_line(index, peer);
        }
    }

    /// Creates the exchange line. If memory or descriptors are lacking, the lanes are used alone.
    fn make_line(&mut self, index: usize, peer: Life) {
        let lines = self.lines.clone();
        let (Some(lane), Ok((line, fd))) = (self.lane_at(index), Line::make(peer)) else { return };
        let line = Arc::new(line);
        // The peer may use the line as soon as it has it.
        lines.for_receiving.leave(line.clone());
        match socket::send(lane.socket.as_raw_fd(), &[EXCHANGE], Some(fd.as_raw_fd())) {
            Ok(true) => lane.answers.set(Some(line)),
            _ => drop(lines.for_receiving.take(peer)),
        }
    }

    /// Takes the exchange lines that the receiving side may have been handed.
    pub(crate) fn meet_lines(&mut self) {
        if !self.lines.for_sending.hear() {
            return;
        }
        for lane in self.lanes.iter_mut().flatten().filter(|lane| !lane.answers.has_line()) {
            let line = lane.peer.and_then(|peer| self.lines.for_sending.take(peer));
            lane.answers.set(line);
        }
    }
}

impl LaneOut {
    /// Handles the receiver's answer: maps the memory with its credit word and its sleep word.
    pub(crate) fn attach(&mut self, packet: &[u8], fd: Option<OwnedFd>) -> Result<(), Error> {
        let welcome = Welcome::decode(packet)?;
        let missing =
            || Error::new(libc::EPROTO, "a peer's connection reply came without its memory");
        let control = PeerControl::map(&fd.ok_or_else(missing)?, welcome.credit_line)?;
        self.producer.set_credit(control.credit());
        self.bell = Bell::new(control.sleep_word());
        self.control = Some(control);
        self.is_reached = welcome.is_reached;
        self.peer = Some(Life { addr: self.dst, number: welcome.life });
        Ok(())
    }

    /// Claims room for a message of `len` bytes in the ring; returns the payload's offset.
    #[inline(always)]
    pub(crate) fn room(&mut self, len: usize) -> Result<Option<usize>, Violation> {
        if self.may_grow { self.room_or_more(len) } else { self.producer.claim(len) }
    }

    /// Requests the rest of the ring's memory, once: for the first large message, or when the
    /// receiver has fallen behind (mostly because it copies what it receives), where a longer ring
    /// helps as much. If the rest is not available, messages keep using the part that is present.
    #[inline(never)]
    fn room_or_more(&mut self, len: usize) -> Result<Option<usize>, Violation> {
        if !self.producer.is_large(len)
            && let Some(offset) = self.producer.claim(len)?
        {
            return Ok(Some(offset));
        }
        self.may_grow = false;
        if let Some((from, bytes)) = self.producer.lacks()
            && self.memory.populate(RING_OFFSET + from, bytes)
        {
            self.producer.extend();
        }
        self.producer.claim(len)
    }

    /// Makes the next send ring again; used until the receiver has answered.
    pub(crate) fn keep_ringing(&mut self) {
        self.bell = Bell::new(word_of(&self.memory, ASLEEP_OFFSET));
    }
}

/// The ring in a lane's memory.
pub(crate) fn ring_of(memory: &Map) -> RingMem {
    debug_assert!(memory.bytes() > RING_OFFSET);
    // SAFETY: the lane's memory is larger than RING_OFFSET and page-aligned; the holder of the view
    // keeps the mapping beside it.
    unsafe { RingMem::new(NonNull::new_unchecked(memory.base().as_ptr().add(RING_OFFSET))) }
}

/// A control word in a lane's first page.
pub(crate) fn word_of(memory: &Map, offset: usize) -> Word {
    // SAFETY: as in `ring_of`.
    unsafe { Word::new(memory.word(offset)) }
}

/// The error of a send to a peer that is gone.
#[cold]
pub(crate) fn peer_is_gone(dst: NetAddr, state: PeerState) -> Error {
    let (rank, port) = (rank_of(dst), port_of(dst));
    let (errno, what) = match state {
        PeerState::Broken => (libc::EPROTO, "broke the protocol; its lane is quarantined"),
        PeerState::Dead => (libc::EPIPE, "is gone: its process ended"),
        _ => (libc::EPIPE, "has closed this channel"),
    };
    Error::new(errno, format!("rank {rank} port {port} {what}"))
}
