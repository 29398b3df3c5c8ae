//! The sending side of a channel.
//!
//! A sender may have a window of unreleased bytes at each receiver
//! ([`crate::config::Config::window`]). While the window has room, a send does not query the model;
//! when it is used up, the model answers how many bytes have been released by now. Only then does a
//! sender also learn that its peer has closed.

use crate::call::{Call, Op};
use crate::history::Look;
use crate::rank::Rank;
use crate::record::{Kind, Record, encode_join};
use crate::seat::{Answer, For};
use skifch_backend::abi::{
    Join, JoinOp, NetAddr, PeerState, SendFlags, Stats, iovec, netaddr, port_of, rank_of,
};
use skifch_backend::iov::Cursor;
use skifch_backend::refusal::{claim_is_out, nothing_claimed, too_long};
use skifch_backend::{Cont, Counter, Error, StatSource, Tx};
use skifch_sim::random::Random;
use std::collections::HashMap;
use std::os::fd::RawFd;
use std::sync::Arc;

/// State of the path to one receiver; counts in bytes on the wire since the channel was opened.
#[derive(Default)]
struct Lane {
    sent: u64,
    freed: u64,
    /// The receiver has closed, and the program has not been told.
    is_gone: bool,
    /// The program has been told.
    is_closed: bool,
}

/// Counters of the sending side.
#[derive(Default)]
pub(crate) struct TxCounters {
    messages: Counter,
    bytes: Counter,
    full: Counter,
    lanes: Counter,
}

impl StatSource for TxCounters {
    fn add_to(&self, stats: &mut Stats) {
        stats.messages_sent += self.messages.get();
        stats.bytes_sent += self.bytes.get();
        stats.send_full += self.full.get();
        stats.lanes_out += self.lanes.get();
    }
}

/// The sending side of a channel.
pub struct TorusTx {
    pub(crate) rank: Arc<Rank>,
    port: u32,
    max_message: usize,
    lanes: HashMap<NetAddr, Lane>,
    /// Buffer for claimed messages.
    staging: Vec<u8>,
    claimed: Option<(NetAddr, usize)>,
    fuzz: Random,
    pub(crate) counters: Arc<TxCounters>,
}

impl TorusTx {
    pub(crate) fn new(rank: Arc<Rank>, port: u32, max_message: usize, fuzz: Random) -> Self {
        Self {
            staging: vec![0; max_message],
            rank,
            port,
            max_message,
            lanes: HashMap::new(),
            claimed: None,
            fuzz,
            counters: Arc::default(),
        }
    }

    fn check(&self, dst: NetAddr) -> Result<(), Error> {
        let size = self.rank.host.job_size();
        if rank_of(dst) < size {
            return Ok(());
        }
        let text = format!(
            "address {dst:#010x} names rank {}, and the job has {size} ranks; make addresses with \
             SkifCh_NetAddr or SkifCh_MakeAddr",
            rank_of(dst)
        );
        Err(Error::new(libc::EHOSTUNREACH, text))
    }

    fn refuse_while_claimed(&self) -> Result<(), Error> {
        match self.claimed {
            None => Ok(()),
            Some(_) => Err(claim_is_out()),
        }
    }

    fn lane(&mut self, dst: NetAddr) -> &mut Lane {
        self.lanes.entry(dst).or_insert_with(|| {
            self.counters.lanes.add(1);
            Lane::default()
        })
    }

    /// The condition to wait for before sending `bytes` more; `None` if there is room.
    pub(crate) fn lacks(&self, dst: NetAddr, bytes: u64) -> Option<For> {
        let (port, window) = (self.port, self.rank.config.window);
        // Nothing was sent to others, so there is room for any message.
        let lane = self.lanes.get(&dst)?;
        let freed = (lane.sent + bytes).saturating_sub(window);
        (freed > lane.freed && !lane.is_gone).then_some(For::Room { port, dst, freed })
    }

    /// Takes over what the model has answered about the path to `dst`.
    pub(crate) fn learn(&mut self, dst: NetAddr, answer: &Answer) {
        let lane = self.lane(dst);
        // Never more than was sent, whatever the model says.
        lane.freed = lane.freed.max(answer.freed).min(lane.sent);
        lane.is_gone |= answer.is_gone;
    }

    /// Asks the model whether `room`, which is lacking as far as this side knows, is there now.
    pub(crate) fn has_room_now(
        &mut self,
        call: &mut Call<'_>,
        dst: NetAddr,
        room: For,
    ) -> Result<bool, Error> {
        let answer = call.ask(room)?;
        self.learn(dst, &answer);
        Ok(self.lacks(dst, self.greatest()).is_none())
    }

    /// A poll for room: like [`Self::has_room_now`], and in a poll loop skips rounds until there is
    /// something.
    pub(crate) fn seek_room(
        &mut self,
        call: &mut Call<'_>,
        dst: NetAddr,
        room: For,
    ) -> Result<bool, Error> {
        if let Some(answer) = call.seek(room, None)? {
            self.learn(dst, &answer);
        }
        let lack = self.lacks(dst, self.greatest());
        if let Some(what) = lack {
            call.found_nothing(Look::For(what));
        }
        Ok(lack.is_none())
    }

    /// The state of the path to a peer. The call takes time also if the model is not asked.
    fn ask_state(&mut self, rank: &Rank, peer: NetAddr) -> Result<PeerState, Error> {
        let mut call = rank.call(Op::Look, self.port, peer)?;
        let is_closed = self.lanes.get(&peer).map(|lane| lane.is_gone || lane.is_closed);
        if is_closed != Some(false) {
            call.spend(rank.costs.recv);
            call.found_nothing(Look::Progress);
            return Ok(is_closed.map_or(PeerState::Unknown, |_| PeerState::Closed));
        }
        let room = For::Room { port: self.port, dst: peer, freed: 0 };
        let answer = call.ask(room)?;
        call.spend(rank.costs.recv);
        // The model does not know what this waits for, so it must not skip rounds of it.
        call.found();
        self.learn(peer, &answer);
        Ok(match (answer.is_gone, answer.is_up) {
            (true, _) => PeerState::Closed,
            (_, true) => PeerState::Up,
            _ => PeerState::Connecting,
        })
    }

    /// Bytes on the wire of a message of the maximum size.
    pub(crate) fn greatest(&self) -> u64 {
        self.rank.config.wire_bytes(self.max_message)
    }

    /// Whether a message of `bytes` bytes on the wire may be sent now.
    fn may_send(&mut self, call: &mut Call<'_>, dst: NetAddr, bytes: u64) -> Result<bool, Error> {
        let nowhere = For::Room { port: self.port, dst, freed: 0 };
        let mut lack = self.is_refused().then_some(nowhere);
        if lack.is_none()
            && let Some(what) = self.lacks(dst, bytes)
        {
            if let Some(answer) = call.seek(what, None)? {
                self.learn(dst, &answer);
            }
            lack = self.lacks(dst, bytes);
        }
        let lane = self.lane(dst);
        if std::mem::take(&mut lane.is_gone) {
            lane.is_closed = true;
            call.found();
            return Err(closed(dst));
        }
        if let Some(what) = lack {
            self.counters.full.add(1);
            call.found_nothing(Look::For(what));
            return Ok(false);
        }
        Ok(true)
    }

    fn is_refused(&mut self) -> bool {
        let milli = u64::from(self.rank.config.fuzz_milli);
        milli > 0 && self.fuzz.happens(milli * (1 << 32) / 1000)
    }

    /// Sends a message for which there is room.
    ///
    /// # Safety
    /// The elements are readable and have at least `len` bytes.
    unsafe fn submit(
        &mut self,
        call: &mut Call<'_>,
        dst: NetAddr,
        elements: &[iovec],
        len: usize,
    ) -> Result<(), Error> {
        let at = call.clock();
        let record = Record { dst, len: len as u32, ..Record::new(Kind::Send, self.port, at) };
        // SAFETY: the caller's promise.
        unsafe { call.record(&record, Cursor::new(elements)) }?;
        let bytes = self.rank.config.wire_bytes(len);
        let lane = self.lane(dst);
        lane.sent += bytes;
        lane.is_closed = false;
        self.counters.messages.add(1);
        self.counters.bytes.add(len as u64);
        call.found();
        call.result(len as i64);
        call.moved();
        Ok(())
    }
}

impl TorusTx {
    /// Sends this rank's contribution to a collective operation to the model.
    fn hand_over(&self, call: &mut Call<'_>, join: &Join, bytes: &[u8]) -> Result<(), Error> {
        let head = encode_join(join);
        let element =
            |part: &[u8]| iovec { iov_base: part.as_ptr().cast_mut().cast(), iov_len: part.len() };
        let (at, len) = (call.clock(), (head.len() + bytes.len()) as u32);
        let record = Record { len, count: join.id, ..Record::new(Kind::Join, self.port, at) };
        // SAFETY: both parts are readable here, and their total length is `len`.
        unsafe { call.record(&record, Cursor::new(&[element(&head), element(bytes)])) }?;
        call.found();
        call.result(bytes.len() as i64);
        Ok(())
    }
}

#[cold]
fn closed(dst: NetAddr) -> Error {
    let (rank, port) = (rank_of(dst), port_of(dst));
    Error::new(libc::EPIPE, format!("rank {rank} port {port} has closed this channel"))
}

/// Advice in the error about a message that is too long.
const MEND: &str = "send it in parts";

impl Tx for TorusTx {
    unsafe fn send(
        &mut self,
        dst: NetAddr,
        elements: &[iovec],
        total: usize,
        flags: SendFlags,
    ) -> Result<Option<usize>, Error> {
        self.refuse_while_claimed()?;
        self.check(dst)?;
        if total > self.max_message && flags.has(SendFlags::WHOLE) {
            return Err(too_long(dst, total, self.max_message, MEND));
        }
        let len = total.min(self.max_message);
        let rank = Arc::clone(&self.rank);
        let mut call = rank.call(Op::Send, self.port, dst)?;
        let is_sent = self.may_send(&mut call, dst, rank.config.wire_bytes(len))?;
        if is_sent {
            // SAFETY: our caller's promise; `len` is at most their total.
            unsafe { self.submit(&mut call, dst, elements, len) }?;
        }
        call.spend(rank.costs.send);
        Ok(is_sent.then_some(len))
    }

    fn claim(&mut self, dst: NetAddr, len: usize, cont: &mut Cont) -> Result<Option<usize>, Error> {
        self.refuse_while_claimed()?;
        self.check(dst)?;
        if len > self.max_message {
            return Err(too_long(dst, len, self.max_message, MEND));
        }
        let rank = Arc::clone(&self.rank);
        let mut call = rank.call(Op::Send, self.port, dst)?;
        let has_room = self.may_send(&mut call, dst, rank.config.wire_bytes(len))?;
        if !has_room {
            call.spend(rank.costs.send);
            return Ok(None);
        }
        cont[0].write(iovec { iov_base: self.staging.as_mut_ptr().cast(), iov_len: len });
        self.claimed = Some((dst, len));
        Ok(Some(1))
    }

    fn commit(&mut self, len: usize) -> Result<(), Error> {
        let (dst, claimed) = self.claimed.ok_or_else(nothing_claimed)?;
        if len > claimed {
            let text = format!("cannot commit {len} bytes: only {claimed} are claimed");
            return Err(Error::new(libc::EINVAL, text));
        }
        let rank = Arc::clone(&self.rank);
        let mut call = rank.call(Op::Send, self.port, dst)?;
        let one = [iovec { iov_base: self.staging.as_mut_ptr().cast(), iov_len: len }];
        // SAFETY: the staging buffer holds a message of the maximum size.
        unsafe { self.submit(&mut call, dst, &one, len) }?;
        call.spend(rank.costs.send);
        self.claimed = None;
        Ok(())
    }

    fn abort(&mut self) -> Result<(), Error> {
        let (dst, _) = self.claimed.take().ok_or_else(nothing_claimed)?;
        let rank = Arc::clone(&self.rank);
        // When the run has ended there is no time to charge; the next call reports it.
        if let Ok(mut call) = rank.call(Op::Send, self.port, dst) {
            call.spend(rank.costs.send);
            call.found();
        }
        Ok(())
    }

    fn join(&mut self, join: &Join, _op: JoinOp, bytes: &[u8]) -> Result<bool, Error> {
        self.refuse_while_claimed()?;
        let rank = Arc::clone(&self.rank);
        let ranks = rank.host.job_size();
        if join.root >= ranks {
            let text = format!("joining {join:?}: the job has the ranks 0 to {}", ranks - 1);
            return Err(Error::new(libc::EINVAL, text));
        }
        let mut call = rank.call(Op::Join, self.port, 0)?;
        let is_refused = self.is_refused();
        if is_refused {
            let nowhere = For::Room { port: self.port, dst: own_addr(&rank, self.port), freed: 0 };
            call.found_nothing(Look::For(nowhere));
        } else {
            self.hand_over(&mut call, join, bytes)?;
        }
        call.spend(rank.costs.send);
        Ok(!is_refused)
    }

    fn ready(&mut self, dst: NetAddr) -> bool {
        let looked = crate::wait::look(Some((self, dst)), None);
        looked.map_or(true, |events| !events.is_empty())
    }

    fn arm(&mut self, _dst: NetAddr) -> Result<bool, Error> {
        Err(no_descriptor())
    }

    fn disarm(&mut self) {}

    fn fd(&self) -> RawFd {
        -1
    }

    fn peer_state(&mut self, peer: NetAddr) -> PeerState {
        let rank = Arc::clone(&self.rank);
        self.ask_state(&rank, peer).unwrap_or(PeerState::Unknown)
    }
}

/// A process cannot sleep on a descriptor here: time is virtual.
#[cold]
pub(crate) fn no_descriptor() -> Error {
    Error::unsupported("a descriptor to wait on (time is virtual)")
}

/// The address of a channel of this rank.
pub(crate) fn own_addr(rank: &Rank, port: u32) -> NetAddr {
    netaddr(rank.number(), port)
}
