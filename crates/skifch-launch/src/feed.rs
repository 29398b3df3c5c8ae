//! The write end of a rank's standard input.

use crate::epoll::{Epoll, Token, WRITE};
use crate::sys;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

/// A pipe with the data that the rank has not read yet.
#[derive(Debug)]
pub(crate) struct Feed {
    pipe: Option<OwnedFd>,
    queue: Vec<u8>,
    token: Token,
    waiting: bool,
    ended: bool,
}

impl Feed {
    /// The pipe is non-blocking.
    pub(crate) fn new(pipe: OwnedFd, token: Token) -> Self {
        Self { pipe: Some(pipe), queue: Vec::new(), token, waiting: false, ended: false }
    }

    /// Whether the rank may still read.
    pub(crate) fn is_open(&self) -> bool {
        self.pipe.is_some()
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if self.is_open() {
            self.queue.extend_from_slice(bytes);
        }
    }

    /// No more data: the rank sees the end of file once it has read what is queued.
    pub(crate) fn end(&mut self) {
        self.ended = true;
        if self.is_idle() {
            self.close();
        }
    }

    /// Writes as much as the rank's pipe accepts now and returns that amount. If the rank no longer
    /// reads, the rest is discarded.
    pub(crate) fn write(&mut self, epoll: &Epoll) -> usize {
        let Some(fd) = self.pipe.as_ref().map(AsRawFd::as_raw_fd) else { return 0 };
        let count = match sys::write(fd, &self.queue) {
            Ok(count) => count,
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => 0,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => 0,
            Err(_) => {
                self.close();
                return 0;
            }
        };
        self.queue.drain(..count);
        if self.is_idle() && self.ended {
            self.close();
        } else if self.waiting == self.is_idle() {
            self.waiting = !self.is_idle();
            if self.waiting {
                let _ = epoll.add(fd, self.token, WRITE);
            } else {
                epoll.remove(fd);
            }
        }
        count
    }

    fn close(&mut self) {
        self.pipe = None;
        self.queue.clear();
    }
}
