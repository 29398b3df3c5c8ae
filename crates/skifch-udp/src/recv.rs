//! The receiving side.
//!
//! Messages are taken from the protocol in batches under the lock and shown without it. The space
//! of a batch is released when all of its messages have been shown. The shelf holds a reference to
//! their ring, so that the connection can be removed meanwhile.

use crate::channel::{self, End, Gone};
use crate::counters::ChannelCounters;
use crate::net::{Core, State};
use crate::open::Seat;
use crate::ring::Ring;
use crate::shortage;
use crate::watch::Watch;
use skifch_backend::abi::{Message, NetAddr, PeerState, iovec};
use skifch_backend::refusal::{message_is_out, next_is_empty, nothing_is_out};
use skifch_backend::{Cont, Error, Glance, Rx, Shown};
use skifch_proto::{ConnectionId, Memory, Turn};
use skifch_sync::Turns;
use std::mem::MaybeUninit;
use std::os::fd::RawFd;
use std::sync::Arc;

/// Messages per batch, at most.
const BATCH: usize = 128;
/// Number of calls without result between two yields, or looks at whether one is due: each such
/// call polls the network, which is a system call.
pub(crate) const CALLS_PER_YIELD: u32 = 4;
/// Maximum number of polls before a side sleeps.
pub(crate) const LOOKS: usize = 64;

/// Messages that were taken from the protocol and not shown yet.
struct Shelf {
    /// Stream position and length in bytes of each.
    taken: [(u64, usize); BATCH],
    next: usize,
    count: usize,
    /// The batch is so small that the sender can do without its space for a while.
    is_small: bool,
    src: NetAddr,
    /// Their connection, until the space is released.
    id: Option<ConnectionId>,
    /// The connection of the last batch.
    last: Option<ConnectionId>,
    ring: Option<Ring>,
}

/// The receiving side of a channel.
pub struct UdpRx {
    core: Arc<Core>,
    side: Side,
}

/// The state of the receiving side, apart from the shared core.
struct Side {
    shelf: Shelf,
    /// A message is out: shown and not yet completed.
    is_out: bool,
    turns: Turns,
    counters: Arc<ChannelCounters>,
    seat: Arc<Seat>,
    watch: Watch,
}

impl Shelf {
    const EMPTY: Self = Self {
        taken: [(0, 0); BATCH],
        next: 0,
        count: 0,
        is_small: false,
        src: 0,
        id: None,
        last: None,
        ring: None,
    };

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.next == self.count
    }

    /// Takes the next messages from one connection.
    #[inline(always)]
    fn fill(&mut self, state: &mut State, index: usize) -> Result<(), Error> {
        (self.next, self.count) = (0, 0);
        match state.channel(index) {
            Some(channel) if channel.has_some() => self.fill_some(state, index),
            _ => Ok(()),
        }
    }

    #[inline(never)]
    fn fill_some(&mut self, state: &mut State, index: usize) -> Result<(), Error> {
        loop {
            let Some(channel) = state.channel(index) else { return Ok(()) };
            if let Some(report) = channel.reports.pop_front() {
                return Err(report);
            }
            let Some(&id) = channel.ready.front() else { return Ok(()) };
            let turn = self.take(state, id);
            if self.count > 0 {
                self.src = state.lanes.get(&id).map_or(0, |lane| lane.peer);
                self.id = Some(id);
                if self.last != Some(id) {
                    self.last = Some(id);
                    self.ring = state.endpoint.recv_memory(id).cloned();
                }
                if let Some(channel) = state.channel(index)
                    && channel.ready.len() > 1
                {
                    channel.ready.rotate_left(1);
                }
                return Ok(());
            }
            state.turn_is_over(index, id, turn);
        }
    }

    fn take(&mut self, state: &mut State, id: ConnectionId) -> Turn {
        // Limit a batch to an eighth of the ring, so that the sender is not starved of window
        // space.
        let most = state.endpoint.config().recv_bytes / 8;
        let mut bytes = 0;
        while self.count < BATCH && bytes < most {
            match state.endpoint.take(state.now_ns, id) {
                Turn::Message(taken) => {
                    self.taken[self.count] = (taken.position, taken.len);
                    self.count += 1;
                    bytes += taken.len;
                    self.is_small = bytes < most / 8;
                }
                end => return end,
            }
        }
        Turn::Empty
    }

    /// Releases the space of the shown messages; returns whether there was any.
    fn release(&mut self, state: &mut State) -> bool {
        let Some(id) = self.id.take() else { return false };
        state.endpoint.release(state.now_ns, id);
        true
    }

    /// Whether the next message, if any, is contiguous in the ring.
    #[inline(always)]
    fn is_whole(&self) -> bool {
        let (position, len) = self.taken[self.next];
        len > 0 && self.ring.as_ref().is_some_and(|ring| ring.is_whole(position, len))
    }

    /// Shows the next message; the shelf must not be empty.
    #[inline(always)]
    fn show(&mut self, cont: &mut Cont) -> Shown {
        let (position, len) = self.taken[self.next];
        self.next += 1;
        let pieces = self.ring.as_ref().map_or([&[][..], &[]], |ring| ring.pieces(position, len));
        let mut count = 0;
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            let (iov_base, iov_len) = (piece.as_ptr().cast_mut().cast(), piece.len());
            cont[count] = MaybeUninit::new(iovec { iov_base, iov_len });
            count += 1;
        }
        Shown { len, count, src: self.src }
    }
}

impl State {
    /// Ends the turn of a connection that has nothing to take, for now or for good.
    fn turn_is_over(&mut self, index: usize, id: ConnectionId, turn: Turn) {
        // A protocol violation that was just detected is among the events.
        self.settle();
        let Some(channel) = self.channel(index) else { return };
        if channel.ready.front() == Some(&id) {
            channel.ready.pop_front();
        }
        let Some(lane) = self.lanes.get_mut(&id) else { return };
        lane.is_ready = false;
        if turn == Turn::Closed || lane.end.is_some() {
            self.finish(index, id);
        }
    }

    /// Removes a connection that brings no more data: the peer closed it, or it is lost.
    fn finish(&mut self, index: usize, id: ConnectionId) {
        let Some(lane) = self.lanes.remove(&id) else { return };
        let stats = self.endpoint.stats(id);
        let is_closed = stats.is_some_and(|stats| stats.is_closed_by_peer);
        let end = lane.end;
        let state = end.map_or(PeerState::Closed, |end| end.state(is_closed));
        self.set_gone(index, lane.peer, id, Gone { state, end });
        if let Some(end) = end {
            self.endpoint.forget(id);
            self.report(index, lane.peer, state, end);
        } else {
            if stats.is_some_and(|stats| stats.unacked_bytes > 0)
                && let Some(channel) = self.channel(index)
            {
                channel.peer(lane.peer).is_unreported = true;
            }
            // The protocol finishes by itself: it sends our close and answers retransmissions.
            self.endpoint.close(self.now_ns, id);
        }
        let Some(channel) = self.channel(index) else { return };
        let streams = &mut channel.peer(lane.peer).streams;
        streams.retain(|stream| *stream != id);
        let next = streams.front().copied();
        channel.wake_sender(lane.peer);
        if let Some(next) = next
            && let Some(lane) = self.lanes.get_mut(&next).filter(|lane| !lane.is_ready)
        {
            lane.is_ready = true;
            if let Some(channel) = self.channel(index) {
                channel.ready.push_back(next);
            }
        }
    }

    fn report(&mut self, index: usize, peer: NetAddr, state: PeerState, end: End) {
        let Some(channel) = self.channel(index) else { return };
        if state != PeerState::Closed {
            channel.peer(peer).lost = None;
            channel.reports.push_back(channel::report(peer, state, end));
        }
    }
}

impl Side {
    #[inline(always)]
    fn show(&mut self, cont: &mut Cont) -> Shown {
        let shown = self.shelf.show(cont);
        self.is_out = true;
        self.counters.messages_received.add(1);
        self.counters.bytes_received.add(shown.len as u64);
        shown
    }

    /// Whether there is a message to show, or one is out.
    #[inline(always)]
    fn has_some(&self) -> bool {
        self.is_out || !self.shelf.is_empty()
    }

    /// Releases the space of a batch once all of it was shown and completed.
    fn release(&mut self, state: &mut State) -> Result<(), Error> {
        if !self.is_out && self.shelf.is_empty() && self.shelf.release(state) {
            self.counters.credits.add(1);
            state.transmit()?;
        }
        Ok(())
    }

    /// Takes a batch, polling the network if none is there; returns whether the poll received
    /// anything.
    fn fetch(&mut self, state: &mut State) -> Result<bool, Error> {
        self.release(state)?;
        self.shelf.fill(state, self.seat.index)?;
        let mut has_come = false;
        if self.shelf.is_empty() {
            state.watch_peers(self.seat.index, true);
            has_come = state.look()?;
            self.shelf.fill(state, self.seat.index)?;
        }
        if self.shelf.is_empty() {
            state.flush()?;
        }
        Ok(has_come)
    }

    fn nothing(&mut self) {
        self.counters.empty.add(1);
        self.turns.nothing(self.counters.empty.get(), self.counters.messages_received.get());
    }

    /// Whether there is a message or an error to return, without polling the network.
    fn ready(&mut self, state: &mut State) -> bool {
        if self.has_some() {
            return true;
        }
        self.shelf.release(state);
        let filled = self.shelf.fill(state, self.seat.index);
        self.keep_report(state, filled).is_some() || !self.shelf.is_empty()
    }

    /// Puts an error back into the queue for the next `recv` to return.
    fn keep_report<T>(&self, state: &mut State, filled: Result<T, Error>) -> Option<()> {
        let report = filled.err()?;
        state.channel(self.seat.index)?.reports.push_front(report);
        Some(())
    }

    /// Prepares this side to sleep; true: do not sleep.
    fn arm(&mut self, state: &mut State) -> Result<bool, Error> {
        if self.has_some() {
            return Ok(true);
        }
        state.flush()?;
        state.hear_events()?;
        // A poll may return a datagram without a message, with a message queued behind it.
        for _ in 0..LOOKS {
            let fetched = self.fetch(state);
            let is_last = matches!(fetched, Ok(false));
            if self.keep_report(state, fetched).is_some() || self.has_some() {
                return Ok(true);
            }
            if is_last {
                return self.fall_asleep(state).map(|()| false);
            }
        }
        // Datagrams keep coming: polling again is cheaper than sleeping and being woken at once.
        Ok(true)
    }

    fn fall_asleep(&mut self, state: &mut State) -> Result<(), Error> {
        if let Some(last) = self.shelf.last {
            // No data will carry the acknowledgement soon, so send it now.
            state.endpoint.answer(state.now_ns, last);
            state.transmit()?;
        }
        state.fall_asleep(self.seat.index, &mut self.watch, |channel| &mut channel.rx);
        Ok(())
    }
}

impl UdpRx {
    pub(crate) fn new(
        core: Arc<Core>,
        seat: Arc<Seat>,
        watch: Watch,
        counters: Arc<ChannelCounters>,
    ) -> Self {
        let turns = Turns::new(core.host.oversubscribed(), CALLS_PER_YIELD);
        let (shelf, is_out) = (Shelf::EMPTY, false);
        Self { core, side: Side { shelf, is_out, turns, counters, seat, watch } }
    }
}

impl Rx for UdpRx {
    const IS_LOOKED_FOR: bool = true;

    #[inline(always)]
    fn recv_fast(&mut self, cont: &mut Cont) -> Glance {
        let side = &mut self.side;
        if side.has_some() && !side.is_out && side.shelf.is_whole() {
            return Glance::Message(side.show(cont));
        }
        Glance::Other
    }

    fn recv(&mut self, cont: &mut Cont, take_empty: bool) -> Result<Option<Shown>, Error> {
        let Self { core, side } = self;
        if side.is_out {
            return Err(message_is_out());
        }
        if side.shelf.is_empty() {
            core.try_with(|state| side.fetch(state)).unwrap_or(Ok(false))?;
            if side.shelf.is_empty() {
                side.nothing();
                return Ok(None);
            }
        }
        if !take_empty && side.shelf.taken[side.shelf.next].1 == 0 {
            return Err(next_is_empty(side.shelf.src));
        }
        Ok(Some(side.show(cont)))
    }

    #[inline(always)]
    fn recv_comp_fast(&mut self) -> bool {
        if !self.side.is_out || self.side.shelf.is_empty() {
            return false;
        }
        self.side.is_out = false;
        true
    }

    fn recv_comp(&mut self) -> Result<(), Error> {
        let Self { core, side } = self;
        if !side.is_out {
            return Err(nothing_is_out());
        }
        side.is_out = false;
        if side.shelf.is_small {
            // Let the program send its reply first; the next receive releases the space.
            return Ok(());
        }
        // If the lock is taken now, the next receive releases the space.
        core.try_with(|state| side.release(state)).unwrap_or(Ok(()))
    }

    fn recv_many(&mut self, out: &mut [Message]) -> Result<usize, Error> {
        let mut cont = [MaybeUninit::uninit(); 3];
        let mut count = 0;
        for message in out {
            let shown = match count {
                0 => self.recv(&mut cont, true)?,
                _ if self.side.shelf.is_empty() => None,
                _ => Some(self.side.show(&mut cont)),
            };
            let Some(shown) = shown else { break };
            *message = shown.message(&cont);
            count += 1;
        }
        Ok(count)
    }

    fn ready(&mut self) -> bool {
        let Self { core, side } = self;
        core.with(|state| side.ready(state))
    }

    fn has_memory_changed(&mut self) -> bool {
        self.core.with(|state| state.has_memory_changed())
    }

    fn arm(&mut self) -> Result<bool, Error> {
        let Self { core, side } = self;
        let (armed, pause) =
            core.with(|state| (side.arm(state), state.shortage.left(state.now_ns)));
        shortage::sit_out(pause);
        armed
    }

    fn disarm(&mut self) {
        let Self { core, side } = self;
        core.with(|state| state.wake_up(side.seat.index, &side.watch, |channel| &mut channel.rx));
    }

    fn fd(&self) -> RawFd {
        self.side.watch.fd()
    }

    fn progress(&mut self) -> Result<(), Error> {
        self.core.with(State::advance).map(drop)
    }

    fn peer_state(&mut self, peer: NetAddr) -> PeerState {
        let index = self.side.seat.index;
        self.core.with(|state| {
            let channel = state.channel(index);
            channel.map_or(PeerState::Unknown, |channel| channel.state_for_receiver(peer))
        })
    }
}
