//! The launcher's own stdout and stderr, written without ever blocking the loop.
//!
//! The reader may be slow, stopped or gone, and the launcher still has to serve its ranks and
//! signals. The open file description is shared with other programs (the shell), so its flags must
//! not be changed: a pipe or terminal is opened a second time, non-blocking, through `/proc`; a
//! socket is written with MSG_DONTWAIT; a regular file never blocks.

use crate::epoll::{Epoll, Token, WRITE};
use crate::sys;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::fs::OpenOptionsExt;

/// If more than this is queued, ranks are not read from until it has drained.
const HIGH_BYTES: usize = 1 << 20;
/// What a writable pipe accepts without blocking.
const SAFE_CHUNK_BYTES: usize = 4096;

#[derive(Debug)]
enum Kind {
    File,
    Socket,
    /// A second, non-blocking descriptor.
    Own(OwnedFd),
    /// It could not be opened again: written in small chunks when epoll reports it writable.
    Shared,
}

#[derive(Debug)]
pub(crate) struct Sink {
    fd: RawFd,
    kind: Kind,
    token: Token,
    pub(crate) queue: Vec<u8>,
    written: usize,
    /// The reader is gone, or writing fails; all further output is discarded.
    closed: bool,
    /// The reader of a pipe or socket is gone: a program that wrote there itself would get SIGPIPE.
    pub(crate) hung_up: bool,
    /// Output was lost although its reader is still there.
    pub(crate) failed: bool,
    waiting: bool,
}

impl Sink {
    pub(crate) fn new(fd: RawFd, index: usize) -> Self {
        let kind = match sys::stat(fd).map(|stat| stat.st_mode & libc::S_IFMT) {
            Some(libc::S_IFSOCK) => Kind::Socket,
            Some(libc::S_IFIFO | libc::S_IFCHR) => open_again(fd).map_or(Kind::Shared, Kind::Own),
            _ => Kind::File,
        };
        let token = Token::Sink(index);
        let (queue, closed, hung_up, failed, waiting) = (Vec::new(), false, false, false, false);
        Self { fd, kind, token, queue, written: 0, closed, hung_up, failed, waiting }
    }

    /// Nothing is queued.
    pub(crate) fn is_idle(&self) -> bool {
        self.closed || self.written == self.queue.len()
    }

    /// Ranks should not be read from now.
    pub(crate) fn is_full(&self) -> bool {
        !self.closed && self.queue.len() - self.written > HIGH_BYTES
    }

    /// Writes what can be written now; asks `epoll` for the rest.
    pub(crate) fn flush(&mut self, epoll: &Epoll, ready: bool) {
        let mut may_write = ready || !matches!(self.kind, Kind::Shared);
        while !self.is_idle() && may_write {
            match self.write() {
                Ok(count) => self.written += count,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => self.close(&e),
            }
            may_write = !matches!(self.kind, Kind::Shared);
        }
        if self.is_idle() {
            self.queue.clear();
            self.written = 0;
        } else if self.written > HIGH_BYTES {
            self.queue.drain(..self.written);
            self.written = 0;
        }
        self.wait(epoll, !self.is_idle());
    }

    /// A reader that has closed its end does not want the rest, and neither does a user who closed
    /// the terminal of a job that continues without it. A full disk is an error.
    fn close(&mut self, error: &io::Error) {
        let errno = error.raw_os_error();
        self.closed = true;
        self.hung_up = matches!(errno, Some(libc::EPIPE | libc::ECONNRESET));
        if !self.hung_up && errno != Some(libc::EIO) {
            self.failed = true;
            let name = if self.token == Token::Sink(0) { "stdout" } else { "stderr" };
            say!("writing the ranks' output to {name}: {error}; the rest is discarded");
        }
    }

    fn write(&self) -> io::Result<usize> {
        let rest = &self.queue[self.written..];
        match &self.kind {
            Kind::File => sys::write(self.fd, rest),
            Kind::Socket => sys::send(self.fd, rest),
            Kind::Own(fd) => sys::write(fd.as_raw_fd(), rest),
            Kind::Shared => sys::write(self.fd, &rest[..rest.len().min(SAFE_CHUNK_BYTES)]),
        }
    }

    fn wait(&mut self, epoll: &Epoll, wanted: bool) {
        let fd = if let Kind::Own(fd) = &self.kind { fd.as_raw_fd() } else { self.fd };
        if wanted && !self.waiting {
            // If epoll does not support the file (a device without poll), discard rather than
            // block.
            self.closed |= epoll.add(fd, self.token, WRITE).is_err();
        } else if !wanted && self.waiting {
            epoll.remove(fd);
        }
        self.waiting = wanted;
    }
}

fn open_again(fd: RawFd) -> Option<OwnedFd> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    options.open(format!("/proc/self/fd/{fd}")).ok().map(Into::into)
}
