//! All state of a process's segments and of the outstanding operations: a state machine that never
//! waits, guarded by one lock.

use super::calls::{CallId, Calls, Fault};
use super::link::Link;
use super::part::Part;
use super::peer::{Peer, Waiting};
use std::sync::Arc;

/// Counts of the operations without reply on one rank's part of a segment.
#[derive(Clone, Copy, Default)]
pub(super) struct Flow {
    pub(super) posted: u64,
    /// How many are followed by a token.
    pub(super) tokened: u64,
    /// How many have completed remotely.
    pub(super) confirmed: u64,
    /// How many were reported lost together with their rank.
    pub(super) reported: u64,
    /// The rank has closed the segment.
    pub(super) is_refused: bool,
    pub(super) is_dirty: bool,
}

impl Flow {
    pub(super) fn is_settled(&self) -> bool {
        self.posted <= self.confirmed.max(self.reported)
    }
}

/// An open segment.
pub(super) struct Open {
    pub(super) part: Arc<Part>,
    /// Indexed by rank.
    pub(super) flows: Vec<Flow>,
    /// Ranks with possibly incomplete operations.
    pub(super) dirty: Vec<u32>,
    /// The counted reads.
    pub(super) reads: CallId,
}

/// Counters of what a process has sent because of segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Puts, gets, atomics and tokens; a large put or get is several.
    pub requests: u64,
    /// Messages that carried requests and replies.
    pub messages: u64,
    /// Bytes in those messages.
    pub bytes: u64,
}

/// The memory segments of a process, without I/O. [`super::link::Driver`] describes the callers.
pub struct Engine {
    pub(super) rank: u32,
    pub(super) peers: Vec<Peer>,
    /// Indexed by segment number, equal on all ranks; `None` for a closed segment.
    pub(super) opens: Vec<Option<Box<Open>>>,
    pub(super) calls: Calls,
    /// Ranks for which replies or requests may be waiting to be sent.
    busy: Vec<u32>,
    /// Buffer for encoding replies.
    pub(super) spare: Vec<u8>,
    pub(super) traffic: Traffic,
    pub(super) changes: u64,
}

impl Engine {
    /// The engine of `rank` in a job of `ranks` ranks.
    pub fn new(rank: u32, ranks: u32) -> Self {
        Self {
            rank,
            peers: (0..ranks).map(|_| Peer::default()).collect(),
            opens: Vec::new(),
            calls: Calls::default(),
            busy: Vec::new(),
            spare: Vec::new(),
            traffic: Traffic::default(),
            changes: 0,
        }
    }

    /// How often other ranks have written to this rank's memory.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Counters of what was sent so far.
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// Assigns the next segment number, to the part if it could be created.
    pub(super) fn add(&mut self, part: Option<Arc<Part>>) -> u32 {
        let open = part.map(|part| {
            let flows = vec![Flow::default(); self.peers.len()];
            Box::new(Open { part, flows, dirty: Vec::new(), reads: self.calls.begin() })
        });
        self.opens.push(open);
        self.opens.len() as u32 - 1
    }

    /// Closes a segment: further requests for it are answered with "closed". Counted reads that are
    /// still outstanding are discarded on arrival.
    pub(super) fn close(&mut self, segment: u32) {
        if let Some(open) = self.opens.get_mut(segment as usize).and_then(Option::take) {
            self.calls.end(open.reads);
        }
    }

    pub(super) fn open_mut(&mut self, segment: u32) -> Option<&mut Open> {
        self.opens.get_mut(segment as usize)?.as_deref_mut()
    }

    /// Handles the loss of `rank`: calls waiting for it fail, and data for it is discarded. Other
    /// ranks are not affected.
    pub fn on_lost(&mut self, rank: u32, errno: i32, why: &str) {
        let Some(peer) = self.peers.get_mut(rank as usize).filter(|peer| peer.gone.is_none())
        else {
            return;
        };
        let fault = Fault::new(rank, errno, why);
        for waiting in peer.lose(fault.clone()) {
            match waiting {
                Waiting::Data { call, .. } | Waiting::Old { call, .. } => {
                    self.calls.answer(call, Err(fault.clone()));
                }
                // A call waiting for a token also checks whether the rank is lost.
                Waiting::Token { .. } => {}
            }
        }
    }

    /// Whether `rank` was lost; its requests are no longer executed.
    pub fn is_gone(&self, rank: u32) -> bool {
        self.peers.get(rank as usize).is_some_and(|peer| peer.gone.is_some())
    }

    pub(super) fn mark_busy(&mut self, rank: u32) -> bool {
        let is_new = !std::mem::replace(&mut self.peers[rank as usize].is_busy, true);
        if is_new {
            self.busy.push(rank);
        }
        is_new
    }

    /// Sends as many replies and coalesced requests as there is room for. Returns whether any are
    /// left.
    pub fn pump<L: Link>(&mut self, link: &mut L) -> bool {
        let mut at = 0;
        while let Some(&rank) = self.busy.get(at) {
            if self.serve(link, rank) {
                at += 1;
            } else {
                self.peers[rank as usize].is_busy = false;
                self.busy.swap_remove(at);
            }
        }
        !self.busy.is_empty()
    }

    /// Serves one rank; returns whether replies or requests are left.
    fn serve<L: Link>(&mut self, link: &mut L, rank: u32) -> bool {
        if self.send_answers(link, rank).is_err() || self.flush(link, rank).is_err() {
            return false;
        }
        let peer = &self.peers[rank as usize];
        peer.has_answers() || !peer.batch.is_empty()
    }

    /// Asks the link to watch all ranks from which replies are awaited, until the last reply has
    /// come.
    pub(super) fn watch<L: Link>(&mut self, link: &mut L) {
        for (rank, peer) in self.peers.iter_mut().enumerate() {
            if !peer.waiting.is_empty() && !peer.is_watched {
                peer.is_watched = true;
                link.watch(rank as u32, true);
            }
        }
    }

    pub(super) fn unwatch<L: Link>(&mut self, link: &mut L, rank: u32) {
        let peer = &mut self.peers[rank as usize];
        if peer.is_watched && peer.waiting.is_empty() {
            peer.is_watched = false;
            link.watch(rank, false);
        }
    }

    /// Sends one message to `rank`; false if there is no room now.
    pub(super) fn send<L: Link>(
        &mut self,
        link: &mut L,
        rank: u32,
        parts: &[&[u8]],
    ) -> Result<bool, Fault> {
        let is_sent = link.try_send(rank, parts).map_err(|error| {
            self.on_lost(rank, error.errno(), error.text());
            Fault::new(rank, error.errno(), error.text())
        })?;
        if is_sent {
            self.traffic.messages += 1;
            self.traffic.bytes += parts.iter().map(|part| part.len() as u64).sum::<u64>();
        }
        Ok(is_sent)
    }
}
