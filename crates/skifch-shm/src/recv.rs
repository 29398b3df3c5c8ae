//! The receiving side.

use crate::accept::Stranger;
use crate::aliasable::AliasableBox;
use crate::control::Control;
use crate::counters::{RxCounters, TxCounters};
use crate::exchange::{Life, Lines, Questions};
use crate::memfd::Map;
use crate::open::Names;
use crate::pace::Seen;
use crate::poll::Poller;
use crate::progress::CALLS_PER_YIELD;
use crate::wait::Wait;
use libc::pid_t;
use skifch_backend::abi::{Message, NetAddr, PeerState, iovec, port_of, rank_of};
use skifch_backend::fork::Guarded;
use skifch_backend::refusal::{message_is_out, next_is_empty, nothing_is_out};
use skifch_backend::{Cont, Error, Glance, HostRef, Rx, Shown};
use skifch_ring::{Bell, Consumer, RingMem, Sleeper, Taken, Turn, Violation};
use skifch_sync::Turns;
use std::collections::{HashMap, VecDeque};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::Arc;

/// The token of the listening socket; lanes and strangers are numbered from 1.
pub(crate) const LISTENER: u64 = 0;
/// Number of empty polls of the only lane before anything else is checked.
const QUIET_POLLS: u32 = 63;
/// Number of empty polls after which the sockets are checked; a turn counts as two.
const POLLS_PER_LOOK: u32 = 512;

/// A lane from one sender.
pub(crate) struct LaneIn {
    pub(crate) consumer: Consumer,
    /// Wakes the sender when it waits for room.
    pub(crate) bell: Bell,
    pub(crate) peer: Life,
    pub(crate) questions: Questions,
    pub(crate) lines: Arc<Lines>,
    pub(crate) token: u64,
    /// `None` once the sender is gone: no more messages will follow those in the lane.
    pub(crate) socket: Option<Guarded>,
    /// The sender has been sent its welcome, which comes before everything else on the socket.
    pub(crate) is_answered: bool,
    /// The sender's process; `None` once the system has refused access to its memory.
    pub(crate) process: Option<pid_t>,
    pub(crate) credit_line: u32,
    /// The sender's process is reached by heavy fences (membarrier): it sees that this side sleeps,
    /// or this side sees its message.
    pub(crate) is_reached: bool,
    /// The lane's memory, which the sender writes.
    pub(crate) _memory: Map,
}

impl LaneIn {
    /// The sender's address.
    #[inline(always)]
    pub(crate) fn src(&self) -> NetAddr {
        self.peer.addr
    }
}

/// The receiving side of a channel.
pub struct ShmRx {
    /// The lane whose turn it is. Null before the first turn and after a turn ends, which happens
    /// when its sender is told of freed space. A message that is out came from this lane.
    turn: *mut LaneIn,
    /// Equal to `turn` while no message is out, otherwise null.
    ready: *mut LaneIn,
    pub(crate) counters: Arc<RxCounters>,
    /// The counters of the channel's sending side.
    sending: Arc<TxCounters>,
    pub(crate) wait: Wait,
    /// A turn has ended since the last round over the lanes.
    pub(crate) turn_ended: bool,
    /// Index of the lane that has the turn, or had it last.
    current: usize,
    /// The lane that has the turn must not move: `turn` points to it.
    pub(crate) lanes: Vec<AliasableBox<LaneIn>>,
    /// Lanes of senders that reopened their channel: each waits until the sender's previous lane is
    /// finished, to preserve message order.
    pub(crate) later: Vec<AliasableBox<LaneIn>>,
    /// Remaining polls that check only the lane that has the turn, which is the only lane.
    pub(crate) quiet_polls: u32,
    pub(crate) turns: Turns,
    /// Polls and turns since the sockets were last checked, counted as [`POLLS_PER_LOOK`] says.
    since_look: u32,
    pub(crate) reports: VecDeque<Error>,
    pub(crate) sleeper: Sleeper,
    pub(crate) strangers: Vec<Stranger>,
    /// The tokens of lanes whose senders have no answer yet.
    pub(crate) unanswered: Vec<u64>,
    /// Held to ensure that the memory that comes with a hello finds a free descriptor number.
    pub(crate) reserve: Option<OwnedFd>,
    /// New connections cannot be accepted for lack of descriptors or memory.
    pub(crate) is_deaf: bool,
    pub(crate) next_token: u64,
    pub(crate) gone: HashMap<NetAddr, PeerState>,
    pub(crate) lines: Arc<Lines>,
    pub(crate) names: Arc<Names>,
    pub(crate) host: HostRef,
    pub(crate) poller: Poller,
    pub(crate) listener: Guarded,
    pub(crate) control: Control,
}

impl ShmRx {
    pub(crate) fn new(
        names: Arc<Names>,
        host: HostRef,
        listener: Guarded,
        (counters, sending): (Arc<RxCounters>, Arc<TxCounters>),
        lines: Arc<Lines>,
    ) -> Result<Self, Error> {
        let control = Control::new()?;
        let poller = Poller::new()?;
        poller.add(listener.as_raw_fd(), LISTENER)?;
        Ok(Self {
            turn: std::ptr::null_mut(),
            ready: std::ptr::null_mut(),
            counters,
            sending,
            wait: Wait::default(),
            turn_ended: false,
            current: 0,
            lanes: Vec::new(),
            later: Vec::new(),
            reserve: Some(control.copy()?),
            is_deaf: false,
            quiet_polls: 0,
            turns: Turns::new(host.oversubscribed(), CALLS_PER_YIELD),
            since_look: POLLS_PER_LOOK,
            reports: VecDeque::new(),
            sleeper: Sleeper::new(control.sleep_word()),
            strangers: Vec::new(),
            unanswered: Vec::new(),
            next_token: LISTENER + 1,
            gone: HashMap::new(),
            lines,
            names,
            host,
            poller,
            listener,
            control,
        })
    }

    /// Whether a message is out.
    #[inline(always)]
    fn is_out(&self) -> bool {
        self.ready.is_null() && !self.turn.is_null()
    }

    /// Shows a message that was taken from the current lane.
    fn show(
        &mut self,
        taken: Taken,
        cont: &mut Cont,
        take_empty: bool,
    ) -> Result<Option<Shown>, Error> {
        let lane = &mut self.lanes[self.current];
        if taken.len == 0 && !take_empty {
            lane.consumer.put_back(taken);
            return Err(next_is_empty(lane.src()));
        }
        cont[0] = MaybeUninit::new(segment(lane.consumer.place(taken), taken));
        self.ready = std::ptr::null_mut();
        self.counters.received(taken.len);
        let count = usize::from(taken.len > 0);
        Ok(Some(Shown { len: taken.len, count, src: lane.src() }))
    }

    /// The current lane's turn is over, or it is empty: polls all lanes round-robin.
    fn go_round(&mut self, cont: &mut Cont, take_empty: bool) -> Result<Option<Shown>, Error> {
        self.end_turn();
        self.look_now_and_then();
        self.keep_a_distance();
        if let Some(report) = self.reports.pop_front() {
            return Err(report);
        }
        let mut index = self.current;
        for _ in 0..self.lanes.len() {
            index = if index + 1 < self.lanes.len() { index + 1 } else { 0 };
            match self.lanes[index].consumer.turn() {
                Ok(Turn::Message(taken)) => {
                    self.give_turn(index);
                    return self.show(taken, cont, take_empty);
                }
                Ok(Turn::Empty) if self.lanes[index].socket.is_some() => {
                    if self.lanes[index].consumer.settle() {
                        self.told(index);
                    }
                }
                // The next call continues, also because the lane indices have changed.
                end => {
                    self.finish(index, end);
                    break;
                }
            }
        }
        if let Some(report) = self.reports.pop_front() {
            return Err(report);
        }
        self.nothing();
        Ok(None)
    }

    pub(crate) fn seen(&self) -> Seen {
        Seen {
            messages: self.counters.messages.get(),
            bytes: self.counters.bytes.get(),
            empties: self.counters.empty.get(),
            sent: self.sending.messages.get(),
        }
    }

    fn give_turn(&mut self, index: usize) {
        self.current = index;
        self.turn = self.lanes[index].as_ptr();
        self.ready = self.turn;
        self.since_look += 2;
    }

    fn end_turn(&mut self) {
        self.turn = std::ptr::null_mut();
        self.ready = std::ptr::null_mut();
    }

    /// Removes a lane that yields nothing more: closed, empty with its sender gone, or broken.
    #[cold]
    pub(crate) fn finish(&mut self, index: usize, end: Result<Turn, Violation>) {
        // There may be more messages in an exchange line that was not checked yet.
        if self.meet_lines() {
            return;
        }
        let mut lane = self.lanes.swap_remove(index);
        self.end_turn();
        lane.consumer.settle();
        self.control.release(lane.credit_line);
        let (rank, port) = (rank_of(lane.src()), port_of(lane.src()));
        let state = match end {
            Ok(Turn::Closed) => PeerState::Closed,
            Ok(_) => {
                self.counters.dead.add(1);
                let text = format!("rank {rank} port {port} is gone: its process ended");
                self.reports.push_back(Error::new(libc::ECONNRESET, text));
                PeerState::Dead
            }
            Err(violation) => {
                self.counters.broken.add(1);
                let text = format!("rank {rank} port {port} broke its lane: {violation}");
                self.reports.push_back(Error::new(libc::EPROTO, text));
                PeerState::Broken
            }
        };
        self.lines.for_sending.take(lane.peer);
        self.gone.insert(lane.src(), state);
        if let Some(at) = self.later.iter().position(|later| later.src() == lane.src()) {
            self.lanes.push(self.later.remove(at));
        }
    }

    /// Whether `recv` would show or report something; removes lanes that are finished.
    pub(crate) fn sweep(&mut self) -> bool {
        if !self.reports.is_empty() || self.is_out() {
            return true;
        }
        self.meet_lines();
        let mut index = 0;
        while index < self.lanes.len() {
            match self.lanes[index].consumer.look() {
                Ok(Turn::Message(_)) => return true,
                Ok(Turn::Empty) if self.lanes[index].socket.is_some() => {
                    if self.lanes[index].consumer.settle() {
                        self.told(index);
                    }
                    index += 1;
                }
                end => self.finish(index, end),
            }
        }
        !self.reports.is_empty()
    }

    fn look_now_and_then(&mut self) {
        if self.since_look >= POLLS_PER_LOOK {
            self.since_look = 0;
            self.look_at_sockets();
        }
    }

    /// Lets the sending side reply in the current lane's exchange line, if this side has the turn.
    fn pass_turn(&mut self) {
        if self.wait.is_for_answer()
            && let Some(lane) = self.lanes.get_mut(self.current)
        {
            let lane = &mut **lane;
            lane.questions.pass_turn(&lane.consumer);
        }
    }

    fn nothing(&mut self) {
        self.counters.empty.add(1);
        self.since_look += 1;
        let away_ns = self.wait.nothing(self.seen(), &self.sending, !self.turns.is_shared());
        self.pass_turn();
        self.wait.between_looks();
        self.look_away(away_ns);
        self.turns.nothing(self.counters.empty.get(), self.counters.messages.get());
        if let [lane] = &self.lanes[..]
            && lane.socket.is_some()
        {
            // Most likely the program waits for one peer.
            self.give_turn(0);
            self.quiet_polls = QUIET_POLLS;
            self.since_look += QUIET_POLLS;
        }
    }
}

/// The location of a taken message.
#[inline(always)]
fn segment((mem, offset): (&RingMem, usize), taken: Taken) -> iovec {
    // SAFETY: what was taken lies in the ring or in the exchange line.
    let base = unsafe { mem.ptr(offset) };
    iovec { iov_base: base.cast(), iov_len: taken.len }
}

// SAFETY: `turn` and `ready` point to a lane of `lanes`, which goes to the other thread with it.
unsafe impl Send for ShmRx {}

impl Rx for ShmRx {
    #[inline(always)]
    fn recv_fast(&mut self, cont: &mut Cont) -> Glance {
        // SAFETY: null, or a lane of `lanes`: `give_turn` sets it, and `end_turn` makes it null
        // before that lane is dropped; `self` is borrowed, so nobody else has the lane.
        let Some(lane) = (unsafe { self.ready.as_mut() }) else { return Glance::Other };
        match lane.consumer.take_usual() {
            Ok(taken) => {
                self.wait.found();
                let place = (lane.consumer.mem(), taken.offset);
                cont[0] = MaybeUninit::new(segment(place, taken));
                self.ready = std::ptr::null_mut();
                self.counters.received(taken.len);
                Glance::Message(Shown { len: taken.len, count: 1, src: lane.src() })
            }
            Err(0) if let Some(taken) = lane.consumer.take_exchanged() => {
                self.wait.found_exchanged();
                cont[0] = MaybeUninit::new(segment(lane.consumer.place(taken), taken));
                self.ready = std::ptr::null_mut();
                self.counters.received(taken.len);
                Glance::Message(Shown { len: taken.len, count: 1, src: lane.src() })
            }
            Err(0) if self.quiet_polls > 0 && lane.consumer.is_settled() => {
                self.quiet_polls -= 1;
                self.counters.empty.add(1);
                self.wait.between_looks();
                Glance::Nothing
            }
            Err(_) => Glance::Other,
        }
    }

    fn recv(&mut self, cont: &mut Cont, take_empty: bool) -> Result<Option<Shown>, Error> {
        if self.is_out() {
            return Err(message_is_out());
        }
        if !self.ready.is_null()
            && let Some(taken) = self.lanes[self.current].consumer.take_any()
        {
            return self.show(taken, cont, take_empty);
        }
        self.go_round(cont, take_empty)
    }

    #[inline(always)]
    fn recv_comp_fast(&mut self) -> bool {
        if !self.ready.is_null() {
            return false;
        }
        // SAFETY: as in `recv_fast`.
        let Some(lane) = (unsafe { self.turn.as_ref() }) else { return false };
        if lane.consumer.is_due() {
            return false;
        }
        self.ready = self.turn;
        true
    }

    fn recv_comp(&mut self) -> Result<(), Error> {
        if !self.is_out() {
            return Err(nothing_is_out());
        }
        self.ready = self.turn;
        // The message that is out came from the current lane, and lanes are removed only while none
        // is out.
        if self.lanes[self.current].consumer.release_exchanged().is_some() {
            self.pass_turn();
        }
        if self.lanes[self.current].consumer.release() {
            self.end_turn();
            self.turn_ended = true;
            self.told(self.current);
        }
        Ok(())
    }

    fn recv_many(&mut self, out: &mut [Message]) -> Result<usize, Error> {
        let Some((first, rest)) = out.split_first_mut() else { return Ok(0) };
        let mut cont = [MaybeUninit::uninit(); 3];
        let Some(shown) = self.next(&mut cont)? else { return Ok(0) };
        *first = shown.message(&cont);
        let mut count = 1;
        for message in rest {
            let Some(taken) = self.lanes[self.current].consumer.take_any() else { break };
            if let Some(shown) = self.show(taken, &mut cont, true)? {
                *message = shown.message(&cont);
                count += 1;
            }
        }
        Ok(count)
    }

    unsafe fn copy_from(&mut self, src: NetAddr, from: &[iovec], to: &[iovec]) -> bool {
        let Some(lane) = self.lanes.iter_mut().find(|lane| lane.is_from(src)) else { return false };
        // SAFETY: our caller's promise.
        let is_copied = unsafe { lane.copy_in(from, to) };
        // If the sender is gone, its process id may already have belonged to another process.
        // Checking all sockets at once takes half as long as checking one.
        is_copied && (self.poller.is_quiet() || lane.is_connected())
    }

    unsafe fn copy_to(
        &mut self,
        dst: NetAddr,
        address: u64,
        src: *const c_void,
        len: usize,
    ) -> bool {
        let lane = self.lanes.iter_mut().find(|lane| lane.is_from(dst));
        // Must not write to another process that has reused the sender's process id.
        let lane = lane.filter(|lane| self.poller.is_quiet() || lane.is_connected());
        // SAFETY: our caller's promise.
        lane.is_some_and(|lane| unsafe { lane.copy_out(address, src, len) })
    }

    fn ready(&mut self) -> bool {
        self.sweep()
    }

    fn arm(&mut self) -> Result<bool, Error> {
        self.arm_channel()
    }

    fn disarm(&mut self) {
        self.disarm_channel();
    }

    fn fd(&self) -> RawFd {
        self.poller.fd()
    }

    fn progress(&mut self) -> Result<(), Error> {
        self.look_at_sockets();
        Ok(())
    }

    fn peer_state(&mut self, peer: NetAddr) -> PeerState {
        if self.lanes.iter().chain(&self.later).any(|lane| lane.is_from(peer)) {
            return PeerState::Up;
        }
        self.gone.get(&peer).copied().unwrap_or(PeerState::Unknown)
    }
}
