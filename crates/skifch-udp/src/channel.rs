//! What the shared state knows of each open channel: its peers, and what came in for it.
//!
//! A pair of channels has one connection at a time, used both ways. When a peer was started anew or
//! has closed and opened its channel again there is a second one; what came in on the first is
//! received before anything of the second.

use crate::counters::ChannelCounters;
use crate::table::Table;
use skifch_backend::abi::{NetAddr, PeerState, port_of, rank_of};
use skifch_backend::{Error, EventFd};
use skifch_proto::{ConnectionId, Reason};
use std::collections::VecDeque;
use std::sync::Arc;

/// An open channel.
pub(crate) struct Channel {
    pub(crate) addr: NetAddr,
    pub(crate) peers: Table<NetAddr, Peer>,
    /// Connections with something to receive, in the order of their turns.
    pub(crate) ready: VecDeque<ConnectionId>,
    /// What the receiving side has to be told.
    pub(crate) reports: VecDeque<Error>,
    pub(crate) rx: Sleep,
    pub(crate) tx: Sleep,
    /// The peer that the sending side sleeps for.
    pub(crate) awaited: NetAddr,
    /// Its connections are watched: somebody receives.
    pub(crate) is_watching: bool,
    pub(crate) counters: Arc<ChannelCounters>,
}

/// A side that may be asleep.
pub(crate) struct Sleep {
    pub(crate) is_asleep: bool,
    pub(crate) bell: Arc<EventFd>,
}

/// What a channel knows of another one.
#[derive(Default)]
pub(crate) struct Peer {
    /// The connection to send on, and whether the peer has answered.
    pub(crate) way: Option<(ConnectionId, bool)>,
    /// What became of it, until it is there again.
    pub(crate) gone: Option<Gone>,
    /// It did not take everything that was accepted for it, and no send has told so yet.
    pub(crate) is_unreported: bool,
    /// Bytes that it did not take, and why, if no call at all has told of its end.
    pub(crate) lost: Option<(u64, End)>,
    /// Connections to receive from, the oldest first.
    pub(crate) streams: VecDeque<ConnectionId>,
    /// The sending side has been asked to send to it.
    pub(crate) is_used: bool,
    /// Attempts to reach it that nobody has answered.
    pub(crate) attempts: u32,
}

/// A connection.
pub(crate) struct Lane {
    /// The channel it belongs to; none once that is closed.
    pub(crate) owner: Option<usize>,
    pub(crate) peer: NetAddr,
    /// The peer has answered.
    pub(crate) is_open: bool,
    /// It is among `ready`.
    pub(crate) is_ready: bool,
    /// Why nothing more will come; what has come can still be received.
    pub(crate) end: Option<End>,
}

/// What became of a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gone {
    pub(crate) state: PeerState,
    /// None where it closed in good order.
    pub(crate) end: Option<End>,
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The protocol says so.
    Lost(Reason),
    /// The peer's host says that nobody has its port.
    Refused,
    /// The peer has never answered, however often it was asked.
    Unheard,
}

impl Sleep {
    pub(crate) fn new(bell: &Arc<EventFd>) -> Self {
        Self { is_asleep: false, bell: bell.clone() }
    }

    /// Wakes the side if it sleeps. Whether it did.
    pub(crate) fn wake(&self) -> bool {
        if self.is_asleep {
            self.bell.ring();
        }
        self.is_asleep
    }
}

impl Peer {
    /// What became of it, told to the sending side, which needs no second word of it.
    pub(crate) fn tell_sender(&mut self) -> Option<Gone> {
        (self.is_unreported, self.lost) = (false, None);
        self.gone
    }
}

impl Channel {
    pub(crate) fn peer(&mut self, addr: NetAddr) -> &mut Peer {
        self.peers.entry(addr).or_default()
    }

    /// Whether there is anything for the receiving side.
    #[inline(always)]
    pub(crate) fn has_some(&self) -> bool {
        !(self.ready.is_empty() && self.reports.is_empty())
    }

    pub(crate) fn wake_receiver(&self) {
        if self.rx.wake() {
            self.counters.doorbells.add(1);
        }
    }

    pub(crate) fn wake_sender(&self, peer: NetAddr) {
        if self.awaited == peer && self.tx.wake() {
            self.counters.doorbells.add(1);
        }
    }

    /// What the sending side knows of a peer: nothing if it never sent to it.
    pub(crate) fn state_for_sender(&self, addr: NetAddr) -> PeerState {
        let Some(peer) = self.peers.get(&addr).filter(|peer| peer.is_used) else {
            return PeerState::Unknown;
        };
        match (peer.gone, peer.way) {
            (Some(gone), _) => gone.state,
            (None, Some((_, true))) => PeerState::Up,
            (None, Some((_, false))) => PeerState::Connecting,
            (None, None) => PeerState::Unknown,
        }
    }

    /// What the receiving side knows of a peer: it is there as long as something of it may be left.
    pub(crate) fn state_for_receiver(&self, addr: NetAddr) -> PeerState {
        match self.peers.get(&addr) {
            Some(Peer { way: Some((_, true)), .. }) => PeerState::Up,
            Some(peer) if peer.gone.is_some() && !peer.streams.is_empty() => PeerState::Up,
            Some(peer) => peer.gone.map_or(PeerState::Unknown, |gone| gone.state),
            None => PeerState::Unknown,
        }
    }
}

impl End {
    /// The state of the peer; `is_closed`: it has said that it closes.
    pub(crate) fn state(self, is_closed: bool) -> PeerState {
        match self {
            Self::Lost(Reason::Violation | Reason::Incompatible) => PeerState::Broken,
            _ if is_closed => PeerState::Closed,
            _ => PeerState::Dead,
        }
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lost(Reason::Silent) => {
                write!(f, "{}, for as long as SKIFCH_UDP_TIMEOUT says", Reason::Silent)
            }
            Self::Lost(reason) => reason.fmt(f),
            Self::Refused => f.write_str("its host says that its process has ended"),
            Self::Unheard => f.write_str(
                "it has never answered: it has not opened its channel, or UDP does not get there; \
                 see SKIFCH_UDP_PORT_RANGE where a firewall is between, SKIFCH_UDP_IFACE where \
                 another network leads there",
            ),
        }
    }
}

/// What the receiving side is told of a peer that went without closing.
#[cold]
pub(crate) fn report(peer: NetAddr, state: PeerState, end: End) -> Error {
    let (rank, port) = (rank_of(peer), port_of(peer));
    let (errno, what) = match (state, end) {
        (PeerState::Broken, _) => (libc::EPROTO, format!("broke the protocol: {end}")),
        (_, End::Lost(Reason::Restarted)) => {
            let text = "was started anew: what its former self had not sent is lost";
            (libc::ECONNRESET, text.to_owned())
        }
        _ => (libc::ECONNRESET, format!("is gone: {end}")),
    };
    Error::new(errno, format!("rank {rank} port {port} {what}"))
}

/// The error of a send to a peer that is there, and is not the one that others were accepted for.
#[cold]
pub(crate) fn peer_is_another(dst: NetAddr) -> Error {
    let text = format!(
        "rank {} port {} was started anew, or closed and opened again: not all that was accepted \
         for its former self has arrived",
        rank_of(dst),
        port_of(dst)
    );
    Error::new(libc::EPIPE, text)
}

/// The error of a send to a peer that is gone.
#[cold]
pub(crate) fn peer_is_gone(dst: NetAddr, gone: Gone) -> Error {
    let (rank, port) = (rank_of(dst), port_of(dst));
    let (errno, what) = match gone.state {
        PeerState::Broken => (libc::EPROTO, "broke the protocol"),
        PeerState::Dead => (libc::EPIPE, "is gone"),
        _ => (libc::EPIPE, "has closed this channel"),
    };
    // Who has closed in good order needs no reason.
    let end = gone.end.filter(|_| gone.state != PeerState::Closed);
    let why = end.map_or(String::new(), |end| format!(": {end}"));
    Error::new(errno, format!("rank {rank} port {port} {what}{why}"))
}
