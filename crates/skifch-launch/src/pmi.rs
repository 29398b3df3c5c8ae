//! The launcher's end of a rank's PMI socket.

use crate::epoll::{Epoll, READ, Token, WRITE};
use crate::stream::Got;
use crate::sys;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;

/// How long a rank may live without its socket before other ranks are told that it is gone.
pub(crate) const HANGUP_WAIT: Duration = Duration::from_millis(200);

/// The maximum size of one read: lines are short, and the buffer is on the stack, which may be
/// small.
pub(crate) const CHUNK_BYTES: usize = 4096;

/// The socket with the replies that the rank has not read yet.
#[derive(Debug)]
pub(crate) struct End {
    fd: OwnedFd,
    token: Token,
    out: Vec<u8>,
}

impl End {
    /// The socket is non-blocking.
    pub(crate) fn new(fd: OwnedFd, epoll: &Epoll, token: Token) -> io::Result<Self> {
        epoll.add(fd.as_raw_fd(), token, READ)?;
        Ok(Self { fd, token, out: Vec::new() })
    }

    /// Whether replies are queued.
    pub(crate) fn is_blocked(&self) -> bool {
        !self.out.is_empty()
    }

    /// Sends a reply, or queues it behind others.
    pub(crate) fn reply(&mut self, epoll: &Epoll, bytes: &[u8]) {
        let blocked = self.is_blocked();
        self.out.extend_from_slice(bytes);
        if !blocked {
            self.send(epoll, false);
        }
    }

    /// The socket may be writable again.
    pub(crate) fn flush(&mut self, epoll: &Epoll) {
        self.send(epoll, true);
    }

    /// Sends what the socket accepts. A rank that does not read its replies is not read from, so
    /// that a rank which only sends requests cannot make the launcher store replies without limit.
    fn send(&mut self, epoll: &Epoll, was_blocked: bool) {
        while !self.out.is_empty() {
            match sys::send(self.fd.as_raw_fd(), &self.out) {
                Ok(count) => drop(self.out.drain(..count)),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // The other end is closed; the next read reports it.
                Err(_) => self.out.clear(),
            }
        }
        if self.is_blocked() != was_blocked {
            let events = if self.is_blocked() { WRITE } else { READ };
            let _ = epoll.modify(self.fd.as_raw_fd(), self.token, events);
        }
    }

    /// Performs one read.
    pub(crate) fn read(&self, chunk: &mut [u8]) -> Got {
        Got::of(sys::read(self.fd.as_raw_fd(), chunk))
    }
}
