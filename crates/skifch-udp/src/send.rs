//! The sending side.

use crate::channel::{Gone, peer_is_gone};
use crate::clock;
use crate::counters::ChannelCounters;
use crate::directory::check;
use crate::net::{Core, State};
use crate::open::Seat;
use crate::recv::{CALLS_PER_YIELD, LOOKS};
use crate::ring::Ring;
use crate::shortage;
use crate::watch::Watch;
use skifch_backend::abi::{NetAddr, PeerState, SendFlags, iovec};
use skifch_backend::refusal::{claim_is_out, nothing_claimed, too_long};
use skifch_backend::{Cont, Error, Tx, iov};
use skifch_proto::{Append, ConnectionId};
use skifch_sync::Turns;
use std::mem::MaybeUninit;
use std::os::fd::RawFd;
use std::sync::Arc;

/// Interval in ns at which a sender that never receives polls the network for acknowledgements.
const LOOK_NS: u64 = 20_000;

/// The sending side of a channel.
pub struct UdpTx {
    core: Arc<Core>,
    side: Side,
}

/// The state of the sending side, apart from the shared core.
pub(crate) struct Side {
    /// Destination and connection of the last send.
    last: Option<(NetAddr, ConnectionId)>,
    claimed: Option<Claim>,
    pub(crate) greatest: usize,
    turns: Turns,
    counters: Arc<ChannelCounters>,
    seat: Arc<Seat>,
    watch: Watch,
}

/// Window space being filled by the program.
struct Claim {
    id: ConnectionId,
    dst: NetAddr,
    len: usize,
    /// Keeps the ring alive, so that it can be filled even if the connection is removed.
    _ring: Option<Ring>,
}

impl State {
    /// Called after a message was written: sends it now if possible, or with the next message if
    /// the flags announce one, and polls the network every `LOOK_NS`.
    #[inline(always)]
    pub(crate) fn after_append(&mut self, id: ConnectionId, flags: SendFlags) -> Result<(), Error> {
        self.unflushed = Some(id);
        if flags.has(SendFlags::MORE) {
            self.held_ns = Some(self.now_ns);
        } else {
            self.transmit()?;
        }
        if self.now_ns >= self.looked_ns + LOOK_NS {
            self.look()?;
        }
        Ok(())
    }
}

impl UdpTx {
    pub(crate) fn new(
        core: Arc<Core>,
        seat: Arc<Seat>,
        watch: Watch,
        counters: Arc<ChannelCounters>,
    ) -> Self {
        let turns = Turns::new(core.host.oversubscribed(), CALLS_PER_YIELD);
        let (last, claimed, greatest) = (None, None, core.config.max_message);
        let side = Side { last, claimed, greatest, turns, counters, seat, watch };
        Self { core, side }
    }
}

impl Side {
    /// Writes a message of `len` bytes; returns whether it was accepted.
    ///
    /// # Safety
    /// The elements point to readable memory, together at least `len` bytes.
    #[inline(always)]
    unsafe fn write(
        &mut self,
        state: &mut State,
        dst: NetAddr,
        list: &[iovec],
        len: usize,
        flags: SendFlags,
    ) -> Result<bool, Error> {
        if let Some((last, id)) = self.last
            && last == dst
        {
            // SAFETY: this method's contract.
            let appended = unsafe { append(state, id, list, len) };
            if appended == Append::Taken {
                return state.after_append(id, flags).map(|()| true);
            }
        }
        // SAFETY: as above.
        unsafe { self.write_slowly(state, dst, list, len, flags) }
    }

    /// Slow path of `write`: no window space, or no connection yet.
    ///
    /// # Safety
    /// As `write`.
    #[inline(never)]
    unsafe fn write_slowly(
        &mut self,
        state: &mut State,
        dst: NetAddr,
        list: &[iovec],
        len: usize,
        flags: SendFlags,
    ) -> Result<bool, Error> {
        // Try once with the current state, and once more after polling the network.
        for is_last in [false, true] {
            let Some(id) = self.way(state, dst)? else {
                state.look()?;
                continue;
            };
            // SAFETY: this method's contract.
            match unsafe { append(state, id, list, len) } {
                Append::Taken => {
                    state.after_append(id, flags)?;
                    return Ok(true);
                }
                Append::TooLong => return Err(too_long(dst, len, self.greatest, MEND)),
                Append::Gone => self.forget(state, id),
                Append::NoRoom if is_last => {}
                Append::NoRoom => make_room(state, id)?,
            }
        }
        Ok(false)
    }

    pub(crate) fn way(
        &mut self,
        state: &mut State,
        dst: NetAddr,
    ) -> Result<Option<ConnectionId>, Error> {
        if let Some((last, id)) = self.last
            && last == dst
        {
            return Ok(Some(id));
        }
        let way = state.way(self.seat.index, dst)?;
        self.last = way.map(|id| (dst, id));
        Ok(way)
    }

    /// The connection takes no more data: processes its events and drops it as the way to its
    /// peers.
    #[cold]
    pub(crate) fn forget(&mut self, state: &mut State, id: ConnectionId) {
        self.last = None;
        state.settle();
        let index = self.seat.index;
        let peers = state.channel(index).into_iter().flat_map(|it| it.peers.values_mut());
        for peer in peers.filter(|peer| peer.way.is_some_and(|(way, _)| way == id)) {
            peer.way = None;
        }
    }

    #[inline(always)]
    fn sent(&self, len: usize) {
        self.counters.messages_sent.add(1);
        self.counters.bytes_sent.add(len as u64);
    }

    #[cold]
    #[inline(never)]
    fn refused(&mut self) {
        self.counters.full.add(1);
        self.turns.nothing(self.counters.full.get(), self.counters.messages_sent.get());
    }

    fn claim(
        &mut self,
        state: &mut State,
        dst: NetAddr,
        len: usize,
        cont: &mut Cont,
    ) -> Result<Option<usize>, Error> {
        let Some(id) = self.way(state, dst)? else {
            return state.look().map(|_| None);
        };
        let pieces = match state.endpoint.claim(id, len) {
            Ok(pieces) => pieces,
            Err(Append::Gone) => {
                self.forget(state, id);
                return Ok(None);
            }
            Err(_) => return make_room(state, id).map(|()| None),
        };
        let mut count = 0;
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            let (iov_base, iov_len) = (piece.as_mut_ptr().cast(), piece.len());
            cont[count] = MaybeUninit::new(iovec { iov_base, iov_len });
            count += 1;
        }
        let _ring = state.endpoint.send_memory(id).cloned();
        self.claimed = Some(Claim { id, dst, len, _ring });
        Ok(Some(count))
    }

    fn commit(&mut self, state: &mut State, claim: &Claim, len: usize) -> Result<(), Error> {
        state.now_ns = clock::now_ns();
        state.note_call();
        if !state.endpoint.commit(state.now_ns, claim.id, len) {
            self.forget(state, claim.id);
            let channel = state.channel(self.seat.index);
            let gone = channel.and_then(|channel| channel.peer(claim.dst).tell_sender());
            let gone = gone.unwrap_or(Gone { state: PeerState::Closed, end: None });
            return Err(peer_is_gone(claim.dst, gone).context("committing a claim"));
        }
        state.after_append(claim.id, SendFlags::NONE)?;
        self.sent(len);
        Ok(())
    }

    /// Whether a send of a message of maximum size would be accepted or would fail now.
    fn has_room(&mut self, state: &mut State, dst: NetAddr) -> bool {
        if let Some(channel) = state.channel(self.seat.index)
            && channel.peer(dst).is_unreported
        {
            return true;
        }
        match self.way(state, dst) {
            Ok(Some(id)) => match state.endpoint.claim(id, self.greatest) {
                Ok(_) => true,
                Err(Append::Gone) => {
                    self.forget(state, id);
                    false
                }
                Err(_) => false,
            },
            Ok(None) => false,
            // The next send returns the same error.
            Err(_) => true,
        }
    }

    /// Prepares to sleep until there is room for `dst`; true: do not sleep.
    fn arm(&mut self, state: &mut State, dst: NetAddr) -> Result<bool, Error> {
        match self.last.filter(|(last, _)| *last == dst) {
            Some((_, id)) => make_room(state, id)?,
            None => drop(state.look()?),
        }
        state.hear_events()?;
        // The acknowledgement that makes room may be queued behind other datagrams: poll several
        // times.
        let mut looks = 0..LOOKS;
        while !self.has_room(state, dst) && looks.next().is_some() && state.look()? {}
        if looks.is_empty() || self.has_room(state, dst) {
            return Ok(true);
        }
        let index = self.seat.index;
        if let Some(channel) = state.channel(index) {
            channel.awaited = dst;
        }
        state.fall_asleep(index, &mut self.watch, |channel| &mut channel.tx);
        Ok(false)
    }
}

/// No window space: sends everything that may leave, including acknowledgements the peer may need.
pub(crate) fn make_room(state: &mut State, id: ConnectionId) -> Result<(), Error> {
    state.endpoint.answer(state.now_ns, id);
    state.endpoint.flush(state.now_ns, id);
    state.look().map(drop)
}

/// Copies `len` bytes of `list` into the send window of a connection.
///
/// # Safety
/// The elements point to readable memory, together at least `len` bytes.
#[inline(always)]
unsafe fn append(state: &mut State, id: ConnectionId, list: &[iovec], len: usize) -> Append {
    if let [one] = list
        && len > 0
    {
        // SAFETY: the element is readable for its length, which is at least `len`. `len` is not
        // zero: an empty element may have a null pointer, which a slice must not.
        let bytes = unsafe { std::slice::from_raw_parts(one.iov_base.cast::<u8>(), len) };
        return state.endpoint.append(state.now_ns, id, &[bytes]);
    }
    let [first, second] = match state.endpoint.claim(id, len) {
        Ok(pieces) => pieces,
        Err(why) => return why,
    };
    let mut cursor = iov::Cursor::new(list);
    // SAFETY: the pieces are as long as the elements together, by the caller's promise.
    unsafe {
        cursor.copy_to(first.as_mut_ptr(), first.len());
        cursor.copy_to(second.as_mut_ptr(), second.len());
    }
    match state.endpoint.commit(state.now_ns, id, len) {
        true => Append::Taken,
        false => Append::Gone,
    }
}

/// Advice in the error for a message that is too long.
pub(crate) const MEND: &str = "send it in parts or raise SKIFCH_UDP_MAX_MESSAGE";

impl Tx for UdpTx {
    #[inline]
    unsafe fn send(
        &mut self,
        dst: NetAddr,
        list: &[iovec],
        total: usize,
        flags: SendFlags,
    ) -> Result<Option<usize>, Error> {
        let Self { core, side } = self;
        if side.claimed.is_some() {
            return Err(claim_is_out());
        }
        if flags.has(SendFlags::WHOLE) && total > side.greatest {
            return Err(too_long(dst, total, side.greatest, MEND));
        }
        let len = total.min(side.greatest);
        let sent = core.try_with(|state| {
            state.tick();
            // SAFETY: this method's contract.
            unsafe { side.write(state, dst, list, len, flags) }
        });
        // While another thread holds the state nothing is accepted, but an invalid destination is
        // reported.
        if sent.unwrap_or_else(|| check(&core.host, dst).map(|()| false))? {
            side.sent(len);
            return Ok(Some(len));
        }
        side.refused();
        Ok(None)
    }

    const LENDS: bool = true;

    unsafe fn lend(
        &mut self,
        dst: NetAddr,
        head: &[u8],
        body: *const u8,
        len: usize,
        key: u64,
    ) -> Result<Option<usize>, Error> {
        let Self { core, side } = self;
        if side.claimed.is_some() {
            return Err(claim_is_out());
        }
        let lent = core.try_with(|state| {
            state.tick();
            // SAFETY: this method's contract.
            unsafe { side.lend(state, dst, head, (body, len, key)) }
        });
        let lent = lent.unwrap_or_else(|| check(&core.host, dst).map(|()| None))?;
        match lent {
            Some(bytes) => side.sent(head.len() + bytes),
            None => side.refused(),
        }
        Ok(lent)
    }

    fn take_back(&mut self, _dst: NetAddr, key: u64) {
        // Loans to another than the one that has the bytes lose nothing but that they are copied.
        self.core.with(|state| state.endpoint.take_back(key));
    }

    fn claim(&mut self, dst: NetAddr, len: usize, cont: &mut Cont) -> Result<Option<usize>, Error> {
        let Self { core, side } = self;
        if side.claimed.is_some() {
            return Err(claim_is_out());
        }
        if len > side.greatest {
            return Err(too_long(dst, len, side.greatest, MEND));
        }
        let claimed = core.try_with(|state| side.claim(state, dst, len, cont));
        let claimed = claimed.unwrap_or_else(|| check(&core.host, dst).map(|()| None))?;
        if claimed.is_none() {
            side.refused();
        }
        Ok(claimed)
    }

    fn commit(&mut self, len: usize) -> Result<(), Error> {
        let Self { core, side } = self;
        let Some(claim) = side.claimed.take() else { return Err(nothing_claimed()) };
        if len > claim.len {
            let text = format!("committing {len} bytes of a claim of {}", claim.len);
            side.claimed = Some(claim);
            return Err(Error::new(libc::EINVAL, text));
        }
        // A commit cannot return "not now", so it waits for the lock.
        core.with(|state| side.commit(state, &claim, len))
    }

    fn abort(&mut self) -> Result<(), Error> {
        self.side.claimed.take().map(|_| ()).ok_or_else(nothing_claimed)
    }

    fn ready(&mut self, dst: NetAddr) -> bool {
        let Self { core, side } = self;
        // With a claim outstanding the next send returns an error, which counts as ready.
        side.claimed.is_some() || core.with(|state| side.has_room(state, dst))
    }

    fn arm(&mut self, dst: NetAddr) -> Result<bool, Error> {
        let Self { core, side } = self;
        if side.claimed.is_some() {
            return Ok(true);
        }
        let (armed, pause) =
            core.with(|state| (side.arm(state, dst), state.shortage.left(state.now_ns)));
        shortage::sit_out(pause);
        armed
    }

    fn disarm(&mut self) {
        let Self { core, side } = self;
        core.with(|state| state.wake_up(side.seat.index, &side.watch, |channel| &mut channel.tx));
    }

    fn fd(&self) -> RawFd {
        self.side.watch.fd()
    }

    fn progress(&mut self) -> Result<(), Error> {
        self.core.with(State::look_again)
    }

    fn peer_state(&mut self, peer: NetAddr) -> PeerState {
        let index = self.side.seat.index;
        self.core.with(|state| {
            let channel = state.channel(index);
            channel.map_or(PeerState::Unknown, |channel| channel.state_for_sender(peer))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::memory_tests::members;
    use skifch_backend::abi::{NetAddr, SendFlags, netaddr};
    use skifch_backend::{Domain, Tx};

    /// Answering "not now" would make the caller retry forever.
    #[test]
    fn who_does_not_exist_is_an_error_even_while_the_state_is_in_use() {
        members(1, &[], |_, domain| {
            let mut port = domain.open(0).expect("a free port");
            let core = port.tx.core.clone();
            let _held = core.net.lock();
            for nobody in [netaddr(1, 0), NetAddr::MAX] {
                // SAFETY: there are no elements.
                let sent = unsafe { port.tx.send(nobody, &[], 0, SendFlags::WHOLE) };
                assert_eq!(sent.expect_err("nobody").errno(), libc::EHOSTUNREACH);
                let claimed = port.tx.claim(
                    nobody,
                    1,
                    &mut skifch_backend::abi::Message::EMPTY.cont.map(std::mem::MaybeUninit::new),
                );
                assert_eq!(claimed.expect_err("nobody").errno(), libc::EHOSTUNREACH);
            }
            // SAFETY: as above.
            let sent = unsafe { port.tx.send(netaddr(0, 0), &[], 0, SendFlags::WHOLE) };
            assert_eq!(sent.expect("a rank"), None);
        });
    }
}
