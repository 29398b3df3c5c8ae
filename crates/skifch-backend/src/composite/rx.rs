//! The receiving side: one child has the turn, the others are polled from time to time.
//!
//! A message that is out came from the child that has the turn, and the turn changes only while
//! nothing is out: in a poll that found nothing, or after a release.

use super::Turns;
use super::child::Lane;
use super::domain::{SideFd, arm, disarm, has_news, holds};
use crate::{Cont, Error, Rx, Shown, errno};
use skifch_abi::{ADDR_NONE, Events, Message, NetAddr, PeerState, Plugin, iovec, rank_of};
use std::ffi::{c_int, c_void};
use std::os::fd::RawFd;
use std::sync::Arc;
use std::time::Instant;

/// The receiving side of a channel.
pub(super) struct JoinedRx<T> {
    /// Remaining polls of the child that has the turn before anything else is considered.
    left: u32,
    /// The turn ends when the message that is out is released; other children are polled first
    /// then.
    turn_over: bool,
    /// The child that has the turn: its table and channel.
    table: &'static Plugin,
    ctx: *mut c_void,
    /// Its index.
    turn: usize,
    /// The value that `left` was set to.
    granted: u32,
    /// The child to be polled before the one that has the turn.
    first: Option<usize>,
    /// Some child has something, but it is not known which: every child is due.
    look_at_all: bool,
    turns: T,
    /// The index of each rank's child.
    routes: Arc<[u8]>,
    lanes: Arc<[Lane]>,
    fd: SideFd,
}

// SAFETY: table and channel are those of one of `lanes`, which may go to another thread.
unsafe impl<T: Send> Send for JoinedRx<T> {}

impl<T: Turns> JoinedRx<T> {
    /// `lanes` has at least one element.
    pub(super) fn new(routes: Arc<[u8]>, lanes: Arc<[Lane]>) -> Result<Self, Error> {
        let (table, ctx) = (lanes[0].table, lanes[0].ctx);
        Ok(Self {
            left: 0,
            turn_over: false,
            table,
            ctx,
            turn: 0,
            granted: 0,
            first: None,
            look_at_all: false,
            turns: T::new(lanes.len()),
            fd: SideFd::new(&lanes, Events::RECV)?,
            routes,
            lanes,
        })
    }

    /// Receives with `look`, which returns the child's result: positive for a message, 0 for
    /// nothing, negative for a failure, whose errno is kept.
    #[inline(always)]
    pub(super) fn look(
        &mut self,
        mut look: impl FnMut(&'static Plugin, *mut c_void) -> isize,
    ) -> isize {
        if self.left == 0 {
            return self.go_round(look);
        }
        self.left -= 1;
        look(self.table, self.ctx)
    }

    #[inline(never)]
    fn go_round(&mut self, mut look: impl FnMut(&'static Plugin, *mut c_void) -> isize) -> isize {
        self.turns.spent(self.granted + 1);
        self.granted = 0;
        let first = self.first.take();
        if let Some(child) = first {
            let rc = self.visit(child, true, &mut look);
            if rc != 0 {
                return rc;
            }
        }
        let rc = look(self.table, self.ctx);
        if rc != 0 {
            // With an error a message may be out: the next call takes this path again.
            if rc > 0 {
                self.turn_over = self.turns.is_over();
                self.grant();
            }
            return rc;
        }
        let all = std::mem::take(&mut self.look_at_all);
        let (turn, count) = (self.turn, self.lanes.len());
        for child in (1..count).map(|step| (turn + step) % count) {
            if Some(child) != first && (all || self.turns.is_due(child)) {
                let rc = self.visit(child, false, &mut look);
                if rc != 0 {
                    return rc;
                }
            }
        }
        self.grant();
        0
    }

    /// Polls a child that does not have the turn, and gives it the turn if it has something.
    fn visit(
        &mut self,
        child: usize,
        was_cut: bool,
        look: &mut impl FnMut(&'static Plugin, *mut c_void) -> isize,
    ) -> isize {
        let (table, ctx) = (self.lanes[child].table, self.lanes[child].ctx);
        let begin = Instant::now();
        let rc = look(table, ctx);
        if rc == 0 {
            self.turns.empty(child, begin, begin.elapsed());
        } else {
            (self.table, self.ctx, self.turn) = (table, ctx, child);
            self.turns.found(child, was_cut);
        }
        rc
    }

    fn grant(&mut self) {
        if !self.turn_over {
            self.granted = self.turns.grant();
            self.left = self.granted;
        }
    }

    /// Releases the message that is out; returns the child's result.
    #[inline(always)]
    pub(super) fn release(&mut self) -> c_int {
        if self.turn_over {
            return self.end_turn();
        }
        // SAFETY: the channel is open; the caller is on the receiving side.
        unsafe { (self.table.recv_comp)(self.ctx) }
    }

    #[inline(never)]
    fn end_turn(&mut self) -> c_int {
        // SAFETY: as in `release`.
        let rc = unsafe { (self.table.recv_comp)(self.ctx) };
        if rc == 0 {
            self.turn_over = false;
            let count = self.lanes.len();
            let others = (1..count).map(|step| (self.turn + step) % count);
            self.first = others.into_iter().find(|&child| self.turns.is_due(child));
            self.look_beyond();
        }
        rc
    }

    /// Makes the next poll consider the other children too.
    fn look_beyond(&mut self) {
        (self.left, self.granted) = (0, 0);
    }

    /// Whether any child has something; the next poll then finds it.
    fn is_any_ready(&mut self) -> bool {
        if holds(&self.lanes[self.turn], Events::RECV, ADDR_NONE) {
            return true;
        }
        let is_ready = self.lanes.iter().any(|lane| holds(lane, Events::RECV, ADDR_NONE));
        if is_ready {
            self.look_at_all = true;
            self.look_beyond();
        }
        is_ready
    }
}

impl<T> JoinedRx<T> {
    /// The lane to a peer, if it supports single-copy transfers.
    fn copying(&self, peer: NetAddr) -> Option<&Lane> {
        let route = usize::from(*self.routes.get(rank_of(peer) as usize)?);
        self.lanes.get(route).filter(|lane| lane.copies())
    }
}

impl<T: Turns> Rx for JoinedRx<T> {
    /// Gives the source only with `take_empty`: the plain receive of a child does not report it.
    fn recv(&mut self, cont: &mut Cont, take_empty: bool) -> Result<Option<Shown>, Error> {
        let (mut message, mut count) = (Message { src: ADDR_NONE, ..Message::EMPTY }, 0);
        let rc = self.look(|table, ctx| {
            // SAFETY: the channel is open, the caller is on the receiving side; `cont` has room
            // for what a receive sets, as have `message` and `count`.
            unsafe {
                match take_empty {
                    true => (table.recv_ex)(ctx, &raw mut message) as isize,
                    false => {
                        errno::negative((table.recv)(ctx, cont.as_mut_ptr().cast(), &raw mut count))
                    }
                }
            }
        });
        match rc {
            0 => Ok(None),
            1.. if take_empty => {
                cont.iter_mut().zip(message.cont).for_each(|(to, from)| _ = to.write(from));
                let (len, count) = (message.len, message.cont_count as usize);
                Ok(Some(Shown { len, count, src: message.src }))
            }
            1.. => Ok(Some(Shown { len: rc as usize, count: count as usize, src: message.src })),
            rc => Err(Error::passed_on(rc as i32)),
        }
    }

    fn recv_comp(&mut self) -> Result<(), Error> {
        match errno::negative(self.release() as isize) {
            0.. => Ok(()),
            rc => Err(Error::passed_on(rc as i32)),
        }
    }

    unsafe fn copy_from(&mut self, src: NetAddr, from: &[iovec], to: &[iovec]) -> bool {
        let count = from.len().min(to.len()) as c_int;
        let lane = self.copying(src);
        lane.and_then(|lane| Some((lane.table.copy_pieces?, lane.ctx))).is_some_and(
            |(copy, ctx)| {
                // SAFETY: the channel is open and the caller on its receiving side; our caller's
                // promise of `to`.
                unsafe { copy(ctx, src, from.as_ptr(), to.as_ptr(), count) > 0 }
            },
        )
    }

    unsafe fn copy_to(
        &mut self,
        dst: NetAddr,
        address: u64,
        src: *const c_void,
        len: usize,
    ) -> bool {
        let lane = self.copying(dst);
        lane.and_then(|lane| Some((lane.table.copy_to?, lane.ctx))).is_some_and(|(copy, ctx)| {
            // SAFETY: as in `copy_from`.
            unsafe { copy(ctx, dst, address, src, len) > 0 }
        })
    }

    fn ready(&mut self) -> bool {
        self.is_any_ready()
    }

    fn has_memory_changed(&mut self) -> bool {
        self.lanes.iter().any(has_news)
    }

    fn arm(&mut self) -> Result<bool, Error> {
        self.look_at_all = true;
        self.look_beyond();
        for lane in self.lanes.iter() {
            if arm(lane, Events::RECV, ADDR_NONE)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn disarm(&mut self) {
        disarm(&self.lanes, Events::RECV);
    }

    fn fd(&self) -> RawFd {
        self.fd.raw()
    }

    /// Unknown here: the sending side asks the children about both sides.
    fn peer_state(&mut self, _peer: NetAddr) -> PeerState {
        PeerState::Unknown
    }
}
