//! What is kept for each other rank: the requests to it and the replies to it.

use super::calls::{CallId, Fault};
use std::collections::VecDeque;

/// Most requests to one rank that wait for an answer, and so the most replies that a rank owes to
/// one other. Below 256, so that a number of one byte names them.
pub(super) const WINDOW: usize = 64;

/// A request that an answer is due to.
#[derive(Clone, Copy)]
pub(super) enum Waiting {
    /// A get, and where its bytes go.
    Data { call: CallId, dst: *mut u8, len: usize },
    /// A fetching atomic; `dst`, where not null, gets `width` bytes of the old value.
    Old { call: CallId, dst: *mut u8, width: usize },
    /// A token: the first `upto` operations on `segment` have taken effect when it comes back.
    Token { segment: u32, upto: u64 },
}

// SAFETY: `dst` is written by whoever holds the lock of the engine, as the caller of a get or of an
// atomic has allowed any thread to, until its call has ended.
unsafe impl Send for Waiting {}

/// An answer that has not been written yet.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    /// Bytes of a part, read when there is room for them.
    Data { segment: u32, offset: u64, len: usize },
    /// The old value of a word.
    Old(u64),
    /// To a token.
    Done,
    /// The segment is not open any more.
    Closed,
}

/// Another rank.
#[derive(Default)]
pub(super) struct Peer {
    /// Requests that are to be sent together, as bytes; at most `BATCH_BYTES`.
    pub(super) batch: Vec<u8>,
    /// The segment that `batch` selected last.
    pub(super) selected: Option<u32>,
    /// At most [`WINDOW`].
    pub(super) waiting: VecDeque<Waiting>,
    /// The number of the first of `waiting`.
    pub(super) oldest: u8,
    /// Answers to this rank with their numbers; at most [`WINDOW`].
    pub(super) answers: VecDeque<(u8, Answer)>,
    /// The number of its next request that wants an answer.
    pub(super) heard: u8,
    /// A message made of answers that there was no room for; empty if there is none.
    pub(super) sealed: Vec<u8>,
    /// Requests found no room, and are tried again until they do; answers must not take all that
    /// comes.
    pub(super) is_owed: bool,
    /// While that is so: how many messages of answers go first.
    pub(super) answers_first: u32,
    /// Whether it is in the list of those that something is to be sent to.
    pub(super) is_busy: bool,
    /// Whether the link watches it.
    pub(super) is_watched: bool,
    /// Why it is gone, if it is.
    pub(super) gone: Option<Fault>,
}

impl Peer {
    pub(super) fn has_answers(&self) -> bool {
        !self.sealed.is_empty() || !self.answers.is_empty()
    }

    /// Forgets everything, since nothing more will come or go; gives what was waited for.
    pub(super) fn lose(&mut self, fault: Fault) -> VecDeque<Waiting> {
        let lost = std::mem::take(self);
        self.is_busy = lost.is_busy;
        self.gone = Some(fault);
        lost.waiting
    }
}
