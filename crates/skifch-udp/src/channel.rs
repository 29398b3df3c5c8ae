//! State of each open channel: its peers and its incoming connections.
//!
//! A pair of channels uses one connection at a time, in both directions. If a peer restarts, or
//! closes and reopens its channel, there is a second one; everything that arrived on the first is
//! received before anything from the second.

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
    /// Connections with something to receive, in round-robin order.
    pub(crate) ready: VecDeque<ConnectionId>,
    /// Errors to be reported to the receiving side.
    pub(crate) reports: VecDeque<Error>,
    pub(crate) rx: Sleep,
    pub(crate) tx: Sleep,
    /// The peer whose window the sleeping sending side waits for.
    pub(crate) awaited: NetAddr,
    /// The channel's connections are probed because a program is receiving on it.
    pub(crate) is_watching: bool,
    pub(crate) counters: Arc<ChannelCounters>,
}

/// The sleep state of one side, and the eventfd that wakes it.
pub(crate) struct Sleep {
    pub(crate) is_asleep: bool,
    pub(crate) bell: Arc<EventFd>,
}

/// What a channel knows of one peer channel.
#[derive(Default)]
pub(crate) struct Peer {
    /// The connection to send on, and whether the peer has answered on it.
    pub(crate) way: Option<(ConnectionId, bool)>,
    /// How the peer ended; cleared when it comes back.
    pub(crate) gone: Option<Gone>,
    /// Not all data accepted for the peer was delivered, and no send has reported this yet.
    pub(crate) is_unreported: bool,
    /// Bytes not delivered and the reason, as long as no call has reported the peer's end.
    pub(crate) lost: Option<(u64, End)>,
    /// Connections to receive from, oldest first.
    pub(crate) streams: VecDeque<ConnectionId>,
    /// The sending side has sent, or tried to send, to this peer.
    pub(crate) is_used: bool,
    /// Connection attempts that were not answered.
    pub(crate) attempts: u32,
}

/// One connection of a channel.
pub(crate) struct Lane {
    /// Index of its channel; none once the channel is closed.
    pub(crate) owner: Option<usize>,
    pub(crate) peer: NetAddr,
    /// The peer has answered.
    pub(crate) is_open: bool,
    /// It is in its channel's `ready` queue.
    pub(crate) is_ready: bool,
    /// Why no more data will arrive; what has arrived can still be received.
    pub(crate) end: Option<End>,
}

/// How a peer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gone {
    pub(crate) state: PeerState,
    /// None after an orderly close.
    pub(crate) end: Option<End>,
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Reported by the protocol.
    Lost(Reason),
    /// The peer's host reports that no process owns its port.
    Refused,
    /// The peer has never answered any attempt.
    Unheard,
}

impl Sleep {
    pub(crate) fn new(bell: &Arc<EventFd>) -> Self {
        Self { is_asleep: false, bell: bell.clone() }
    }

    /// Wakes the side if it sleeps; returns whether it did.
    pub(crate) fn wake(&self) -> bool {
        if self.is_asleep {
            self.bell.ring();
        }
        self.is_asleep
    }
}

impl Peer {
    /// How the peer ended, for the sending side; marks it as reported, so it is not reported again.
    pub(crate) fn tell_sender(&mut self) -> Option<Gone> {
        (self.is_unreported, self.lost) = (false, None);
        self.gone
    }
}

impl Channel {
    pub(crate) fn peer(&mut self, addr: NetAddr) -> &mut Peer {
        self.peers.entry(addr).or_default()
    }

    /// Whether the receiving side has a message or an error to fetch.
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

    /// Peer state seen by the sending side; `Unknown` if it never sent to the peer.
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

    /// Peer state seen by the receiving side: `Up` while data from the peer may remain to be
    /// received.
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
    /// The resulting peer state; `is_closed`: the peer has announced its close.
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
                write!(f, "{} within SKIFCH_UDP_TIMEOUT", Reason::Silent)
            }
            Self::Lost(reason @ Reason::Incompatible) => {
                write!(f, "{reason} (SKIFCH_UDP_MAX_MESSAGE)")
            }
            Self::Lost(reason) => reason.fmt(f),
            Self::Refused => f.write_str("its host reports that its process has ended"),
            Self::Unheard => f.write_str(
                "it has never answered: it has not opened its channel, or UDP does not reach it; \
                 behind a firewall, set SKIFCH_UDP_PORT_RANGE; to use another network, set \
                 SKIFCH_UDP_IFACE",
            ),
        }
    }
}

/// The error for the receiving side when a peer ended without closing.
#[cold]
pub(crate) fn report(peer: NetAddr, state: PeerState, end: End) -> Error {
    let (rank, port) = (rank_of(peer), port_of(peer));
    let (errno, what) = match (state, end) {
        (PeerState::Broken, _) => (libc::EPROTO, format!("broke the protocol: {end}")),
        (_, End::Lost(Reason::Restarted)) => {
            let text = "was restarted: undelivered messages of its previous process are lost";
            (libc::ECONNRESET, text.to_owned())
        }
        _ => (libc::ECONNRESET, format!("is gone: {end}")),
    };
    Error::new(errno, format!("rank {rank} port {port} {what}"))
}

/// The error of a send to a peer that was replaced by a new instance after data was accepted.
#[cold]
pub(crate) fn peer_is_another(dst: NetAddr) -> Error {
    let text = format!(
        "rank {} port {} was restarted, or closed and reopened: some messages accepted for its \
         previous instance did not arrive",
        rank_of(dst),
        port_of(dst)
    );
    Error::new(libc::EPIPE, text)
}

/// The error of a send to a peer that has ended.
#[cold]
pub(crate) fn peer_is_gone(dst: NetAddr, gone: Gone) -> Error {
    let (rank, port) = (rank_of(dst), port_of(dst));
    let (errno, what) = match gone.state {
        PeerState::Broken => (libc::EPROTO, "broke the protocol"),
        PeerState::Dead => (libc::EPIPE, "is gone"),
        _ => (libc::EPIPE, "has closed this channel"),
    };
    // An orderly close needs no reason.
    let end = gone.end.filter(|_| gone.state != PeerState::Closed);
    let why = end.map_or(String::new(), |end| format!(": {end}"));
    Error::new(errno, format!("rank {rank} port {port} {what}{why}"))
}
