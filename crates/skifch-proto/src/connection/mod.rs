//! A pair of channels that talk: one stream each way, and the acknowledgements of both.

mod hear;
mod talk;
mod timers;

pub(crate) use hear::{Heard, Payload};

use crate::config::Config;
use crate::congestion::Congestion;
use crate::counters::Counters;
use crate::flight::Flight;
use crate::loss::Loss;
use crate::memory::Memory;
use crate::pmtu::Pmtu;
use crate::ranges::Ranges;
use crate::recv_ring::RecvRing;
use crate::rtt::Rtt;
use crate::send_ring::SendRing;
use crate::wire::{HEADER_BYTES, Hello, LEAST_DATAGRAM_BYTES};
use std::net::SocketAddr;

/// Runs of received packet numbers that are remembered.
const MAX_RECEIVED: usize = 64;
/// How long a finished connection answers at least.
const FAREWELL_NS: u64 = 1_000_000_000;
/// Probe time-outs after which the path may not be the one that it was.
const MANY_PROBES: u32 = 3;
/// Standstills of this side that one silence of the peer is excused by.
const MAX_STILLS: u32 = 3;
/// Gaps in what has to be sent again.
const MAX_LOST: usize = 4096;

/// Which two channels, by their network addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The channel on this side.
    pub local: u32,
    /// The channel on the other side.
    pub remote: u32,
}

/// Why a connection is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The peer has not answered for the time set in `Config::dead_ns`.
    Silent,
    /// It is heard, but for the time set in `Config::dead_ns` nothing that was sent to it arrived.
    Deaf,
    /// Silent, and no datagram of the size of those that it leaves unanswered has ever arrived.
    Swallowed,
    /// The peer started anew; what was on its way to its former self is lost.
    Restarted,
    /// The peer does not know this connection any more: it closed or started anew.
    Unknown,
    /// The peer wrote what no peer can mean.
    Violation,
    /// The peer takes only smaller messages than this side may send.
    Incompatible,
    /// This host's system refuses even the smallest datagrams that data travel in as too large.
    Narrow,
    /// Closed, and the peer did not take what was left within `Config::linger_ns`.
    Unfinished,
    /// The driver has given it up: `Endpoint::give_up`.
    GivenUp,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Silent => "it does not answer",
            Self::Deaf => {
                "it is heard, but nothing that is sent to it arrives: the way to it is cut, or \
                 does not carry datagrams of 512 bytes, for which its interfaces need an MTU of \
                 576 or more"
            }
            Self::Swallowed => {
                "it does not answer, nor has it ever taken a datagram of 512 bytes: it has ended, \
                 or the way to it does not carry them; give its interfaces an MTU of 576 or more"
            }
            Self::Restarted => "it was started anew",
            Self::Unknown => "it does not know of this connection: it closed or was started anew",
            Self::Violation => "it sent what no peer may send",
            Self::Incompatible => "its greatest message is smaller; set the same on all hosts",
            Self::Narrow => {
                "the way to it does not carry datagrams of 512 bytes: give its interfaces an MTU \
                 of 576 or more"
            }
            Self::Unfinished => "it did not take what was left in the time for closing",
            Self::GivenUp => "it was given up",
        })
    }
}

/// How far a connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Hellos are exchanged.
    Opening,
    /// Each side has shown that it hears the other.
    Open,
    /// Both closed and everything acknowledged; kept to answer the peer's repetitions until then.
    Finished(u64),
    /// Lost; what was received can still be read.
    Gone(Reason),
}

/// What happened that the endpoint has to tell or to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    Opened,
    Closed,
    Lost(Reason),
    /// A connection that the peer began and did not go on with.
    Forgotten,
}

/// What the connection needs from its endpoint.
pub(crate) struct Env<'a> {
    pub(crate) config: &'a Config,
    pub(crate) counters: &'a mut Counters,
}

/// What is known of the peer's packets, and what has to be said about them.
#[derive(Debug)]
struct Received {
    numbers: Ranges,
    /// Lower numbers count as received.
    floor: u64,
    largest_at_ns: u64,
    /// Packets that want an acknowledgement and have none.
    unanswered: u32,
    /// What they brought of the stream.
    bytes: u64,
    /// When they get one at the latest.
    due_ns: Option<u64>,
    is_due: bool,
}

#[derive(Debug)]
pub(crate) struct Connection<M> {
    pub(crate) link: Link,
    pub(crate) address: SocketAddr,
    pub(crate) token: u64,
    /// 0: not known yet.
    pub(crate) peer_token: u64,
    pub(crate) phase: Phase,
    /// Begun by a hello of the peer.
    pub(crate) is_passive: bool,
    /// The application asked for it: it is not forgotten without a word.
    pub(crate) is_wanted: bool,
    /// The connection of a peer that says that it was started anew.
    pub(crate) successor: Option<usize>,
    /// The one that this takes the place of when it opens.
    pub(crate) predecessor: Option<usize>,
    pub(crate) note: Option<Note>,

    pub(crate) send: SendRing<M>,
    pub(crate) recv: RecvRing<M>,
    next_number: u64,
    flight: Flight,
    lost: Ranges,
    loss: Loss,
    rtt: Rtt,
    congestion: Congestion,
    pub(crate) pmtu: Pmtu,
    received: Received,
    /// The credit that the peer was told of.
    told: u64,
    /// Where a quarter of the ring has become free since then.
    tell_at: u64,

    heard_ns: u64,
    /// Since when an answer is owed.
    waiting_ns: Option<u64>,
    /// How often this side has stood still since it heard the peer.
    stills: u32,
    /// When a packet that wants an acknowledgement left last.
    last_ns: u64,
    /// Probe time-outs in a row.
    silence: u32,
    /// When the first of them was.
    silent_ns: u64,
    /// The first probe time-out since which nothing that was sent is known to have arrived.
    unconfirmed_ns: Option<u64>,
    /// Packets to send whatever the window says.
    probes: u32,
    is_ping_due: bool,
    is_flushed: bool,
    hello: timers::HelloTimer,
    /// Somebody waits for this peer.
    pub(crate) is_watched: bool,
    /// The length of the message that the application found no room for.
    pub(crate) refused: Option<usize>,
    linger_ns: Option<u64>,
    /// The application knows that everything it sent has arrived.
    is_close_told: bool,
    /// Since when the peer has had no room, and how often it was asked.
    blocked: Option<(u64, u32)>,
    /// Messages written since the last datagram.
    written: u64,
    /// Writing up to this position before this time changes nothing; see [`Self::calm_down`].
    pub(crate) calm: (u64, u64),

    /// In the endpoint's queue of those that have something to send.
    pub(crate) is_queued: bool,
    /// In the endpoint's list of those whose small messages may wait for company.
    pub(crate) is_waiting: bool,
    /// In the endpoint's queue of those that have something to read.
    pub(crate) is_readable: bool,
}

/// What a connection shows to a curious person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Smoothed round trip, ns.
    pub rtt_ns: u64,
    /// The shortest round trip, ns.
    pub min_rtt_ns: u64,
    /// Congestion window, bytes; `u64::MAX` if there is none.
    pub window_bytes: u64,
    /// Bytes on their way.
    pub in_flight_bytes: u64,
    /// Bytes of the largest datagram that the path is known to carry.
    pub datagram_bytes: usize,
    /// Bytes that were written and not acknowledged.
    pub unacked_bytes: u64,
    /// When the peer was heard last; 0 before it has answered.
    pub heard_ns: u64,
    /// The application has come to the end of what the peer sent before it closed.
    pub is_closed_by_peer: bool,
}

impl<M: Memory> Connection<M> {
    pub(crate) fn new(
        now_ns: u64,
        link: Link,
        address: SocketAddr,
        token: u64,
        config: &Config,
    ) -> Self {
        let pmtu = Pmtu::new(config.max_datagram);
        let congestion = Congestion::new(config.algorithm, pmtu.current() as u64);
        let recv = RecvRing::new(config.recv_bytes, config.max_message);
        Self {
            link,
            address,
            token,
            peer_token: 0,
            phase: Phase::Opening,
            is_passive: false,
            is_wanted: false,
            successor: None,
            predecessor: None,
            note: None,
            send: SendRing::new(config.send_bytes),
            told: recv.credit(),
            tell_at: config.recv_bytes as u64 / 4,
            recv,
            next_number: 0,
            flight: Flight::default(),
            lost: Ranges::new(MAX_LOST),
            loss: Loss::new(),
            rtt: Rtt::new(config.initial_rtt_ns),
            congestion,
            pmtu,
            received: Received::new(),
            heard_ns: now_ns,
            waiting_ns: Some(now_ns),
            stills: 0,
            last_ns: 0,
            silence: 0,
            silent_ns: 0,
            unconfirmed_ns: None,
            probes: 0,
            is_ping_due: false,
            is_flushed: false,
            hello: timers::HelloTimer::new(now_ns),
            is_watched: false,
            refused: None,
            linger_ns: None,
            is_close_told: false,
            blocked: None,
            written: 0,
            calm: (0, 0),
            is_queued: false,
            is_waiting: false,
            is_readable: false,
        }
    }

    /// What this side says of itself.
    pub(crate) fn hello(&self, config: &Config) -> Hello {
        Hello {
            token: self.token,
            job: config.job,
            source: self.link.local,
            target: self.link.remote,
            credit: self.recv.credit() as u32,
            max_message: config.max_message as u32,
            max_datagram: config.max_datagram as u32,
        }
    }

    /// The peer hears nothing of this connection before [`Self::begin`].
    pub(crate) fn hold(&mut self) {
        self.hello.hold();
        self.waiting_ns = None;
    }

    /// The hellos begin.
    pub(crate) fn begin(&mut self, now_ns: u64) {
        self.hello = timers::HelloTimer::new(now_ns);
        self.waiting_ns = Some(now_ns);
    }

    /// This side has not run for a while: an answer is waited for from now on, and what is left has
    /// its time from now on. A program that seldom calls, with a driver that does nothing else,
    /// looks the same each time: only a few count in one silence, or no death would ever be seen.
    pub(crate) fn on_standstill(&mut self, now_ns: u64, config: &Config) {
        if self.stills == MAX_STILLS {
            return;
        }
        self.stills += 1;
        self.waiting_ns = self.waiting_ns.map(|_| now_ns);
        self.unconfirmed_ns = self.unconfirmed_ns.map(|_| now_ns);
        self.linger_ns = self.linger_ns.map(|_| now_ns + config.linger_ns);
    }

    pub(crate) fn is_gone(&self) -> bool {
        matches!(self.phase, Phase::Gone(_))
    }

    /// Whether messages are taken to be sent.
    #[inline(always)]
    pub(crate) fn is_writable(&self) -> bool {
        matches!(self.phase, Phase::Opening | Phase::Open) && !self.send.is_closed()
    }

    /// A message was written. Whether that may let anything leave or be due.
    #[inline(always)]
    pub(crate) fn on_written(&mut self, now_ns: u64) -> bool {
        self.written += 1;
        !self.is_queued && (self.send.tail() >= self.calm.0 || now_ns >= self.calm.1)
    }

    /// Notes how far, in bytes of stream and in time, writing changes nothing: as long as no full
    /// datagram comes together, or, when there is no room on the way or at the peer, until one of
    /// them speaks.
    pub(crate) fn calm_down(&mut self, env: &Env<'_>) {
        let size = self.pmtu.current() as u64;
        let is_shut = self.phase != Phase::Open
            || !self.has_window(size, env)
            || self.send.is_blocked() && self.blocked.is_some();
        self.calm = match is_shut {
            true => (u64::MAX, u64::MAX),
            false => (
                self.send.sent() + size - HEADER_BYTES as u64,
                self.last_ns + env.config.coalesce_ns,
            ),
        };
    }

    /// An acknowledgement that is held back for company leaves now.
    pub(crate) fn answer(&mut self) {
        self.received.is_due |= self.received.due_ns.is_some();
    }

    /// What was written does not wait for more. Whether there is anything that did.
    pub(crate) fn flush(&mut self) -> bool {
        let was_flushed = std::mem::replace(&mut self.is_flushed, self.send.has_unsent());
        self.is_flushed && !was_flushed
    }

    /// The application gives room back: whether the peer should hear of it now. It should if it may
    /// have used half of the ring, and a quarter of it has become free.
    #[inline(always)]
    pub(crate) fn release(&mut self, config: &Config) -> bool {
        self.recv.release() >= self.tell_at && self.offer(config)
    }

    /// Tells the peer of its room if it may need it.
    fn offer(&mut self, config: &Config) -> bool {
        let used = self.told.saturating_sub(self.recv.edge());
        if used < config.recv_bytes as u64 / 2 && self.phase == Phase::Open {
            self.received.is_due = true;
            // It may wait for exactly this, so it has to arrive.
            self.is_ping_due |= self.told <= self.recv.edge() + self.pmtu.current() as u64;
            return true;
        }
        false
    }

    /// Nothing more will be sent; what was sent still arrives, and the peer may still send.
    pub(crate) fn close(&mut self, now_ns: u64, config: &Config) {
        if self.is_writable() {
            self.send.close();
            self.linger_ns = Some(now_ns + config.linger_ns);
            self.finish(now_ns);
        }
    }

    /// Tells when everything of a closed connection has arrived, and ends it when the peer has
    /// closed too.
    pub(crate) fn finish(&mut self, now_ns: u64) {
        if self.phase != Phase::Open || !self.send.is_closed() || !self.send.is_drained() {
            return;
        }
        if !std::mem::replace(&mut self.is_close_told, true) {
            self.note = Some(Note::Closed);
        }
        if self.recv.is_closed() {
            // The peer repeats what it has no answer to, ever more slowly: several of the answers
            // have to be lost in a row before it finds nobody.
            let kept_ns = FAREWELL_NS.max(8 * self.rtt.probe_timeout_ns(0, 0));
            self.phase = Phase::Finished(now_ns + kept_ns);
        }
    }

    /// The system refused a datagram of `size` bytes.
    pub(crate) fn on_too_big(&mut self, size: usize) {
        if size <= LEAST_DATAGRAM_BYTES {
            self.lose(Reason::Narrow);
        } else if self.pmtu.on_too_big(size) {
            self.congestion.set_datagram(self.pmtu.current() as u64);
        }
    }

    /// Whether nobody but the peer, or an old hello of it, has asked for this connection so far.
    fn is_unheard(&self) -> bool {
        let is_used = self.is_wanted || self.send.has_unsent();
        self.is_passive && self.phase == Phase::Opening && !is_used
    }

    pub(crate) fn lose(&mut self, reason: Reason) {
        if !self.is_gone() {
            let is_quiet = self.is_close_told || self.is_unheard();
            self.note = Some(if is_quiet { Note::Forgotten } else { Note::Lost(reason) });
            self.phase = Phase::Gone(reason);
        }
    }

    /// Goes on with packet numbers from `number`.
    #[cfg(test)]
    pub(crate) fn skip_to(&mut self, number: u64) {
        self.next_number = number;
    }

    pub(crate) fn stats(&self) -> Stats {
        Stats {
            rtt_ns: self.rtt.smoothed_ns(),
            min_rtt_ns: self.rtt.min_ns(),
            window_bytes: self.congestion.window(),
            in_flight_bytes: self.flight.bytes(),
            datagram_bytes: self.pmtu.current(),
            unacked_bytes: self.send.unacked(),
            heard_ns: if self.phase == Phase::Opening { 0 } else { self.heard_ns },
            is_closed_by_peer: self.recv.is_closed(),
        }
    }
}

impl Received {
    fn new() -> Self {
        let numbers = Ranges::new(MAX_RECEIVED);
        let (floor, largest_at_ns, unanswered, bytes) = (0, 0, 0, 0);
        Self { numbers, floor, largest_at_ns, unanswered, bytes, due_ns: None, is_due: false }
    }

    /// The number after the largest received.
    fn next(&self) -> u64 {
        self.numbers.last().map_or(self.floor, |run| run.end)
    }

    fn is_known(&self, number: u64) -> bool {
        number < self.floor || self.numbers.contains(number)
    }

    /// Notes a packet. Whether it came out of turn.
    fn note(&mut self, now_ns: u64, number: u64) -> bool {
        let next = self.next();
        if number >= next {
            self.largest_at_ns = now_ns;
        }
        while !self.numbers.insert(number..number + 1) {
            if let Some(run) = self.numbers.forget_lowest() {
                self.floor = run.end;
            }
            if number < self.floor {
                break;
            }
        }
        number != next
    }

    fn answered(&mut self) {
        (self.unanswered, self.bytes, self.due_ns, self.is_due) = (0, 0, None, false);
    }
}
