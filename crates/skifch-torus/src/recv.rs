//! The receiving side of a channel. The model puts messages into the inbox as soon as it knows of
//! them, with the time at which they become visible, so most receives do not query the model.

use crate::call::{Call, Op};
use crate::history::Look;
use crate::layout::{inbox, rank as place};
use crate::memory::{Access, Map};
use crate::rank::Rank;
use crate::record::{Kind, Record};
use crate::ring::Ring;
use crate::seat::For;
use crate::send::no_descriptor;
use skifch_backend::abi::{CONT_SIZE, Message, NetAddr, PeerState, Stats, iovec};
use skifch_backend::refusal::{message_is_out, next_is_empty, nothing_is_out};
use skifch_backend::{Cont, Counter, Error, Rx, Shown, StatSource};
use skifch_sim::random::Random;
use std::collections::HashSet;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, RawFd};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed};

/// Counters of the receiving side.
#[derive(Default)]
pub(crate) struct RxCounters {
    messages: Counter,
    bytes: Counter,
    empty: Counter,
    lanes: Counter,
}

impl StatSource for RxCounters {
    fn add_to(&self, stats: &mut Stats) {
        stats.messages_received += self.messages.get();
        stats.bytes_received += self.bytes.get();
        stats.recv_empty += self.empty.get();
        stats.lanes_in += self.lanes.get();
    }
}

/// The next message in the inbox.
#[derive(Clone, Copy)]
struct Next {
    len: usize,
    src: NetAddr,
    /// When it becomes visible, in ticks.
    at: u64,
}

/// The receiving side of a channel.
pub struct TorusRx {
    pub(crate) rank: Arc<Rank>,
    port: u32,
    /// Position of the next message in the ring.
    head: u64,
    /// Messages returned since the channel was opened, and those of them that are not released yet.
    shown: u64,
    out: u32,
    /// Sources from which a message has been received.
    seen: HashSet<NetAddr>,
    fuzz: Random,
    pub(crate) counters: Arc<RxCounters>,
    ring: Ring,
    memory: Map,
}

impl TorusRx {
    /// The receiving side of a channel that the model has opened.
    pub(crate) fn new(rank: Arc<Rank>, port: u32, fuzz: Random) -> Result<Self, Error> {
        let offset = port as usize * inbox::PORT_BYTES;
        let memory = Map::new(rank.inbox.as_fd(), offset, inbox::PORT_BYTES, Access::Read)?;
        let base = memory.part(inbox::RING, inbox::RING_BYTES);
        // SAFETY: the ring lies in the mapping, which is kept beside it.
        let ring = unsafe { Ring::new(base, inbox::RING_BYTES) };
        let counters = Arc::default();
        let seen = HashSet::new();
        Ok(Self { rank, port, head: 0, shown: 0, out: 0, seen, fuzz, counters, ring, memory })
    }

    /// The next message in the inbox, visible or not yet.
    fn next(&self) -> Result<Option<Next>, Error> {
        // SYNC inbox: pairs with the release store of the model.
        let tail = self.memory.word(inbox::TAIL).load(Acquire);
        let there = tail.wrapping_sub(self.head);
        if there == 0 {
            return Ok(None);
        }
        let mut bytes = [0; inbox::HEADER];
        self.ring.read(self.head, &mut bytes);
        let [a, b, c, d, e, f, g, h, rest @ ..] = bytes;
        let len = u32::from_le_bytes([a, b, c, d]) as usize;
        let src = u32::from_le_bytes([e, f, g, h]);
        if inbox::HEADER + len > inbox::RING_BYTES {
            let text = format!("the model shows a message of {len} bytes");
            return Err(Error::new(libc::EPROTO, text));
        }
        Ok(Some(Next { len, src, at: u64::from_le_bytes(rest) }))
    }

    /// The next message, if it is visible.
    fn visible(&self, clock: u64) -> Result<Option<Next>, Error> {
        Ok(self.next()?.filter(|next| next.at <= clock))
    }

    /// The condition that this side waits for.
    pub(crate) fn wants(&self) -> For {
        For::Message { port: self.port, index: self.shown }
    }

    /// The next message in the inbox, and whether that settles what is visible at `clock`: the
    /// model may not have simulated up to there yet.
    fn known(&self, clock: u64) -> Result<(Option<Next>, bool), Error> {
        // Must be loaded before the inbox, which is complete up to the horizon.
        let horizon = self.rank.horizon();
        let backlog = self.memory.word(inbox::BACKLOG).load(Relaxed);
        let next = self.next()?;
        Ok((next, next.is_some() || (clock <= horizon && clock < backlog)))
    }

    /// Whether a message is out or visible now, as far as is known without a query.
    pub(crate) fn is_visible(&self, call: &mut Call<'_>) -> Result<bool, Error> {
        Ok(self.out > 0 || self.visible(call.clock())?.is_some())
    }

    /// Whether a message is out or visible now. Queries the model if that is not known: a result
    /// that depended on the model's progress would differ between runs.
    pub(crate) fn is_surely_visible(&self, call: &mut Call<'_>) -> Result<bool, Error> {
        Ok(self.out > 0 || self.surely_visible(call)?.is_some())
    }

    /// Whether it is known without a query that no message becomes visible up to `time`.
    pub(crate) fn is_silent_until(&self, time: u64) -> bool {
        let known = self.known(time);
        known.is_ok_and(|(next, is_sure)| is_sure && next.is_none_or(|next| next.at > time))
    }

    fn surely_visible(&self, call: &mut Call<'_>) -> Result<Option<Next>, Error> {
        let clock = call.clock();
        if let (next, true) = self.known(clock)? {
            return Ok(next.filter(|next| next.at <= clock));
        }
        call.ask(self.wants())?;
        self.visible(clock)
    }

    /// A poll: the next message, or the certainty that there is none. In a poll loop, skips rounds
    /// until there is one.
    fn poll(&mut self, call: &mut Call<'_>) -> Result<Option<Next>, Error> {
        let clock = call.clock();
        let (next, is_certain) = self.known(clock)?;
        if let Some(next) = next.filter(|next| next.at <= clock) {
            return Ok(Some(next));
        }
        let look = Look::For(self.wants());
        let goes_round = call.state().history.poll_loop(look, clock).is_some();
        if goes_round || !is_certain {
            call.seek(self.wants(), next.map(|next| next.at))?;
        }
        let found = self.visible(call.clock())?;
        if found.is_none() {
            self.counters.empty.add(1);
            call.found_nothing(look);
        }
        Ok(found)
    }

    /// A poll that returns no message, for a wait with a timeout of 0.
    pub(crate) fn look(&mut self, call: &mut Call<'_>) -> Result<bool, Error> {
        Ok(self.out > 0 || self.poll(call)?.is_some())
    }

    fn show(&mut self, call: &mut Call<'_>, next: Next, cont: &mut Cont) -> Shown {
        let Next { len, src, .. } = next;
        let pieces = self.ring.pieces(self.head + inbox::HEADER as u64, len);
        let mut count = 0;
        for (base, len) in self.split(pieces).into_iter().filter(|(_, len)| *len > 0) {
            cont[count].write(iovec { iov_base: base.cast(), iov_len: len });
            count += 1;
        }
        self.head += (inbox::HEADER + len.next_multiple_of(8)) as u64;
        self.shown += 1;
        if self.seen.insert(src) {
            self.counters.lanes.add(1);
        }
        self.set_out(self.out + 1);
        self.counters.messages.add(1);
        self.counters.bytes.add(len as u64);
        call.found();
        call.result(len as i64);
        call.moved();
        Shown { len, count, src }
    }

    /// The pieces of a message; with `fuzz`, the first is sometimes split in two.
    fn split(&mut self, [first, second]: [(*mut u8, usize); 2]) -> [(*mut u8, usize); CONT_SIZE] {
        let milli = u64::from(self.rank.config.fuzz_milli);
        let (base, len) = first;
        if milli == 0 || len < 2 || !self.fuzz.happens(milli * (1 << 32) / 1000) {
            return [first, second, (base, 0)];
        }
        let cut = 1 + self.fuzz.below(len as u32 - 1) as usize;
        // SAFETY: `cut` is less than the length of the piece.
        let rest = unsafe { base.add(cut) };
        [(base, cut), (rest, len - cut), second]
    }

    fn set_out(&mut self, out: u32) {
        self.out = out;
        let at = place::OUT + 4 * self.port as usize;
        self.rank.own().half(at).store(out, Relaxed);
    }
}

impl Rx for TorusRx {
    fn recv(&mut self, cont: &mut Cont, take_empty: bool) -> Result<Option<Shown>, Error> {
        if self.out > 0 {
            return Err(message_is_out());
        }
        let rank = Arc::clone(&self.rank);
        let mut call = rank.call(Op::Recv, self.port, 0)?;
        let next = self.poll(&mut call)?;
        call.spend(rank.costs.recv);
        let Some(next) = next else { return Ok(None) };
        if next.len == 0 && !take_empty {
            return Err(next_is_empty(next.src));
        }
        Ok(Some(self.show(&mut call, next, cont)))
    }

    fn recv_comp(&mut self) -> Result<(), Error> {
        if self.out == 0 {
            return Err(nothing_is_out());
        }
        let rank = Arc::clone(&self.rank);
        // When the run has ended there is nobody to tell; the next call that can fail reports it.
        let Ok(mut call) = rank.call(Op::Comp, self.port, 0) else {
            self.set_out(0);
            return Ok(());
        };
        let at = call.clock();
        let count = u64::from(self.out);
        call.note(&Record { count, ..Record::new(Kind::Comp, self.port, at) })?;
        self.set_out(0);
        call.spend(rank.costs.comp);
        call.found();
        Ok(())
    }

    fn recv_many(&mut self, out: &mut [Message]) -> Result<usize, Error> {
        if self.out > 0 {
            return Err(message_is_out());
        }
        if out.is_empty() {
            return Ok(0);
        }
        let rank = Arc::clone(&self.rank);
        let mut call = rank.call(Op::Recv, self.port, 0)?;
        let mut next = self.poll(&mut call)?;
        call.spend(rank.costs.recv);
        let mut cont: Cont = [MaybeUninit::uninit(); CONT_SIZE];
        let mut count = 0;
        while let Some(found) = next {
            out[count] = self.show(&mut call, found, &mut cont).message(&cont);
            count += 1;
            next = if count < out.len() { self.surely_visible(&mut call)? } else { None };
            if next.is_some() {
                call.spend(rank.costs.recv);
            }
        }
        call.result(count as i64);
        Ok(count)
    }

    fn ready(&mut self) -> bool {
        crate::wait::look(None, Some(self)).map_or(true, |events| !events.is_empty())
    }

    fn arm(&mut self) -> Result<bool, Error> {
        Err(no_descriptor())
    }

    fn disarm(&mut self) {}

    fn fd(&self) -> RawFd {
        -1
    }

    fn progress(&mut self) -> Result<(), Error> {
        let rank = Arc::clone(&self.rank);
        let mut call = rank.call(Op::Look, self.port, 0)?;
        call.spend(rank.costs.recv);
        call.found_nothing(Look::Progress);
        Ok(())
    }

    fn peer_state(&mut self, peer: NetAddr) -> PeerState {
        if !self.seen.contains(&peer) {
            return PeerState::Unknown;
        }
        let rank = Arc::clone(&self.rank);
        let asked = rank.call(Op::Look, self.port, peer).and_then(|mut call| {
            // The sending side has charged the time. Rounds of this must not be skipped: the model
            // does not know what they wait for.
            call.found();
            call.ask(For::Closed { dst: peer })
        });
        match asked {
            Ok(answer) if answer.is_gone => PeerState::Closed,
            Ok(_) => PeerState::Up,
            Err(_) => PeerState::Unknown,
        }
    }
}

impl Drop for TorusRx {
    fn drop(&mut self) {
        let rank = Arc::clone(&self.rank);
        if let Ok(mut call) = rank.call(Op::Close, self.port, 0) {
            let at = call.clock();
            // A failure means that the run has ended.
            let _ = call.note(&Record::new(Kind::Close, self.port, at));
            call.state().ports.remove(&self.port);
            call.found();
        }
        self.set_out(0);
    }
}
