//! A connection of two channels: one stream in each direction, and the acknowledgements of both.

mod hear;
mod reason;
mod talk;
mod timers;

pub(crate) use hear::{Heard, Payload};
pub use reason::Reason;

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

/// Maximum number of runs of received packet numbers that are remembered.
const MAX_RECEIVED: usize = 64;
/// Minimum time in ns for which a finished connection answers retransmissions.
const FAREWELL_NS: u64 = 1_000_000_000;
/// After this many probe timeouts the path may have changed.
const MANY_PROBES: u32 = 3;
/// Number of standstills of this side that may excuse one silence of the peer.
const MAX_STILLS: u32 = 3;
/// Maximum number of separate ranges to retransmit.
const MAX_LOST: usize = 4096;

/// A pair of channels, by their network addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The local channel.
    pub local: u32,
    /// The remote channel.
    pub remote: u32,
}

/// State of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Hellos are being exchanged.
    Opening,
    /// Each side has proven that it hears the other.
    Open,
    /// Both sides closed and everything is acknowledged; kept until this time to answer
    /// retransmissions.
    Finished(u64),
    /// Lost; received messages can still be taken.
    Gone(Reason),
}

/// A change that the endpoint has to announce or act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    Opened,
    Closed,
    Lost(Reason),
    /// A connection that the peer started and did not complete.
    Forgotten,
}

/// What a connection needs from its endpoint.
pub(crate) struct Env<'a> {
    pub(crate) config: &'a Config,
    pub(crate) counters: &'a mut Counters,
}

/// The received packets, and the state of their acknowledgement.
#[derive(Debug)]
struct Received {
    numbers: Ranges,
    /// All numbers below count as received.
    floor: u64,
    largest_at_ns: u64,
    /// Number of received packets that request an acknowledgement and have none yet.
    unanswered: u32,
    /// Stream bytes in those packets.
    bytes: u64,
    /// When they are acknowledged at the latest.
    due_ns: Option<u64>,
    is_due: bool,
}

#[derive(Debug)]
pub(crate) struct Connection<M> {
    pub(crate) link: Link,
    pub(crate) address: SocketAddr,
    pub(crate) token: u64,
    /// 0 if not known yet.
    pub(crate) peer_token: u64,
    pub(crate) phase: Phase,
    /// Started by a hello of the peer.
    pub(crate) is_passive: bool,
    /// The application requested it, so it is not removed silently.
    pub(crate) is_wanted: bool,
    /// The connection to a peer that claims to have restarted.
    pub(crate) successor: Option<usize>,
    /// The connection that this one replaces once it opens.
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
    /// The credit last announced to the peer.
    told: u64,
    /// Position at which a quarter of the ring has become free since then.
    tell_at: u64,

    heard_ns: u64,
    /// Since when the peer owes an answer.
    waiting_ns: Option<u64>,
    /// Number of standstills of this side since the peer was last heard.
    stills: u32,
    /// When a packet that requests an acknowledgement was last sent.
    last_ns: u64,
    /// Number of consecutive probe timeouts.
    silence: u32,
    /// Time of the first of them.
    silent_ns: u64,
    /// Time of the first probe timeout since which nothing sent is known to have arrived.
    unconfirmed_ns: Option<u64>,
    /// Number of packets to send regardless of the congestion window.
    probes: u32,
    is_ping_due: bool,
    is_flushed: bool,
    hello: timers::HelloTimer,
    /// Somebody waits for this peer.
    pub(crate) is_watched: bool,
    /// Length of a message for which the application found no room.
    pub(crate) refused: Option<usize>,
    linger_ns: Option<u64>,
    /// The application was told that everything it sent has arrived.
    is_close_told: bool,
    /// Since when the peer has had no room, and how often it was asked.
    blocked: Option<(u64, u32)>,
    /// Number of messages written since the last datagram.
    written: u64,
    /// Writing up to this position, before this time, changes nothing; see [`Self::calm_down`].
    pub(crate) calm: (u64, u64),

    /// It is in the endpoint's queue of connections with something to send.
    pub(crate) is_queued: bool,
    /// It is in the endpoint's list of connections whose small messages may be held back.
    pub(crate) is_waiting: bool,
    /// It is in the endpoint's queue of connections with something to receive.
    pub(crate) is_readable: bool,
}

/// Statistics of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Smoothed round-trip time, ns.
    pub rtt_ns: u64,
    /// Minimum round-trip time, ns.
    pub min_rtt_ns: u64,
    /// Congestion window in bytes; `u64::MAX` if unlimited.
    pub window_bytes: u64,
    /// Bytes in flight.
    pub in_flight_bytes: u64,
    /// Size in bytes of the largest datagram that the path is known to carry.
    pub datagram_bytes: usize,
    /// Bytes written and not acknowledged.
    pub unacked_bytes: u64,
    /// When the peer was last heard, ns; 0 before it has answered.
    pub heard_ns: u64,
    /// The application has taken everything that the peer sent before it closed.
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

    /// The hello of this side.
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

    /// Sends the peer nothing of this connection before [`Self::begin`].
    pub(crate) fn hold(&mut self) {
        self.hello.hold();
        self.waiting_ns = None;
    }

    /// Starts sending hellos.
    pub(crate) fn begin(&mut self, now_ns: u64) {
        self.hello = timers::HelloTimer::new(now_ns);
        self.waiting_ns = Some(now_ns);
    }

    /// This side did not run for a while: restarts the timeouts for an answer and for remaining
    /// data. A program that calls rarely, with a driver that is otherwise idle, looks the same each
    /// time; so only a few standstills count per silence, or a death would never be detected.
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

    /// Whether messages are accepted for sending.
    #[inline(always)]
    pub(crate) fn is_writable(&self) -> bool {
        matches!(self.phase, Phase::Opening | Phase::Open) && !self.send.is_closed()
    }

    /// A message was written. Returns whether that may make something leave or change a deadline.
    #[inline(always)]
    pub(crate) fn on_written(&mut self, now_ns: u64) -> bool {
        self.written += 1;
        !self.is_queued && (self.send.tail() >= self.calm.0 || now_ns >= self.calm.1)
    }

    /// Computes up to which stream position and time writing changes nothing: until a full datagram
    /// has accumulated or the coalescing time is over; if the congestion window or the peer's
    /// credit is exhausted, until the peer is heard.
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

    /// Sends a delayed acknowledgement now.
    pub(crate) fn answer(&mut self) {
        self.received.is_due |= self.received.due_ns.is_some();
    }

    /// Ends the coalescing of what was written. Returns whether anything was held back.
    pub(crate) fn flush(&mut self) -> bool {
        let was_flushed = std::mem::replace(&mut self.is_flushed, self.send.has_unsent());
        self.is_flushed && !was_flushed
    }

    /// Releases the space of taken messages. Returns whether to announce the new credit now: if the
    /// peer may have used half of the ring, and a quarter of it has become free.
    #[inline(always)]
    pub(crate) fn release(&mut self, config: &Config) -> bool {
        self.recv.release() >= self.tell_at && self.offer(config)
    }

    /// Announces the new credit if the peer may need it.
    fn offer(&mut self, config: &Config) -> bool {
        let used = self.told.saturating_sub(self.recv.edge());
        if used < config.recv_bytes as u64 / 2 && self.phase == Phase::Open {
            self.received.is_due = true;
            // The peer may be waiting for exactly this, so request an acknowledgement.
            self.is_ping_due |= self.told <= self.recv.edge() + self.pmtu.current() as u64;
            return true;
        }
        false
    }

    /// Closes this side's stream; data sent before is still delivered, and the peer may still send.
    pub(crate) fn close(&mut self, now_ns: u64, config: &Config) {
        if self.is_writable() {
            self.send.close();
            self.linger_ns = Some(now_ns + config.linger_ns);
            self.finish(now_ns);
        }
    }

    /// Announces when a closed connection has delivered everything, and finishes it if the peer has
    /// closed, too.
    pub(crate) fn finish(&mut self, now_ns: u64) {
        if self.phase != Phase::Open || !self.send.is_closed() || !self.send.is_drained() {
            return;
        }
        if !std::mem::replace(&mut self.is_close_told, true) {
            self.note = Some(Note::Closed);
        }
        if self.recv.is_closed() {
            // The peer retransmits what is not acknowledged at growing intervals: it finds no
            // connection only if several acknowledgements in a row were lost.
            let kept_ns = FAREWELL_NS.max(8 * self.rtt.probe_timeout_ns(0, 0));
            self.phase = Phase::Finished(now_ns + kept_ns);
        }
    }

    /// The system refused a datagram of `size` bytes as too large.
    pub(crate) fn on_too_big(&mut self, size: usize) {
        if size <= LEAST_DATAGRAM_BYTES {
            self.lose(Reason::Narrow);
        } else if self.pmtu.on_too_big(size) {
            self.congestion.set_datagram(self.pmtu.current() as u64);
        }
    }

    /// Whether only the peer, or an old hello of it, has requested this connection so far.
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

    /// Continues the packet numbers at `number`.
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

    /// The number following the largest received one.
    fn next(&self) -> u64 {
        self.numbers.last().map_or(self.floor, |run| run.end)
    }

    fn is_known(&self, number: u64) -> bool {
        number < self.floor || self.numbers.contains(number)
    }

    /// Records a packet. Returns whether it was out of order.
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
