//! Work of both sides between messages: answering and ringing doorbells, setting up new lanes, and
//! detecting peers that are gone. Nothing here runs while messages flow.

use crate::connect::peer_is_gone;
use crate::exchange::Line;
use crate::hello::{DOORBELL, EXCHANGE, GOODBYE, PACKET_BYTES};
use crate::recv::{LISTENER, LaneIn, ShmRx};
use crate::send::{Gone, ShmTx};
use crate::socket::{self, Packet};
use skifch_backend::Error;
use skifch_backend::abi::{NetAddr, PeerState, rank_of};
use skifch_ring::Violation;
use skifch_sync::FenceKind;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

/// Number of refused sends after which a lane's socket is checked: is the receiver still there?
const REFUSALS_PER_LOOK: u32 = 1024;
/// Number of calls without result between two yields, or looks at whether one is due.
pub(crate) const CALLS_PER_YIELD: u32 = 64;
/// Longest sleep, where nothing reliably wakes this side.
const BLIND_SLEEP: Duration = Duration::from_millis(1);
/// Longest sleep of a side that cannot accept connections or answer them: it waits for free
/// descriptors or memory, and the system does not signal when there are some.
pub(crate) const DEAF_SLEEP: Duration = Duration::from_millis(10);
/// Packets read from one socket at a time, so that a peer that rings endlessly delays nobody.
const PACKETS_PER_LOOK: usize = 64;

impl ShmTx {
    /// Wakes the receiver of a lane, or picks up its answer if the lane is not attached yet.
    #[cold]
    #[inline(never)]
    pub(crate) fn ring(&mut self, index: usize) {
        let Some(lane) = self.lane_at(index) else { return };
        if lane.control.is_none() {
            self.look_at(index);
            let Some(lane) = self.lane_at(index) else { return };
            if lane.control.is_none() {
                lane.keep_ringing();
            } else if !lane.bell.must_ring() {
                return;
            }
        }
        self.counters.doorbells.add(1);
        let Some(lane) = self.lane_at(index) else { return };
        // No room in the socket means that the receiver has not read the last doorbell; the next
        // check finds the end of a closed socket.
        let _ = socket::send(lane.socket.as_raw_fd(), &[DOORBELL], None);
    }

    /// A send found no room.
    #[cold]
    #[inline(never)]
    pub(crate) fn refused(&mut self, index: usize) -> Result<(), Error> {
        self.counters.full.add(1);
        self.turns.nothing(self.counters.full.get(), self.counters.messages.get());
        let Some(lane) = self.lane_at(index) else { return Ok(()) };
        let dst = lane.dst;
        lane.refusals = lane.refusals.wrapping_add(1);
        if lane.control.is_none() || lane.refusals.is_multiple_of(REFUSALS_PER_LOOK) {
            self.look_at(index);
        }
        match self.gone.get_mut(&dst) {
            Some(gone) => Err(gone.tell(dst)),
            None => Ok(()),
        }
    }

    /// The receiver of a lane wrote something invalid: removes the lane.
    #[cold]
    #[inline(never)]
    pub(crate) fn broken(&mut self, index: usize, violation: &Violation) -> Error {
        let Some(lane) = self.remove(index) else {
            return Error::new(libc::EPROTO, violation.to_string());
        };
        self.counters.broken.add(1);
        let (state, unreported, fault) = (PeerState::Broken, false, None);
        self.gone.insert(lane.dst, Gone { state, unreported, fault });
        peer_is_gone(lane.dst, PeerState::Broken).context(violation)
    }

    /// Checks every socket that is readable. Not while a claim is out: the caller would be writing
    /// into a lane that is removed.
    pub(crate) fn look_at_sockets(&mut self) {
        if self.claimed.is_some() {
            return;
        }
        for token in self.poller.poll() {
            self.look_at(token as usize);
        }
    }

    pub(crate) fn lane_at(&mut self, index: usize) -> Option<&mut crate::send::LaneOut> {
        self.lanes.get_mut(index)?.as_deref_mut()
    }

    fn look_at(&mut self, index: usize) {
        for _ in 0..PACKETS_PER_LOOK {
            let Some(lane) = self.lane_at(index) else { return };
            if lane.control.is_none() {
                if !socket::has_news(lane.socket.as_raw_fd()) {
                    return;
                }
                lane.reserve = None;
            }
            let mut bytes = [0; PACKET_BYTES];
            match socket::recv(lane.socket.as_raw_fd(), &mut bytes) {
                Ok(Packet::Data(len, fd)) if lane.control.is_none() => {
                    match lane.attach(&bytes[..len], fd) {
                        Ok(()) => self.find_line(index),
                        Err(error) if error.errno() == libc::EPROTO => {
                            return self.lose(index, PeerState::Broken);
                        }
                        Err(error) => return self.give_up(index, error),
                    }
                }
                Ok(Packet::Data(..)) => lane.goodbye |= bytes[0] == GOODBYE,
                Ok(Packet::Nothing) => return,
                // No descriptor was free for the answer.
                Err(error) if lane.control.is_none() => return self.give_up(index, error),
                Ok(Packet::End) | Err(_) => {
                    let state = self.how_it_ended(index);
                    return self.lose(index, state);
                }
            }
        }
    }

    fn how_it_ended(&mut self, index: usize) -> PeerState {
        let Some(lane) = self.lane_at(index) else { return PeerState::Unknown };
        let (rank, goodbye) = (rank_of(lane.dst), lane.goodbye);
        // A receiver that closed before it had answered could not send GOODBYE.
        if goodbye || self.names.is_alive(rank).unwrap_or(false) {
            PeerState::Closed
        } else {
            PeerState::Dead
        }
    }

    fn lose(&mut self, index: usize, state: PeerState) {
        let Some(lane) = self.remove(index) else { return };
        match state {
            PeerState::Dead => self.counters.dead.add(1),
            PeerState::Broken => self.counters.broken.add(1),
            _ => {}
        }
        let unreported = !(lane.producer.is_drained() && lane.answers.is_drained());
        self.gone.insert(lane.dst, Gone { state, unreported, fault: None });
    }

    /// Closes a lane for lack of a resource on this side: the messages already accepted will be
    /// read.
    fn give_up(&mut self, index: usize, fault: Error) {
        let Some(mut lane) = self.remove(index) else { return };
        lane.producer.close();
        let _ = socket::send(lane.socket.as_raw_fd(), &[DOORBELL], None);
        let (state, fault) = (PeerState::Closed, Some(fault));
        self.gone.insert(lane.dst, Gone { state, unreported: true, fault });
    }

    /// Announces that this side waits for room; true if there already is room or something to
    /// report.
    pub(crate) fn arm_lane(&mut self, dst: NetAddr) -> Result<bool, Error> {
        use skifch_backend::Tx;
        if self.ready(dst) {
            return Ok(true);
        }
        match self.routes.get(&dst).copied() {
            Some(index) => {
                let Some(lane) = self.lane_at(index) else { return Ok(true) };
                let (fence, is_reached) = (lane.sleeper.announce(), lane.is_reached);
                self.armed = Some(index);
                if fence == FenceKind::Full || !is_reached {
                    self.poller.set_alarm(BLIND_SLEEP)?;
                }
            }
            // Nothing signals that a channel is opened.
            None => self.poller.set_alarm(BLIND_SLEEP)?,
        }
        Ok(self.ready(dst))
    }

    /// Retracts the announcement and drains the doorbells from the sockets.
    pub(crate) fn disarm_lanes(&mut self) {
        if let Some(lane) = self.armed.take().and_then(|index| self.lane_at(index)) {
            lane.sleeper.retract();
        }
        self.poller.clear_alarm();
        self.look_at_sockets();
    }
}

impl LaneIn {
    /// Whether this is the connected lane of the sender `src`.
    pub(crate) fn is_from(&self, src: NetAddr) -> bool {
        self.src() == src && self.socket.is_some()
    }

    /// Drains the doorbells from the socket, at most a batch of them, and detects its end.
    pub(crate) fn look(&mut self) {
        for _ in 0..PACKETS_PER_LOOK {
            let Some(socket) = &self.socket else { return };
            let mut bytes = [0; PACKET_BYTES];
            match socket::recv(socket.as_raw_fd(), &mut bytes) {
                Ok(Packet::Data(_, Some(fd))) if bytes[0] == EXCHANGE => self.join_line(&fd),
                Ok(Packet::Data(..)) => {}
                // No descriptor was free for an exchange line: the lanes are used without it.
                Err(error) if error.errno() == libc::EMFILE => {}
                Ok(Packet::Nothing) => return,
                Ok(Packet::End) | Err(_) => self.socket = None,
            }
        }
    }

    /// Takes the exchange line that this rank's sending side has created; true if there was one.
    pub(crate) fn meet_line(&mut self) -> bool {
        if self.questions.has_line() {
            return false;
        }
        let line = self.lines.for_receiving.take(self.peer);
        let has_met = line.is_some();
        line.into_iter().for_each(|line| self.questions.set(line, &mut self.consumer));
        has_met
    }

    /// Joins the exchange line that the sender has created.
    fn join_line(&mut self, fd: &OwnedFd) {
        if self.questions.has_line() || !self.lines.is_made_there(self.peer) {
            return;
        }
        if let Ok(line) = Line::join(fd, self.peer) {
            let line = Arc::new(line);
            self.questions.set(line.clone(), &mut self.consumer);
            self.lines.for_sending.leave(line);
        }
    }

    #[cold]
    pub(crate) fn ring(&self) {
        // The answer wakes the sender too.
        if let Some(socket) = self.socket.as_ref().filter(|_| self.is_answered) {
            // No room means that the sender has not read the last doorbell; a later check finds the
            // end.
            let _ = socket::send(socket.as_raw_fd(), &[DOORBELL], None);
        }
    }
}

impl ShmRx {
    /// Checks every socket that is readable.
    pub(crate) fn look_at_sockets(&mut self) {
        // There may be a new lane or a report afterwards.
        self.quiet_polls = 0;
        self.meet_lines();
        for token in self.poller.poll() {
            let mut lanes = self.lanes.iter_mut().chain(&mut self.later);
            if token == LISTENER {
                self.accept_some();
            } else if let Some(lane) = lanes.find(|lane| lane.token == token) {
                lane.look();
            } else {
                self.look_at_strangers(token);
            }
        }
        if self.is_deaf {
            self.accept_some();
        }
        if !self.unanswered.is_empty() {
            self.answer_senders();
        }
    }

    /// Takes the exchange lines that the sending side may have created; true if a lane got one.
    pub(crate) fn meet_lines(&mut self) -> bool {
        if !self.lines.for_receiving.hear() {
            return false;
        }
        let lanes = self.lanes.iter_mut().chain(&mut self.later);
        let met = lanes.filter_map(|lane| lane.meet_line().then_some(())).count();
        self.lines.for_receiving.keep_last_lives();
        met > 0
    }

    /// Credit was returned to the sender of the lane at `index`, which may be sleeping until then.
    #[inline(always)]
    pub(crate) fn told(&mut self, index: usize) {
        self.counters.credits.add(1);
        let lane = &mut self.lanes[index];
        if lane.bell.must_ring() {
            lane.ring();
            self.counters.doorbells.add(1);
        }
    }

    /// Announces that this side waits for a message; true if there already is one or something to
    /// report.
    pub(crate) fn arm_channel(&mut self) -> Result<bool, Error> {
        if self.sweep() {
            return Ok(true);
        }
        let all_are_reached = self.lanes.iter().chain(&self.later).all(|lane| lane.is_reached);
        if self.sleeper.announce() == FenceKind::Full || !all_are_reached {
            self.poller.set_alarm(BLIND_SLEEP)?;
        } else if self.is_deaf || !self.unanswered.is_empty() {
            self.poller.set_alarm(DEAF_SLEEP)?;
        }
        Ok(self.sweep())
    }

    /// Retracts the announcement and drains the doorbells from the sockets.
    pub(crate) fn disarm_channel(&mut self) {
        self.sleeper.retract();
        self.poller.clear_alarm();
        self.look_at_sockets();
    }
}
