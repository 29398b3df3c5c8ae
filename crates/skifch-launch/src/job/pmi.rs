//! The ranks' PMI sockets: bytes to the server, replies back.

use super::Job;
use crate::epoll::{Epoll, READ, Token, WRITE};
use crate::sys;
use skifch_boot::server::Action;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::{Duration, Instant};

/// How long a rank may live on without its socket before the others are told that it is gone.
pub(super) const HANGUP_WAIT: Duration = Duration::from_millis(200);

/// Our end of a rank's socket with the replies it has not taken yet.
#[derive(Debug)]
pub(super) struct End {
    fd: OwnedFd,
    out: Vec<u8>,
}

impl End {
    pub(super) fn new(fd: OwnedFd) -> Self {
        Self { fd, out: Vec::new() }
    }

    /// Sends what the rank takes. While it does not take its replies it is not listened to, so
    /// a rank that only asks cannot make us store answers without end.
    fn flush(&mut self, epoll: &Epoll, rank: usize) {
        let had = self.out.len();
        while !self.out.is_empty() {
            match sys::send(self.fd.as_raw_fd(), &self.out) {
                Ok(count) => drop(self.out.drain(..count)),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // Its end is closed; the next read says so.
                Err(_) => self.out.clear(),
            }
        }
        let (blocked, was_blocked) = (!self.out.is_empty(), had > 0);
        if blocked || was_blocked {
            let events = if blocked { WRITE } else { READ };
            let _ = epoll.modify(self.fd.as_raw_fd(), Token::Pmi(rank), events);
        }
    }
}

impl Job {
    pub(super) fn pmi_ready(&mut self, rank: usize) {
        if let Some(end) = &mut self.ranks[rank].pmi
            && !end.out.is_empty()
        {
            end.flush(&self.epoll, rank);
            return;
        }
        self.read_pmi(rank);
    }

    /// What a rank said before it ended.
    pub(super) fn drain_pmi(&mut self, rank: usize) {
        while self.read_pmi(rank) {}
    }

    /// One read; `false` when there is nothing (more).
    fn read_pmi(&mut self, rank: usize) -> bool {
        let Some(end) = &self.ranks[rank].pmi else { return false };
        let mut chunk = [0; 16 * 1024];
        match sys::read(end.fd.as_raw_fd(), &mut chunk) {
            Ok(count @ 1..) => {
                let actions = self.server.feed(number(rank), &chunk[..count]);
                self.act(actions);
                true
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => false,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => true,
            Ok(_) | Err(_) => {
                let state = &mut self.ranks[rank];
                state.pmi = None;
                state.hung_up = Some(Instant::now());
                false
            }
        }
    }

    /// The rank will say nothing more: whoever waits for it is told. A socket that has ended is
    /// most often the first sign of a process that ends, and how that ends is to be known
    /// before others fail because of it; so this comes after the process's end, or a while
    /// after the socket's.
    pub(super) fn rank_gone(&mut self, rank: usize) {
        let state = &mut self.ranks[rank];
        (state.pmi, state.hung_up) = (None, None);
        let actions = self.server.gone(number(rank));
        self.act(actions);
    }

    fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Reply { rank, text } => {
                    let rank = rank as usize;
                    if let Some(end) = &mut self.ranks[rank].pmi {
                        let blocked = !end.out.is_empty();
                        end.out.extend_from_slice(text.as_bytes());
                        if !blocked {
                            end.flush(&self.epoll, rank);
                        }
                    }
                }
                Action::Abort { rank, code, message } => {
                    self.rank_aborted(rank as usize, code, &message);
                }
                Action::Fault { rank, what } if self.options.verbose => {
                    say!("rank {rank}: PMI: {what}");
                }
                Action::Fault { .. } => {}
            }
        }
    }
}

fn number(rank: usize) -> u32 {
    u32::try_from(rank).unwrap_or(u32::MAX)
}
