//! A rank as the model sees it.

use super::access::Remote;
use super::channel::Channel;
use super::join;
use crate::layout::{SEATS, rank};
use crate::memory::Map;
use crate::ring::Ring;
use crate::seat::{Answer, Kind, Query};
use crate::{futex, socket};
use skifch_backend::Error;
use std::collections::HashMap;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::atomic::Ordering::Acquire;

/// A query that is not answered yet.
pub(super) struct PendingQuery {
    pub(super) query: Query,
    /// When it will be answered, as far as is known now.
    pub(super) due: u64,
    /// Time up to which all receptions must be known for `due` to be certain.
    pub(super) needs: u64,
}

/// One rank.
pub(super) struct Member {
    pub(super) number: usize,
    pub(super) pid: libc::pid_t,
    pub(super) socket: OwnedFd,
    pub(super) own_fd: OwnedFd,
    pub(super) inbox: OwnedFd,
    pub(super) own: Map,
    pub(super) ring: Ring,
    /// Bytes of its ring that have been read.
    pub(super) head: u64,
    /// Number of queries read.
    pub(super) posts: u64,
    /// Threads that stopped running outside of calls, and threads that started beside another.
    pub(super) exits: u64,
    pub(super) joins: u64,
    pub(super) seen: [u32; SEATS],
    /// By seat; as long as the highest seat used so far.
    pub(super) queries: Vec<Option<PendingQuery>>,
    /// When the first of the queries will be answered.
    pub(super) due: u64,
    /// Threads that may act at any time.
    pub(super) running: u32,
    /// They do nothing before this time.
    pub(super) clock: u64,
    /// The last round of unsuccessful polls in which it took part.
    pub(super) round: u64,
    pub(super) has_left: bool,
    /// The hash over its calls, once it has left.
    pub(super) trace: u64,
    pub(super) channels: HashMap<u32, Channel>,
    pub(super) remote: Remote,
}

impl Member {
    pub(super) fn new(number: usize, socket: OwnedFd) -> Result<Self, Error> {
        let (own_fd, own, inbox) = join::memory()?;
        // SAFETY: the ring lies in the mapping, which is kept beside it.
        let ring = unsafe { Ring::new(own.part(rank::RING, rank::RING_BYTES), rank::RING_BYTES) };
        Ok(Self {
            number,
            pid: socket::peer(&socket)?.pid,
            socket,
            own_fd,
            inbox,
            own,
            ring,
            head: 0,
            posts: 0,
            exits: 0,
            joins: 0,
            seen: [0; SEATS],
            queries: Vec::new(),
            due: u64::MAX,
            running: 1,
            clock: 0,
            round: 0,
            has_left: false,
            trace: 0,
            channels: HashMap::new(),
            remote: Remote::default(),
        })
    }

    /// The first time at which it may do something that the model does not know yet.
    pub(super) fn least(&self) -> u64 {
        match self.running {
            _ if self.has_left => u64::MAX,
            0 => self.due,
            _ => self.clock.min(self.due),
        }
    }

    /// Whether it has posted a query that has not been read.
    pub(super) fn has_news(&self) -> bool {
        // SYNC post: pairs with the release store of the rank.
        self.own.word(rank::POSTS).load(Acquire) != self.posts
    }

    /// Whether it has written something that the model does not wait for: that a thread entered
    /// while none was counted as running, or that one no longer runs.
    pub(super) fn is_urgent(&self) -> bool {
        let exits = self.own.word(rank::EXITS).load(Acquire);
        self.running == 0 && self.has_news() || exits != self.exits
    }

    /// Whether it is ending the job deliberately.
    pub(super) fn is_ending(&self) -> bool {
        // SYNC ending: pairs with the release in `ending` of the rank's domain.
        self.own.word(rank::ENDING).load(Acquire) != 0
    }

    /// Whether its process has ended.
    pub(super) fn is_gone(&self) -> bool {
        socket::is_over(self.socket.as_raw_fd())
    }

    pub(super) fn put(&mut self, seat: usize, pending: PendingQuery) {
        if self.queries.len() <= seat {
            self.queries.resize_with(seat + 1, || None);
        }
        self.queries[seat] = Some(pending);
        self.update_due();
    }

    /// Recomputes when the first of its queries will be answered.
    pub(super) fn update_due(&mut self) {
        let due = self.queries.iter().flatten().map(|pending| pending.due);
        self.due = due.min().unwrap_or(u64::MAX);
    }

    /// Its clock at the barrier in which it waits, if it does.
    pub(super) fn meets_at(&self) -> Option<u64> {
        let queries = self.queries.iter().flatten().map(|pending| &pending.query);
        queries.filter(|query| query.kind == Kind::Meet).map(|query| query.clock).max()
    }

    /// Wakes all its waiting threads.
    pub(super) fn wake_all(&self, answers: &Map) {
        for seat in 0..SEATS {
            futex::wake(answers.half(Answer::place(self.number, seat)));
        }
    }

    /// Whether its process has more than one thread, or that is unknown.
    pub(super) fn has_threads(&self) -> bool {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.pid));
        self.pid <= 0 || tasks.map_or(true, |tasks| tasks.count() != 1)
    }
}
