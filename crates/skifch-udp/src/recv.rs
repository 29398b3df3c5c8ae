//! The receiving side.
//!
//! Messages are taken from the protocol in batches, under the lock, and shown from there without
//! it; the space of a batch is given back when all of it was shown. The ring that they lie in is
//! held, so that a connection may go meanwhile.

use crate::channel::{self, End};
use crate::counters::ChannelCounters;
use crate::net::{Core, State};
use crate::open::Seat;
use crate::ring::Ring;
use crate::watch::Watch;
use skifch_backend::abi::{Message, NetAddr, PeerState, iovec, port_of, rank_of};
use skifch_backend::{Cont, Error, Rx, Shown};
use skifch_proto::{ConnectionId, Memory, Turn};
use std::mem::MaybeUninit;
use std::os::fd::RawFd;
use std::sync::Arc;

/// Messages of one batch.
const BATCH: usize = 128;
/// Where ranks share CPUs, how many calls that came to nothing are followed by a yield.
pub(crate) const CALLS_PER_YIELD: u32 = 64;

/// Messages that were taken and not shown yet.
struct Shelf {
    /// Position in the stream and length of each.
    taken: [(u64, usize); BATCH],
    next: usize,
    count: usize,
    src: NetAddr,
    /// Where they are from, until their space was given back.
    id: Option<ConnectionId>,
    /// Where the last batch was from.
    last: Option<ConnectionId>,
    ring: Option<Ring>,
}

/// The receiving side of a channel.
pub struct UdpRx {
    shelf: Shelf,
    /// Something is out.
    is_out: bool,
    empties: u32,
    yields: bool,
    counters: Arc<ChannelCounters>,
    core: Arc<Core>,
    seat: Arc<Seat>,
    watch: Watch,
}

impl Shelf {
    const EMPTY: Self = Self {
        taken: [(0, 0); BATCH],
        next: 0,
        count: 0,
        src: 0,
        id: None,
        last: None,
        ring: None,
    };

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.next == self.count
    }

    /// Takes the next messages of one connection.
    fn fill(&mut self, state: &mut State, index: usize) -> Result<(), Error> {
        (self.next, self.count) = (0, 0);
        loop {
            let Some(channel) = state.channel(index) else { return Ok(()) };
            if let Some(report) = channel.reports.pop_front() {
                return Err(report);
            }
            let Some(&id) = channel.ready.front() else { return Ok(()) };
            let turn = self.take(state, id);
            if self.count > 0 {
                self.src = state.lanes.get(&id).map_or(0, |lane| lane.peer);
                (self.id, self.last) = (Some(id), Some(id));
                self.ring = state.endpoint.recv_memory(id).cloned();
                if let Some(channel) = state.channel(index) {
                    let first = channel.ready.pop_front();
                    channel.ready.extend(first);
                }
                return Ok(());
            }
            state.turn_is_over(index, id, turn);
        }
    }

    fn take(&mut self, state: &mut State, id: ConnectionId) -> Turn {
        // A large part of a ring is not kept back from the sender.
        let most = state.endpoint.config().recv_bytes / 8;
        let mut bytes = 0;
        while self.count < BATCH && bytes < most {
            match state.endpoint.take(state.now_ns, id) {
                Turn::Message(taken) => {
                    self.taken[self.count] = (taken.position, taken.len);
                    self.count += 1;
                    bytes += taken.len;
                }
                end => return end,
            }
        }
        Turn::Empty
    }

    /// Gives the space of what was shown back.
    fn release(&mut self, state: &mut State) -> bool {
        let Some(id) = self.id.take() else { return false };
        state.endpoint.release(state.now_ns, id);
        true
    }

    /// Shows the next message; there is one.
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
    /// A connection whose turn it is has nothing to give: for now, or for good.
    fn turn_is_over(&mut self, index: usize, id: ConnectionId, turn: Turn) {
        // A violation that was just found is among the events.
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

    /// Nothing more will come on a connection: the peer closed, or it is lost.
    fn finish(&mut self, index: usize, id: ConnectionId) {
        let Some(lane) = self.lanes.remove(&id) else { return };
        let stats = self.endpoint.stats(id);
        let is_closed = stats.is_some_and(|stats| stats.is_closed_by_peer);
        let end = lane.end;
        let state = end.map_or(PeerState::Closed, |end| end.state(is_closed));
        self.set_gone(index, lane.peer, id, state);
        if let Some(end) = end {
            self.endpoint.forget(id);
            self.report(index, lane.peer, state, end);
        } else {
            if stats.is_some_and(|stats| stats.unacked_bytes > 0)
                && let Some(channel) = self.channel(index)
            {
                channel.peer(lane.peer).is_unreported = true;
            }
            // The rest goes by itself: our own end, and an answer to whoever repeats.
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
            channel.reports.push_back(channel::report(peer, state, end));
        }
    }
}

impl UdpRx {
    pub(crate) fn new(
        core: Arc<Core>,
        seat: Arc<Seat>,
        watch: Watch,
        counters: Arc<ChannelCounters>,
    ) -> Self {
        let yields = core.host.oversubscribed();
        Self { shelf: Shelf::EMPTY, is_out: false, empties: 0, yields, counters, core, seat, watch }
    }

    #[inline(always)]
    fn show(&mut self, cont: &mut Cont) -> Shown {
        let shown = self.shelf.show(cont);
        self.is_out = true;
        self.counters.messages_received.add(1);
        self.counters.bytes_received.add(shown.len as u64);
        shown
    }

    /// Takes a batch, after a look at the network if nothing is there.
    fn fetch(&mut self, state: &mut State) -> Result<(), Error> {
        if self.shelf.release(state) {
            self.counters.credits.add(1);
            state.transmit()?;
        }
        self.shelf.fill(state, self.seat.index)?;
        if self.shelf.is_empty() {
            state.watch_peers(self.seat.index, true);
            state.look()?;
            self.shelf.fill(state, self.seat.index)?;
        }
        if self.shelf.is_empty() {
            state.flush()?;
        }
        Ok(())
    }

    /// The same, where "not now" is an answer.
    fn try_fetch(&mut self) -> Result<(), Error> {
        let core = self.core.clone();
        let Some(mut state) = core.net.try_lock() else { return Ok(()) };
        let fetched = self.fetch(&mut state);
        let wants_helper = state.wants_helper();
        drop(state);
        if wants_helper {
            core.wake_helper();
        }
        fetched
    }

    fn nothing(&mut self) {
        self.counters.empty.add(1);
        self.empties = self.empties.wrapping_add(1);
        if self.yields && self.empties.is_multiple_of(CALLS_PER_YIELD) {
            std::thread::yield_now();
        }
    }

    /// Gives the space back as soon as a batch was shown to its end, if that can be had now.
    #[inline(never)]
    fn give_back(&mut self) {
        let Some(mut state) = self.core.net.try_lock() else { return };
        if self.shelf.release(&mut state) {
            self.counters.credits.add(1);
            // A socket that is broken is told with the next receive.
            let _ = state.transmit();
        }
    }
}

#[cold]
#[inline(never)]
fn message_is_out() -> Error {
    Error::new(libc::EBUSY, "a message is out already: SkifCh_RecvComp comes first")
}

#[cold]
#[inline(never)]
fn nothing_is_out() -> Error {
    Error::new(libc::EINVAL, "nothing is out: SkifCh_Recv comes first")
}

#[cold]
#[inline(never)]
fn next_is_empty(src: NetAddr) -> Error {
    let text = format!(
        "the next message, from rank {} port {}, has 0 bytes, which this call cannot say; \
         use SkifCh_RecvEx",
        rank_of(src),
        port_of(src)
    );
    Error::new(libc::EBADMSG, text)
}

impl Rx for UdpRx {
    #[inline(always)]
    fn recv_fast(&mut self, cont: &mut Cont) -> Option<Shown> {
        if self.is_out || self.shelf.is_empty() {
            return None;
        }
        let shown = self.shelf.show(cont);
        if shown.count != 1 {
            self.shelf.next -= 1;
            return None;
        }
        self.is_out = true;
        self.counters.messages_received.add(1);
        self.counters.bytes_received.add(shown.len as u64);
        Some(shown)
    }

    fn recv(&mut self, cont: &mut Cont, take_empty: bool) -> Result<Option<Shown>, Error> {
        if self.is_out {
            return Err(message_is_out());
        }
        if self.shelf.is_empty() {
            self.try_fetch()?;
            if self.shelf.is_empty() {
                self.nothing();
                return Ok(None);
            }
        }
        if !take_empty && self.shelf.taken[self.shelf.next].1 == 0 {
            return Err(next_is_empty(self.shelf.src));
        }
        Ok(Some(self.show(cont)))
    }

    #[inline(always)]
    fn recv_comp_fast(&mut self) -> bool {
        if !self.is_out || self.shelf.is_empty() {
            return false;
        }
        self.is_out = false;
        true
    }

    fn recv_comp(&mut self) -> Result<(), Error> {
        if !self.is_out {
            return Err(nothing_is_out());
        }
        self.is_out = false;
        if self.shelf.is_empty() {
            self.give_back();
        }
        Ok(())
    }

    fn recv_many(&mut self, out: &mut [Message]) -> Result<usize, Error> {
        let mut cont = [MaybeUninit::uninit(); 3];
        let mut count = 0;
        for message in out {
            if count > 0 && self.shelf.is_empty() {
                break;
            }
            let shown = match count {
                0 => self.recv(&mut cont, true)?,
                _ => Some(self.show(&mut cont)),
            };
            let Some(shown) = shown else { break };
            *message = shown.message(&cont);
            count += 1;
        }
        Ok(count)
    }

    fn ready(&mut self) -> bool {
        if self.is_out || !self.shelf.is_empty() {
            return true;
        }
        let core = self.core.clone();
        let mut state = core.net.lock();
        self.shelf.release(&mut state);
        // A report is put back, for `recv` to tell.
        if let Err(report) = self.shelf.fill(&mut state, self.seat.index) {
            if let Some(channel) = state.channel(self.seat.index) {
                channel.reports.push_front(report);
            }
            return true;
        }
        !self.shelf.is_empty()
    }

    fn arm(&mut self) -> Result<bool, Error> {
        let core = self.core.clone();
        let mut held = core.net.lock();
        let state = &mut *held;
        if !self.is_out && self.shelf.is_empty() {
            state.flush()?;
            let fetched = self.fetch(state);
            state.hear_events()?;
            if let Err(report) = fetched {
                if let Some(channel) = state.channel(self.seat.index) {
                    channel.reports.push_front(report);
                }
                return Ok(true);
            }
        }
        if self.is_out || !self.shelf.is_empty() {
            return Ok(true);
        }
        let index = self.seat.index;
        if let Some(last) = self.shelf.last {
            // Nobody speaks for a while, so nothing will take the acknowledgement along.
            state.endpoint.answer(state.now_ns, last);
            state.transmit()?;
        }
        state.fall_asleep(index, &mut self.watch, |channel| &mut channel.rx);
        let disturbs = state.disturbs();
        drop(held);
        if disturbs {
            core.wake_helper();
        }
        Ok(false)
    }

    fn disarm(&mut self) {
        let mut state = self.core.net.lock();
        state.wake_up(self.seat.index, &self.watch, |channel| &mut channel.rx);
    }

    fn fd(&self) -> RawFd {
        self.watch.fd()
    }

    fn progress(&mut self) -> Result<(), Error> {
        let core = self.core.clone();
        core.net.lock().look().map(drop)
    }

    fn peer_state(&mut self, peer: NetAddr) -> PeerState {
        let mut state = self.core.net.lock();
        let index = self.seat.index;
        state.channel(index).map_or(PeerState::Unknown, |channel| channel.state_for_receiver(peer))
    }
}
