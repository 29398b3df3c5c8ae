//! The sending side.

use crate::aliasable::AliasableBox;
use crate::config::Config;
use crate::connect::peer_is_gone;
use crate::control::PeerControl;
use crate::counters::TxCounters;
use crate::exchange::{Answers, Life, Lines};
use crate::memfd::Map;
use crate::open::Names;
use crate::poll::Poller;
use crate::progress::CALLS_PER_YIELD;
use skifch_backend::abi::{NetAddr, PeerState, SendFlags, iovec};
use skifch_backend::fork::Guarded;
use skifch_backend::iov::Cursor;
use skifch_backend::refusal::{claim_is_out, nothing_claimed, too_long};
use skifch_backend::{ByAddr, Cont, Error, Tx};
use skifch_ring::exchange::ONE_LINE_BYTES;
use skifch_ring::{Bell, Producer, Sleeper, copy_far, copy_payload, copy_short};
use skifch_sync::Turns;
use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::os::fd::{OwnedFd, RawFd};
use std::sync::Arc;

/// A lane to one receiver.
pub(crate) struct LaneOut {
    pub(crate) producer: Producer,
    /// Wakes the receiver. Until the lane is attached it rings on every send.
    pub(crate) bell: Bell,
    pub(crate) dst: NetAddr,
    /// The receiver's channel; `None` until it has answered.
    pub(crate) peer: Option<Life>,
    /// The receiver's process is reached by heavy fences (membarrier). Until the receiver has
    /// answered it waits for a doorbell, which needs no fence.
    pub(crate) is_reached: bool,
    pub(crate) answers: Answers,
    /// Number of sends that found no room.
    pub(crate) refusals: u32,
    /// Tells the receiver that this side waits for room.
    pub(crate) sleeper: Sleeper,
    pub(crate) socket: Guarded,
    /// The receiver has announced an orderly close.
    pub(crate) goodbye: bool,
    /// The rest of the ring's memory has not been requested yet.
    pub(crate) may_grow: bool,
    /// The receiver's control memory; `None` until it has answered.
    pub(crate) control: Option<PeerControl>,
    /// The lane's memory, held until the receiver answers: its answer carries a descriptor, which
    /// needs a free descriptor number.
    pub(crate) reserve: Option<OwnedFd>,
    /// The lane's memory, which the producer writes.
    pub(crate) memory: Map,
}

impl LaneOut {
    /// Most likely the place of the next record.
    #[inline(always)]
    fn next(&self) -> *mut u8 {
        // SAFETY: a tail lies in the ring.
        unsafe { self.producer.mem().ptr(self.producer.tail()) }
    }
}

/// A peer that was connected earlier.
pub(crate) struct Gone {
    pub(crate) state: PeerState,
    /// The peer left messages unread, or the lane was closed for a reason on this side, and no send
    /// has reported it yet.
    pub(crate) unreported: bool,
    /// The resource shortage on this side that closed the lane.
    pub(crate) fault: Option<Error>,
}

impl Gone {
    /// The error for the next send: the fault of this side, or that the peer is gone.
    pub(crate) fn tell(&mut self, dst: NetAddr) -> Error {
        self.unreported = false;
        self.fault.take().unwrap_or_else(|| peer_is_gone(dst, self.state))
    }
}

/// The sending side of a channel.
pub struct ShmTx {
    /// The lane of the last send, which the next send most often uses too; null when there is none,
    /// and while a claim is out.
    last: *mut LaneOut,
    /// The destination of that lane.
    last_dst: NetAddr,
    last_index: usize,
    /// The lane of the last send must not move: `last` points to it.
    pub(crate) lanes: Vec<Option<AliasableBox<LaneOut>>>,
    pub(crate) counters: Arc<TxCounters>,
    /// The lane index and the size in bytes of the claim that is out.
    pub(crate) claimed: Option<(usize, usize)>,
    pub(crate) routes: ByAddr<usize>,
    pub(crate) free: Vec<usize>,
    /// Lanes whose offer could not be sent yet. Their connections are kept: the receiver would have
    /// to accept each new one before it sees those that carry an offer.
    pub(crate) unsaid: HashMap<NetAddr, LaneOut>,
    /// What is remembered about peers that are gone.
    pub(crate) gone: HashMap<NetAddr, Gone>,
    /// The lane on which this side has announced that it sleeps.
    pub(crate) armed: Option<usize>,
    pub(crate) names: Arc<Names>,
    pub(crate) config: Config,
    pub(crate) lines: Arc<Lines>,
    pub(crate) turns: Turns,
    pub(crate) poller: Poller,
}

impl ShmTx {
    pub(crate) fn new(
        names: Arc<Names>,
        config: Config,
        is_shared: bool,
        counters: Arc<TxCounters>,
        lines: Arc<Lines>,
    ) -> Result<Self, Error> {
        Ok(Self {
            last: std::ptr::null_mut(),
            last_dst: 0,
            last_index: 0,
            lanes: Vec::new(),
            counters,
            claimed: None,
            routes: ByAddr::default(),
            free: Vec::new(),
            unsaid: HashMap::new(),
            gone: HashMap::new(),
            armed: None,
            names,
            config,
            lines,
            turns: Turns::new(is_shared, CALLS_PER_YIELD),
            poller: Poller::new()?,
        })
    }

    /// The lane to `dst`; `None` if it cannot be set up yet.
    #[inline(always)]
    fn lane(&mut self, dst: NetAddr) -> Result<Option<(usize, &mut LaneOut)>, Error> {
        let index = if !self.last.is_null() && self.last_dst == dst {
            self.last_index
        } else {
            match self.find(dst)? {
                Some(index) => index,
                None => return Ok(None),
            }
        };
        // The index and `routes` name lanes that exist: both are corrected when a lane is removed.
        Ok(self.lanes.get_mut(index).and_then(Option::as_mut).map(|lane| (index, &mut **lane)))
    }

    #[inline(never)]
    fn find(&mut self, dst: NetAddr) -> Result<Option<usize>, Error> {
        let index = match self.routes.get(&dst) {
            Some(&index) => Some(index),
            None => self.connect(dst)?,
        };
        if let Some(index) = index {
            let lane = self.lanes.get(index).and_then(Option::as_ref);
            self.last = lane.map_or(std::ptr::null_mut(), AliasableBox::as_ptr);
            (self.last_dst, self.last_index) = (dst, index);
        }
        Ok(index)
    }

    fn has_room(&mut self, dst: NetAddr) -> bool {
        match self.lane(dst) {
            Ok(Some((_, lane))) => {
                let greatest = lane.producer.max_message();
                !matches!(lane.producer.claim(greatest), Ok(None))
            }
            Ok(None) => false,
            // The following send returns the same error.
            Err(_) => true,
        }
    }

    fn has_news(&self, dst: NetAddr) -> bool {
        self.gone.get(&dst).is_some_and(|gone| gone.unreported)
    }

    /// Removes a lane.
    pub(crate) fn remove(&mut self, index: usize) -> Option<AliasableBox<LaneOut>> {
        let lane = self.lanes.get_mut(index)?.take()?;
        self.routes.remove(&lane.dst);
        self.free.push(index);
        self.last = std::ptr::null_mut();
        self.armed = self.armed.filter(|&armed| armed != index);
        Some(lane)
    }
}

impl ShmTx {
    /// The lane of the last send, if that went to `dst`.
    #[inline(always)]
    fn last_lane(&mut self, dst: NetAddr) -> Option<&mut LaneOut> {
        if self.last.is_null() || self.last_dst != dst {
            return None;
        }
        // SAFETY: `last` is set by `find` alone, to a lane of `lanes`, and becomes null before that
        // lane is dropped; `self` is borrowed, so nobody else has the lane.
        Some(unsafe { &mut *self.last })
    }

    /// Counts a message sent in the last lane and wakes its receiver if it sleeps.
    #[inline(always)]
    fn sent(&mut self, len: usize) -> usize {
        // SAFETY: as in `last_lane`; it is not null, since a message went into it.
        let lane = unsafe { &mut *self.last };
        self.counters.sent(len, lane.next());
        if lane.bell.must_ring() {
            return self.ring_after(len);
        }
        len
    }

    /// Rings the last lane's bell; returns `len`.
    #[cold]
    #[inline(never)]
    fn ring_after(&mut self, len: usize) -> usize {
        self.ring(self.last_index);
        len
    }
}

impl ShmTx {
    /// Publishes what was written into the last claim of a lane, counts it, and wakes the receiver
    /// if it sleeps.
    fn publish(&mut self, index: usize, len: usize) {
        let Some(lane) = self.lane_at(index) else { return };
        lane.producer.publish(len);
        let (must_ring, next) = (lane.bell.must_ring(), lane.next());
        self.counters.sent(len, next);
        if must_ring {
            self.ring(index);
        }
    }
}

/// Up to this length the overhead of finding the lane is noticeable. The pieces of longer messages
/// are copied faster by the C library.
const FAST_BYTES: usize = (8 << 10) + 64;

/// Copies `len` bytes of a message into the ring of a lane; `is_far` as [`Producer::is_far`] of the
/// message.
///
/// # Safety
/// As [`copy_payload`].
#[inline(always)]
unsafe fn copy(is_far: bool, src: *const u8, dst: *mut u8, len: usize) {
    // SAFETY: the same contract.
    unsafe { if is_far { copy_far(src, dst, len) } else { copy_payload(src, dst, len) } }
}

/// Copies the first `len` bytes of `list`, a message, into the ring of a lane.
///
/// # Safety
/// Each element names readable memory, together at least `len` bytes; `dst` is as in
/// [`copy_payload`].
unsafe fn gather(is_far: bool, list: &[iovec], dst: *mut u8, len: usize) {
    // SAFETY: our caller vouches for the elements, which `copy_by` names parts of.
    let copy_part = |src: *const u8, dst, len| unsafe {
        if is_far {
            copy_far(src, dst, len);
        } else {
            src.copy_to_nonoverlapping(dst, len);
        }
    };
    // SAFETY: the same contract.
    unsafe { Cursor::new(list).copy_by(dst, len, copy_part) }
}

/// How the user can fix the error of a message that is too long.
const MEND: &str = "send it in parts or raise SKIFCH_SHM_MAX_MESSAGE";

// SAFETY: `last` points to a lane of `lanes`, which goes to the other thread with it.
unsafe impl Send for ShmTx {}

impl Tx for ShmTx {
    #[inline(always)]
    unsafe fn send_short(&mut self, dst: NetAddr, base: *const u8, len: usize) -> usize {
        let Some(lane) = self.last_lane(dst) else { return 0 };
        if lane.answers.is_turn() {
            // Longer messages go through the exchange line too, by `send_fast`.
            let is_short = len <= ONE_LINE_BYTES;
            let Some(answer) =
                is_short.then(|| lane.answers.claim(&mut lane.producer, len)).flatten()
            else {
                return 0;
            };
            // SAFETY: there is room for `len` bytes; the caller vouches for `base`.
            unsafe { copy_short(base, answer.place(), len) };
            answer.publish();
            let next = lane.next();
            self.counters.sent(len, next);
            return len;
        }
        let Some(offset) = lane.producer.claim_short(len) else { return 0 };
        // SAFETY: the claim is `len` bytes of the ring at `offset`, which nobody reads yet, and
        // short; the caller vouches for `base`.
        unsafe { copy_short(base, lane.producer.mem().ptr(offset), len) };
        lane.producer.publish_short(len);
        let next = lane.next();
        self.counters.sent(len, next);
        len
    }

    #[inline(always)]
    fn is_due(&mut self) -> bool {
        // SAFETY: as in `last_lane`; it is not null, since a message went into it.
        let lane = unsafe { &*self.last };
        lane.producer.is_near_uncleared() || lane.bell.has_changed()
    }

    fn do_due(&mut self) {
        // SAFETY: as above.
        let lane = unsafe { &mut *self.last };
        if lane.producer.is_near_uncleared() {
            lane.producer.clear_ahead();
        }
        if lane.bell.must_ring() {
            self.ring(self.last_index);
        }
        self.meet_lines();
    }

    #[inline(always)]
    unsafe fn send_fast(&mut self, dst: NetAddr, list: &[iovec], total: usize) -> usize {
        let Some(lane) = self.last_lane(dst).filter(|_| total <= FAST_BYTES) else { return 0 };
        if let Some(answer) = lane.answers.claim(&mut lane.producer, total) {
            // SAFETY: the caller vouches for the elements, which hold `total` bytes together.
            unsafe { answer.write(list, total) };
            answer.publish();
            return self.sent(total);
        }
        let Some(offset) = lane.producer.claim_fast(total) else { return 0 };
        // SAFETY: the claim is `total` bytes of the ring at `offset`, which nobody reads yet.
        let mut to = unsafe { lane.producer.mem().ptr(offset) };
        let is_far = lane.producer.is_far(total);
        for element in list {
            // SAFETY: there is room for `total` bytes; the caller vouches for the elements, which
            // hold `total` bytes together.
            unsafe {
                copy(is_far, element.iov_base.cast(), to, element.iov_len);
                to = to.add(element.iov_len);
            }
        }
        lane.producer.publish(total);
        self.sent(total)
    }

    #[inline(always)]
    unsafe fn send(
        &mut self,
        dst: NetAddr,
        list: &[iovec],
        total: usize,
        flags: SendFlags,
    ) -> Result<Option<usize>, Error> {
        let greatest = self.config.geometry.max_message();
        if flags.has(SendFlags::WHOLE) && total > greatest {
            return Err(too_long(dst, total, greatest, MEND));
        }
        if self.claimed.is_some() {
            return Err(claim_is_out());
        }
        let Some((index, lane)) = self.lane(dst)? else { return Ok(None) };
        let len = total.min(greatest);
        let offset = match lane.room(len) {
            Ok(Some(offset)) => offset,
            Ok(None) => return self.refused(index).map(|()| None),
            Err(violation) => return Err(self.broken(index, &violation)),
        };
        // SAFETY: the claim is `len` bytes of the ring at `offset`, which nobody reads yet; the
        // caller vouches for the elements, which hold at least `len` bytes.
        unsafe {
            let to = lane.producer.mem().ptr(offset);
            let is_far = lane.producer.is_far(len);
            match list {
                [one] => copy(is_far, one.iov_base.cast(), to, len),
                _ => gather(is_far, list, to, len),
            }
        }
        self.publish(index, len);
        Ok(Some(len))
    }

    fn claim(&mut self, dst: NetAddr, len: usize, cont: &mut Cont) -> Result<Option<usize>, Error> {
        if self.claimed.is_some() {
            return Err(claim_is_out());
        }
        let greatest = self.config.geometry.max_message();
        if len > greatest {
            return Err(too_long(dst, len, greatest, MEND));
        }
        let Some((index, lane)) = self.lane(dst)? else { return Ok(None) };
        let offset = match lane.room(len) {
            Ok(Some(offset)) => offset,
            Ok(None) => return self.refused(index).map(|()| None),
            Err(violation) => return Err(self.broken(index, &violation)),
        };
        // SAFETY: the claim lies in the ring.
        let base = unsafe { lane.producer.mem().ptr(offset) };
        lane.producer.lend();
        cont[0] = MaybeUninit::new(iovec { iov_base: base.cast(), iov_len: len });
        self.claimed = Some((index, len));
        self.last = std::ptr::null_mut();
        Ok(Some(1))
    }

    fn commit(&mut self, len: usize) -> Result<(), Error> {
        let Some((index, room)) = self.claimed else { return Err(nothing_claimed()) };
        if len > room {
            let text = format!("committing {len} bytes of a claim of {room}");
            return Err(Error::new(libc::EINVAL, text));
        }
        self.claimed = None;
        if self.lane_at(index).is_none() {
            return Err(Error::new(
                libc::EPIPE,
                "committing a claim: the receiver has closed its channel or ended",
            ));
        }
        self.publish(index, len);
        Ok(())
    }

    fn abort(&mut self) -> Result<(), Error> {
        self.claimed.take().map(|_| ()).ok_or_else(nothing_claimed)
    }

    fn ready(&mut self, dst: NetAddr) -> bool {
        // While a claim is out, the next send returns an error, which counts as ready; and the
        // claim must not be disturbed by another one.
        self.claimed.is_some() || self.has_news(dst) || self.has_room(dst)
    }

    fn arm(&mut self, dst: NetAddr) -> Result<bool, Error> {
        self.arm_lane(dst)
    }

    fn disarm(&mut self) {
        self.disarm_lanes();
    }

    fn fd(&self) -> RawFd {
        self.poller.fd()
    }

    fn progress(&mut self) -> Result<(), Error> {
        self.look_at_sockets();
        Ok(())
    }

    fn peer_state(&mut self, peer: NetAddr) -> PeerState {
        self.look_at_sockets();
        let lane = self.routes.get(&peer).and_then(|&index| self.lanes[index].as_ref());
        match lane {
            Some(lane) if lane.control.is_some() => PeerState::Up,
            Some(_) => PeerState::Connecting,
            None => self.gone.get(&peer).map_or(PeerState::Unknown, |gone| gone.state),
        }
    }
}
