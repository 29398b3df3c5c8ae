//! The sending side: one byte per rank selects the child.

use super::cap::{self, Capped};
use super::child::Lane;
use super::domain::{SideFd, arm, disarm, holds};
use crate::iov::IOV_MAX;
use crate::refusal::too_long;
use crate::{Cont, Error, Tx};
use skifch_abi::{Events, NetAddr, PeerState, SendFlags, iovec, rank_of};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::os::fd::RawFd;
use std::rc::Rc;
use std::sync::Arc;

pub(super) type SendFn = unsafe extern "C" fn(*mut c_void, NetAddr, *const iovec, c_int) -> isize;

/// Everything needed to forward a send.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) send: SendFn,
    pub(super) ctx: *mut c_void,
}

/// The sending side of a channel.
pub(super) struct JoinedTx {
    /// Number of ranks that a send may go to: all, or 0 while a claim is out.
    open_ranks: usize,
    /// The index of each rank's target.
    routes: Arc<[u8]>,
    targets: Box<[Target]>,
    lanes: Arc<[Lane]>,
    /// Maximum message size in bytes.
    max_bytes: usize,
    /// The contexts of targets whose own limit is greater.
    _capped: Vec<Rc<Capped>>,
    /// The child of the claim that is out.
    claimed: Option<usize>,
    fd: SideFd,
}

// SAFETY: the targets are those of `lanes`, which may go to another thread; the reference counts of
// their contexts are used by this value alone.
unsafe impl Send for JoinedTx {}

impl JoinedTx {
    /// `routes` holds indices of `lanes`; no message is longer than `max_bytes` bytes.
    pub(super) fn new(
        routes: Arc<[u8]>,
        lanes: Arc<[Lane]>,
        max_bytes: usize,
    ) -> Result<Self, Error> {
        assert!(routes.iter().all(|&route| usize::from(route) < lanes.len()), "routes to lanes");
        let mut capped = Vec::new();
        let target = |lane: &Lane| {
            let (send, ctx) = (lane.table.send, lane.ctx);
            if lane.attr.max_message_bytes <= max_bytes {
                return Target { send, ctx };
            }
            let context = Rc::new(Capped { send, ctx, max_bytes });
            let ctx = Rc::as_ptr(&context).cast_mut().cast();
            capped.push(context);
            Target { send: cap::send, ctx }
        };
        Ok(Self {
            open_ranks: routes.len(),
            targets: lanes.iter().map(target).collect(),
            claimed: None,
            fd: SideFd::new(&lanes, Events::SEND)?,
            routes,
            lanes,
            max_bytes,
            _capped: capped,
        })
    }

    /// The target of a send to `dst`; if `None`, `refusal` gives the reason.
    #[inline(always)]
    pub(super) fn target(&self, dst: NetAddr) -> Option<Target> {
        let rank = rank_of(dst) as usize;
        if rank >= self.open_ranks {
            return None;
        }
        // SAFETY: `open_ranks` is the length of `routes` or 0; `new` has checked that each route
        // is the index of a lane, and there are as many targets.
        Some(unsafe { *self.targets.get_unchecked(usize::from(*self.routes.get_unchecked(rank))) })
    }

    /// The lane of a send to `dst`; `None` while a claim is out, or if there is no such rank.
    pub(super) fn lane(&self, dst: NetAddr) -> Option<&Lane> {
        if self.claimed.is_some() { None } else { self.lane_of(dst) }
    }

    fn lane_of(&self, dst: NetAddr) -> Option<&Lane> {
        let route = self.routes.get(rank_of(dst) as usize)?;
        self.lanes.get(usize::from(*route))
    }

    /// Whether a child's limit is no greater than the composite's, so that nothing has to be cut.
    pub(super) fn is_within(&self, lane: &Lane) -> bool {
        lane.attr.max_message_bytes <= self.max_bytes
    }

    pub(super) fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The reason why a send to `dst` has no target.
    #[cold]
    pub(super) fn refusal(&self, dst: NetAddr) -> Error {
        if self.claimed.is_some() {
            let text = "a claim is outstanding: call SkifCh_SendCommit or SkifCh_SendAbort first";
            return Error::new(libc::EBUSY, text);
        }
        let text = format!(
            "address {dst:#010x} refers to rank {}, but the job has {} ranks; create addresses \
             with SkifCh_NetAddr or SkifCh_MakeAddr",
            rank_of(dst),
            self.routes.len()
        );
        Error::new(libc::EHOSTUNREACH, text)
    }

    fn claimed_lane(&self) -> Result<&Lane, Error> {
        self.claimed.and_then(|child| self.lanes.get(child)).ok_or_else(|| {
            Error::new(libc::EINVAL, "there is no claim: call SkifCh_SendClaim first")
        })
    }

    fn release_claim(&mut self) {
        self.claimed = None;
        self.open_ranks = self.routes.len();
    }
}

/// How the user can fix the error of a message that is too long.
const MEND: &str = "this is the smallest maximum of the networks below; send it in parts";

impl Tx for JoinedTx {
    unsafe fn send(
        &mut self,
        dst: NetAddr,
        iov: &[iovec],
        total: usize,
        flags: SendFlags,
    ) -> Result<Option<usize>, Error> {
        let Some(lane) = self.lane(dst) else { return Err(self.refusal(dst)) };
        if flags.has(SendFlags::WHOLE) && total > self.max_bytes {
            return Err(too_long(dst, total, self.max_bytes, MEND));
        }
        let mut room = [MaybeUninit::uninit(); IOV_MAX];
        let iov = cap::beginning(iov, self.max_bytes, &mut room).unwrap_or(iov);
        let (list, count, mut taken) = (iov.as_ptr(), iov.len() as c_int, 0);
        // SAFETY: the channel is open; the caller vouches for the elements; `taken` is writable.
        match unsafe { (lane.table.send_ex)(lane.ctx, dst, list, count, flags.0, &raw mut taken) } {
            0 => Ok(None),
            1.. => Ok(Some(taken)),
            rc => Err(Error::passed_on(rc)),
        }
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
        let Some(lane) = self.lane(dst) else { return Err(self.refusal(dst)) };
        let Some(lend) = lane.table.lend else { return Err(Error::unsupported("lending memory")) };
        let len = len.min(self.max_bytes.saturating_sub(head.len()));
        let (head, head_len) = (head.as_ptr().cast(), head.len());
        // SAFETY: the channel is open; the caller vouches for the body.
        match unsafe { lend(lane.ctx, dst, head, head_len, body.cast(), len, key) } {
            0 => Ok(None),
            bytes @ 1.. => Ok(Some(bytes as usize)),
            rc => Err(Error::passed_on(rc as c_int)),
        }
    }

    fn take_back(&mut self, dst: NetAddr, key: u64) {
        if let Some(lane) = self.lane_of(dst)
            && let Some(take_back) = lane.table.take_back
        {
            // SAFETY: the channel is open.
            unsafe { take_back(lane.ctx, dst, key) };
        }
    }

    fn claim(&mut self, dst: NetAddr, len: usize, cont: &mut Cont) -> Result<Option<usize>, Error> {
        let Some(lane) = self.lane(dst) else { return Err(self.refusal(dst)) };
        let Some(claim) = lane.table.claim else { return Err(Error::unsupported("SendClaim")) };
        if len > self.max_bytes {
            return Err(too_long(dst, len, self.max_bytes, MEND));
        }
        let mut count = 0;
        // SAFETY: the channel is open; `cont` has room for what a claim sets, as has `count`.
        match unsafe { claim(lane.ctx, dst, len, cont.as_mut_ptr().cast(), &raw mut count) } {
            0 => Ok(None),
            1.. => {
                self.claimed = self.routes.get(rank_of(dst) as usize).map(|&r| usize::from(r));
                self.open_ranks = 0;
                Ok(Some(count as usize))
            }
            rc => Err(Error::passed_on(rc)),
        }
    }

    fn commit(&mut self, len: usize) -> Result<(), Error> {
        let lane = self.claimed_lane()?;
        // SAFETY: the channel is open.
        let rc = lane.table.commit.map_or(-libc::ENOTSUP, |go| unsafe { go(lane.ctx, len) });
        // After EINVAL the claim is still out: `len` was greater than the claim.
        if rc != -libc::EINVAL {
            self.release_claim();
        }
        if rc < 0 { Err(Error::passed_on(rc)) } else { Ok(()) }
    }

    fn abort(&mut self) -> Result<(), Error> {
        let lane = self.claimed_lane()?;
        // SAFETY: the channel is open.
        let rc = lane.table.abort.map_or(-libc::ENOTSUP, |abort| unsafe { abort(lane.ctx) });
        self.release_claim();
        if rc < 0 { Err(Error::passed_on(rc)) } else { Ok(()) }
    }

    fn ready(&mut self, dst: NetAddr) -> bool {
        // A send that would be refused counts as ready: it reports the reason.
        self.lane(dst).is_none_or(|lane| holds(lane, Events::SEND, dst))
    }

    fn arm(&mut self, dst: NetAddr) -> Result<bool, Error> {
        self.lane(dst).map_or(Ok(true), |lane| arm(lane, Events::SEND, dst))
    }

    fn disarm(&mut self) {
        disarm(&self.lanes, Events::SEND);
    }

    fn fd(&self) -> RawFd {
        self.fd.raw()
    }

    /// Called while no other thread uses either side.
    fn peer_state(&mut self, peer: NetAddr) -> PeerState {
        let Some(lane) = self.lane_of(peer) else { return PeerState::Unknown };
        // SAFETY: the channel is open, and the caller is on both sides.
        let state = lane.table.peer_state.map_or(0, |ask| unsafe { ask(lane.ctx, peer) });
        let all = [
            PeerState::Connecting,
            PeerState::Up,
            PeerState::Closed,
            PeerState::Dead,
            PeerState::Broken,
        ];
        all.into_iter().find(|&known| known as c_int == state).unwrap_or(PeerState::Unknown)
    }
}
