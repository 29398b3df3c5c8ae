//! Everything that a process knows of its segments and of what is on its way between their parts: a
//! state machine that waits for nothing, and whose state is one lock's worth.

use super::calls::{CallId, Calls, Fault};
use super::link::Link;
use super::part::Part;
use super::peer::{Peer, Waiting};
use std::sync::Arc;

/// What is known of the operations without an answer on one rank's part of a segment, as counts.
#[derive(Clone, Copy, Default)]
pub(super) struct Flow {
    pub(super) posted: u64,
    /// How many a token was sent behind.
    pub(super) tokened: u64,
    /// How many have taken effect.
    pub(super) confirmed: u64,
    /// How many were reported to be lost with their rank.
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
    /// For each rank.
    pub(super) flows: Vec<Flow>,
    /// Ranks whose flow may be unsettled.
    pub(super) dirty: Vec<u32>,
    /// The counted reads.
    pub(super) reads: CallId,
}

/// What a process has sent because of segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Puts, gets, atomics and tokens; a large put or get is several.
    pub requests: u64,
    /// Messages that carried these, and answers.
    pub messages: u64,
    /// Bytes in the messages.
    pub bytes: u64,
}

/// The memory segments of a process, without I/O. See [`super::link::Driver`] for who calls what.
pub struct Engine {
    pub(super) rank: u32,
    pub(super) peers: Vec<Peer>,
    /// By number, which every rank counts alike; `None` is one that was closed.
    pub(super) opens: Vec<Option<Box<Open>>>,
    pub(super) calls: Calls,
    /// Ranks that something may be to be sent to.
    busy: Vec<u32>,
    /// Where replies are written.
    pub(super) spare: Vec<u8>,
    pub(super) traffic: Traffic,
    pub(super) changes: u64,
}

impl Engine {
    /// That of `rank` in a job of `ranks`.
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

    /// How often other ranks have written to memory of this one.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// What was sent so far.
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// Takes the next number, with the part if it could be made.
    pub(super) fn add(&mut self, part: Option<Arc<Part>>) -> u32 {
        let open = part.map(|part| {
            let flows = vec![Flow::default(); self.peers.len()];
            Box::new(Open { part, flows, dirty: Vec::new(), reads: self.calls.begin() })
        });
        self.opens.push(open);
        self.opens.len() as u32 - 1
    }

    /// From now on requests to it are answered as closed. Counted reads that have not arrived are
    /// thrown away when they do.
    pub(super) fn close(&mut self, segment: u32) {
        if let Some(open) = self.opens.get_mut(segment as usize).and_then(Option::take) {
            self.calls.end(open.reads);
        }
    }

    pub(super) fn open_mut(&mut self, segment: u32) -> Option<&mut Open> {
        self.opens.get_mut(segment as usize)?.as_deref_mut()
    }

    /// `rank` is gone: what waits for it fails, what is for it is thrown away. Others are not
    /// concerned.
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
                // Whoever waits for one looks at the rank too.
                Waiting::Token { .. } => {}
            }
        }
    }

    /// Whether `rank` was lost: nothing is done for it any more.
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

    /// Sends what there is room for now, replies and requests that were left for company. Whether
    /// something is left.
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

    /// A turn for one rank: whether something is left.
    fn serve<L: Link>(&mut self, link: &mut L, rank: u32) -> bool {
        if self.send_answers(link, rank).is_err() || self.flush(link, rank).is_err() {
            return false;
        }
        let peer = &self.peers[rank as usize];
        peer.has_answers() || !peer.batch.is_empty()
    }

    /// Asks the link to watch everybody who is waited for. They are not watched any more when their
    /// last answer has come.
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

    /// One message to `rank`, or no room now.
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
