//! State kept for each other rank: requests to it and replies to it.

use super::calls::{CallId, Fault};
use std::collections::VecDeque;

/// Maximum outstanding requests with a reply per rank, and thus the maximum number of replies owed
/// to one rank. Below 256, so that a one-byte number identifies them.
pub(super) const WINDOW: usize = 64;

/// A request whose reply is outstanding.
#[derive(Clone, Copy)]
pub(super) enum Waiting {
    /// A get, and where to write its data.
    Data { call: CallId, dst: *mut u8, len: usize },
    /// A fetching atomic; unless null, `dst` receives `width` bytes of the old value.
    Old { call: CallId, dst: *mut u8, width: usize },
    /// A token: when it returns, the first `upto` operations on `segment` have completed.
    Token { segment: u32, upto: u64 },
}

// SAFETY: `dst` is written by the holder of the engine's lock, on any thread; the caller of the get
// or atomic allows this until its call has ended.
unsafe impl Send for Waiting {}

/// A reply that has not been encoded yet.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    /// Data of a part, read when there is room to send it.
    Data { segment: u32, offset: u64, len: usize },
    /// The old value of a word.
    Old(u64),
    /// The reply to a token.
    Done,
    /// The segment has been closed.
    Closed,
}

/// State of another rank.
#[derive(Default)]
pub(super) struct Peer {
    /// Encoded requests to be sent together; at most `BATCH_BYTES`.
    pub(super) batch: Vec<u8>,
    /// The segment selected last in `batch`.
    pub(super) selected: Option<u32>,
    /// Requests with outstanding replies; at most [`WINDOW`].
    pub(super) waiting: VecDeque<Waiting>,
    /// The number of the first entry of `waiting`.
    pub(super) oldest: u8,
    /// Replies to this rank with their numbers; at most [`WINDOW`].
    pub(super) answers: VecDeque<(u8, Answer)>,
    /// The number of the rank's next request that expects a reply.
    pub(super) heard: u8,
    /// A message of replies that found no room yet; empty if none.
    pub(super) sealed: Vec<u8>,
    /// Requests found no room, and are retried until they do; replies must not take all the room
    /// meanwhile.
    pub(super) is_owed: bool,
    /// Meanwhile: the number of messages of replies that may still go first.
    pub(super) answers_first: u32,
    /// Whether it is in the engine's `busy` list.
    pub(super) is_busy: bool,
    /// Whether the link watches it.
    pub(super) is_watched: bool,
    /// Why it was lost, if it was.
    pub(super) gone: Option<Fault>,
}

impl Peer {
    pub(super) fn has_answers(&self) -> bool {
        !self.sealed.is_empty() || !self.answers.is_empty()
    }

    /// Drops all state of a lost rank; returns the outstanding requests.
    pub(super) fn lose(&mut self, fault: Fault) -> VecDeque<Waiting> {
        let lost = std::mem::take(self);
        self.is_busy = lost.is_busy;
        self.gone = Some(fault);
        lost.waiting
    }
}
