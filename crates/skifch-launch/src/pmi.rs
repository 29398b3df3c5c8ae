//! Our end of a rank's PMI socket.

use crate::epoll::{Epoll, READ, Token, WRITE};
use crate::stream::Got;
use crate::sys;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;

/// How long a rank may live on without its socket before the others are told that it is gone.
pub(crate) const HANGUP_WAIT: Duration = Duration::from_millis(200);

/// At most so much is read at once: lines are short. It lies on the stack, which may be small.
pub(crate) const CHUNK_BYTES: usize = 4096;

/// The socket with the replies that the rank has not taken yet.
#[derive(Debug)]
pub(crate) struct End {
    fd: OwnedFd,
    token: Token,
    out: Vec<u8>,
}

impl End {
    /// The socket does not wait.
    pub(crate) fn new(fd: OwnedFd, epoll: &Epoll, token: Token) -> io::Result<Self> {
        epoll.add(fd.as_raw_fd(), token, READ)?;
        Ok(Self { fd, token, out: Vec::new() })
    }

    /// Whether replies wait to be taken.
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

    /// The rank may take replies again.
    pub(crate) fn flush(&mut self, epoll: &Epoll) {
        self.send(epoll, true);
    }

    /// Sends what the rank takes. While it does not take its replies it is not listened to, so
    /// a rank that only asks cannot make us store answers without end.
    fn send(&mut self, epoll: &Epoll, was_blocked: bool) {
        while !self.out.is_empty() {
            match sys::send(self.fd.as_raw_fd(), &self.out) {
                Ok(count) => drop(self.out.drain(..count)),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // Its end is closed; the next read says so.
                Err(_) => self.out.clear(),
            }
        }
        if self.is_blocked() != was_blocked {
            let events = if self.is_blocked() { WRITE } else { READ };
            let _ = epoll.modify(self.fd.as_raw_fd(), self.token, events);
        }
    }

    /// One read of what the rank says.
    pub(crate) fn read(&self, chunk: &mut [u8]) -> Got {
        Got::of(sys::read(self.fd.as_raw_fd(), chunk))
    }
}
