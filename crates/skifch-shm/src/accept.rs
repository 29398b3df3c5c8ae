//! Setting up a lane, the receiver's half.

use crate::aliasable::AliasableBox;
use crate::connect::{RING_OFFSET, SLEEP_OFFSET, ring_of, word_of};
use crate::exchange::{Life, Questions};
use crate::hello::{Hello, PACKET_BYTES, Welcome};
use crate::memfd;
use crate::progress::DEAF_SLEEP;
use crate::recv::{LISTENER, LaneIn, ShmRx};
use crate::socket::{self, Packet};
use skifch_backend::Error;
use skifch_backend::abi::{LogLevel, NetAddr, rank_of};
use skifch_backend::fork::{self, Guarded};
use skifch_ring::{Bell, Consumer, Geometry};
use std::os::fd::{AsRawFd, OwnedFd};

/// A connection whose hello has not arrived yet.
pub(crate) struct Stranger {
    token: u64,
    pub(crate) socket: Guarded,
}

/// Number of `look` calls that certainly reach the end of a closed socket: each takes 64 packets,
/// and the kernel queues a few hundred.
const LOOKS_TO_THE_END: usize = 64;
/// Limit of connections kept without a hello; honest peers send it at once.
const MAX_STRANGERS: usize = 64;
/// Connections accepted per check, so that a peer that connects endlessly delays nobody.
const CONNECTIONS_PER_LOOK: usize = 64;

impl ShmRx {
    /// Accepts waiting connections.
    pub(crate) fn accept_some(&mut self) {
        for _ in 0..CONNECTIONS_PER_LOOK {
            let socket = self.keep_reserve().and_then(|()| socket::accept(self.listener.owned()));
            match socket {
                Ok(Some(socket)) => self.take_up(socket),
                Ok(None) => break,
                Err(error) => return self.go_deaf(error),
            }
        }
        if self.is_deaf && self.poller.add(self.listener.as_raw_fd(), LISTENER).is_ok() {
            self.is_deaf = false;
        }
    }

    /// Connections cannot be accepted now. This is reported once; meanwhile the existing lanes
    /// continue, and a sleeper is not woken by connections that it cannot accept.
    fn go_deaf(&mut self, error: Error) {
        if !self.is_deaf {
            self.poller.remove(self.listener.as_raw_fd());
            self.is_deaf = true;
            // A sleeper must now poll again by itself, which needs a timer: dropping the reserve
            // frees a descriptor for it. If another thread took that descriptor, the next wait
            // reports the error.
            self.reserve = None;
            let _ = self.poller.set_alarm(DEAF_SLEEP);
            let what = "connecting peers must wait";
            self.reports.push_back(error.context(what));
        }
    }

    fn keep_reserve(&mut self) -> Result<(), Error> {
        if self.reserve.is_none() {
            self.reserve = Some(self.control.copy()?);
        }
        Ok(())
    }

    fn take_up(&mut self, socket: OwnedFd) {
        let token = self.next_token;
        let is_ours = socket::check_owner(&socket).is_ok();
        if !is_ours || self.poller.add(socket.as_raw_fd(), token).is_err() {
            return;
        }
        self.next_token += 1;
        if let Some(oldest) =
            self.strangers.first().filter(|_| self.strangers.len() >= MAX_STRANGERS)
        {
            let oldest = oldest.token;
            self.look_at_strangers(oldest);
            self.strangers.retain(|stranger| stranger.token != oldest);
        }
        self.strangers.push(Stranger { token, socket: fork::guard(socket) });
        self.look_at_strangers(token);
    }

    /// Creates lanes for the strangers up to `token` whose hello has arrived, in the order in which
    /// they connected: a reopened channel sends its hello after its predecessor, but the system may
    /// report both at once.
    pub(crate) fn look_at_strangers(&mut self, token: u64) {
        let mut at = 0;
        while let Some(stranger) = self.strangers.get(at).filter(|it| it.token <= token) {
            if !socket::has_news(stranger.socket.as_raw_fd()) {
                at += 1;
                continue;
            }
            if let Err(error) = self.keep_reserve() {
                return self.go_deaf(error);
            }
            self.reserve = None;
            let stranger = self.strangers.remove(at);
            self.greet(stranger);
            // A failure is reported by the next attempt to accept.
            let _ = self.keep_reserve();
        }
    }

    /// An invalid hello costs its sender the connection and affects nobody else.
    fn greet(&mut self, stranger: Stranger) {
        let mut bytes = [0; PACKET_BYTES];
        let packet = socket::recv(stranger.socket.as_raw_fd(), &mut bytes);
        let lane = match packet {
            Ok(Packet::Data(len, fd)) => self.welcome(stranger, &bytes[..len], fd),
            Ok(_) => return,
            Err(error) => Err(error),
        };
        if let Err(error) = lane {
            let error = error.context("a lane was refused");
            match error.errno() {
                libc::EMFILE | libc::ENFILE | libc::ENOMEM | libc::ENOSPC => {
                    self.reports.push_back(error);
                }
                _ => {
                    self.counters.broken.add(1);
                    self.host.log(LogLevel::Warn, format_args!("{error}"));
                }
            }
        }
    }

    fn welcome(
        &mut self,
        stranger: Stranger,
        packet: &[u8],
        fd: Option<OwnedFd>,
    ) -> Result<(), Error> {
        let hello = Hello::decode(packet, self.names.job_key())?;
        self.names.check(hello.src)?;
        if hello.dst != self.lines.own().addr || self.is_taken(hello.src) {
            return Err(Error::new(
                libc::EPROTO,
                "the connection request is for another channel, or is a second one",
            ));
        }
        let fd = fd.ok_or_else(|| {
            Error::new(libc::EPROTO, "the connection request came without its memory")
        })?;
        let sizes = Geometry::new(hello.ring_bytes as usize, hello.max_message as usize);
        let geometry = sizes.ok_or_else(|| {
            Error::new(libc::EPROTO, "the connection request has invalid ring or message sizes")
        })?;
        let memory = memfd::map_peer(&fd, 0, RING_OFFSET + geometry.capacity())?;
        // The memory is mapped: closing its descriptor frees a number for the identity check.
        drop(fd);
        let socket = stranger.socket;
        self.names.check_process(rank_of(hello.src), socket.owned(), "connects")?;
        let process = socket::peer(socket.owned()).map(|peer| peer.pid);
        let line = self.control.assign()?;
        // SAFETY: the ring lies in the mapping, which the lane keeps; this side alone writes the
        // credit line, which is zero.
        let consumer =
            unsafe { Consumer::new(ring_of(&memory), self.control.credit(line), geometry) };
        let mut lane = AliasableBox::new(LaneIn {
            consumer,
            peer: Life { addr: hello.src, number: hello.life },
            questions: Questions::default(),
            lines: self.lines.clone(),
            bell: Bell::new(word_of(&memory, SLEEP_OFFSET)),
            token: stranger.token,
            socket: Some(socket),
            is_answered: false,
            // A process outside this PID namespace has no process id here.
            process: process.ok().filter(|&pid| pid > 0),
            credit_line: line,
            is_reached: hello.is_reached,
            _memory: memory,
        });
        lane.meet_line();
        let is_reopened = self.lanes.iter().any(|earlier| earlier.src() == lane.src());
        if is_reopened { &mut self.later } else { &mut self.lanes }.push(lane);
        self.counters.lanes.add(1);
        self.unanswered.push(stranger.token);
        self.answer_senders();
        Ok(())
    }

    /// Answers the senders that have no answer yet. The system may refuse to carry one for now:
    /// for lack of room, or because the user has too many descriptors under way.
    #[cold]
    pub(crate) fn answer_senders(&mut self) {
        for token in std::mem::take(&mut self.unanswered) {
            let mut lanes = self.lanes.iter_mut().chain(&mut self.later);
            let Some(lane) = lanes.find(|lane| lane.token == token) else { continue };
            let Some(socket) = &lane.socket else { continue };
            let (life, is_reached) = (self.lines.own().number, self.names.is_reached());
            let welcome = Welcome { credit_line: lane.credit_line, life, is_reached }.encode();
            match socket::send(socket.as_raw_fd(), &welcome, Some(self.control.fd())) {
                Ok(true) => lane.is_answered = true,
                Ok(false) => self.unanswered.push(token),
                // The sender is already gone: what it left must still be delivered.
                Err(error) if error.errno() == libc::EPIPE => {}
                // The end of the connection tells the sender.
                Err(error) => {
                    lane.socket = None;
                    self.reports.push_back(error.context("a connecting peer cannot be answered"));
                }
            }
        }
    }

    /// Whether a living sender already has a lane. A sender that closed and reopened its channel
    /// has closed the socket of the earlier lane, which this side may not have noticed yet.
    fn is_taken(&mut self, src: NetAddr) -> bool {
        let mut lanes = self.lanes.iter_mut().chain(&mut self.later);
        lanes.any(|lane| {
            if lane.is_from(src) {
                // Enough to read more doorbells than a socket can queue.
                (0..LOOKS_TO_THE_END).for_each(|_| lane.look());
            }
            lane.is_from(src)
        })
    }
}
