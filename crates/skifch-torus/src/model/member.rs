//! A rank as the model sees it.

use super::access::Remote;
use super::channel::Channel;
use super::join;
use crate::layout::{SEATS, rank};
use crate::memory::Map;
use crate::ring::Ring;
use crate::seat::{Answer, Ask, Kind};
use crate::{futex, socket};
use skifch_backend::Error;
use std::collections::HashMap;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::atomic::Ordering::Acquire;

/// A question that is not answered.
pub(super) struct Question {
    pub(super) ask: Ask,
    /// When it will be answered, as far as is known now.
    pub(super) due: u64,
    /// Up to when it must be known what all ranks receive, for that to be certain.
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
    /// Bytes of its ring that were read.
    pub(super) head: u64,
    /// Questions that were seen.
    pub(super) posts: u64,
    /// Threads that ceased to run outside of calls, and that began to beside another.
    pub(super) exits: u64,
    pub(super) joins: u64,
    pub(super) seen: [u32; SEATS],
    /// As many as seats were ever taken.
    pub(super) questions: Vec<Option<Question>>,
    /// When the first of them will be answered.
    pub(super) due: u64,
    /// Threads that may say something at any time.
    pub(super) running: u32,
    /// They say nothing before.
    pub(super) clock: u64,
    /// The last round of polls in vain in which it took part.
    pub(super) round: u64,
    pub(super) has_left: bool,
    /// The sum over its calls, when it has left.
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
            questions: Vec::new(),
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

    /// The first time at which it may say something that the model does not know of.
    pub(super) fn least(&self) -> u64 {
        match self.running {
            _ if self.has_left => u64::MAX,
            0 => self.due,
            _ => self.clock.min(self.due),
        }
    }

    /// Whether it has put a question that was not seen.
    pub(super) fn has_news(&self) -> bool {
        // SYNC post: pairs with the release store of the rank.
        self.own.word(rank::POSTS).load(Acquire) != self.posts
    }

    /// Whether it has said something that nobody waits for: that a thread is there although it was
    /// not taken to be running, or not there any more.
    pub(super) fn is_urgent(&self) -> bool {
        let exits = self.own.word(rank::EXITS).load(Acquire);
        self.running == 0 && self.has_news() || exits != self.exits
    }

    /// Whether it ends the job, as the program wants it.
    pub(super) fn is_ending(&self) -> bool {
        // SYNC ending: pairs with the release in `ending` of the rank's domain.
        self.own.word(rank::ENDING).load(Acquire) != 0
    }

    /// Whether its process has ended.
    pub(super) fn is_gone(&self) -> bool {
        socket::is_over(self.socket.as_raw_fd())
    }

    pub(super) fn put(&mut self, seat: usize, question: Question) {
        if self.questions.len() <= seat {
            self.questions.resize_with(seat + 1, || None);
        }
        self.questions[seat] = Some(question);
        self.update_due();
    }

    /// When all its questions will be answered, again.
    pub(super) fn update_due(&mut self) {
        let due = self.questions.iter().flatten().map(|question| question.due);
        self.due = due.min().unwrap_or(u64::MAX);
    }

    /// The clock at which it waits for the others, if it does.
    pub(super) fn meets_at(&self) -> Option<u64> {
        let asks = self.questions.iter().flatten().map(|question| &question.ask);
        asks.filter(|ask| ask.kind == Kind::Meet).map(|ask| ask.clock).max()
    }

    /// Wakes all of its threads that wait.
    pub(super) fn wake_all(&self, answers: &Map) {
        for seat in 0..SEATS {
            futex::wake(answers.half(Answer::place(self.number, seat)));
        }
    }

    /// Whether its process has more threads than one, or that is not known.
    pub(super) fn has_threads(&self) -> bool {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.pid));
        self.pid <= 0 || tasks.map_or(true, |tasks| tasks.count() != 1)
    }
}
