//! Standard input of the ranks.
//!
//! One rank that reads from a file or pipe simply inherits it, so it takes no more than it
//! reads. A terminal cannot be inherited (ranks live in background process groups and would be
//! stopped), and input for all ranks must be copied: then the launcher pumps.

use crate::epoll::{Epoll, READ, Token, WRITE};
use crate::options::Stdin;
use crate::sys;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// Where rank `rank` gets its standard input from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Nothing,
    Inherited,
    Pumped,
}

pub(crate) fn source(stdin: Stdin, rank: usize) -> Source {
    let chosen = match stdin {
        Stdin::None => false,
        Stdin::All => true,
        Stdin::Rank(wanted) => wanted as usize == rank,
    };
    match (chosen, sys::is_terminal(0)) {
        (false, _) => Source::Nothing,
        (true, true) if !sys::is_foreground(0) => Source::Nothing,
        (true, false) if stdin != Stdin::All => Source::Inherited,
        (true, _) => Source::Pumped,
    }
}

/// Copies our standard input to the pipes of some ranks.
#[derive(Debug, Default)]
pub(crate) struct Pump {
    targets: Vec<Target>,
    ended: bool,
    reading: bool,
    /// A plain file: epoll has no say and no need.
    always_ready: bool,
}

#[derive(Debug)]
struct Target {
    pipe: Option<OwnedFd>,
    queue: Vec<u8>,
    waiting: bool,
}

const SOURCE: RawFd = 0;

impl Pump {
    pub(crate) fn add(&mut self, pipe: OwnedFd) {
        self.targets.push(Target { pipe: Some(pipe), queue: Vec::new(), waiting: false });
    }

    /// Begins, or goes on after all targets have taken what they were given.
    pub(crate) fn start(&mut self, epoll: &Epoll) {
        let wanted = !self.ended && self.targets.iter().any(|target| target.pipe.is_some());
        let idle = self.targets.iter().all(|target| target.queue.is_empty());
        if !wanted || !idle || self.reading {
            return;
        }
        match epoll.add(SOURCE, Token::StdinSource, READ) {
            Ok(()) => self.reading = true,
            Err(e) if e.raw_os_error() == Some(libc::EPERM) => self.always_ready = true,
            Err(_) => self.end(),
        }
    }

    /// Whether [`Pump::read`] should be called without waiting for an event.
    pub(crate) fn is_ready(&self) -> bool {
        self.always_ready && !self.ended && self.targets.iter().all(|t| t.queue.is_empty())
    }

    /// Our standard input has something, or has ended.
    pub(crate) fn read(&mut self, epoll: &Epoll) {
        let mut chunk = [0; 16 * 1024];
        match sys::read(SOURCE, &mut chunk) {
            Ok(count @ 1..) => {
                for target in self.targets.iter_mut().filter(|target| target.pipe.is_some()) {
                    target.queue.extend_from_slice(&chunk[..count]);
                }
                (0..self.targets.len()).for_each(|index| self.write(epoll, index));
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
            Ok(_) | Err(_) => self.end(),
        }
        let busy = self.targets.iter().any(|target| !target.queue.is_empty());
        let useless = self.targets.iter().all(|target| target.pipe.is_none());
        if self.reading && (busy || useless || self.ended) {
            epoll.remove(SOURCE);
            self.reading = false;
        }
    }

    /// Gives a target what it takes now. A rank that does not read any more loses the rest.
    pub(crate) fn write(&mut self, epoll: &Epoll, index: usize) {
        let ended = self.ended;
        let Some(target) = self.targets.get_mut(index) else { return };
        let Some(fd) = target.pipe.as_ref().map(AsRawFd::as_raw_fd) else { return };
        match sys::write(fd, &target.queue) {
            Ok(count) => drop(target.queue.drain(..count)),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return target.close(),
        }
        if target.queue.is_empty() && ended {
            return target.close();
        }
        if target.waiting == target.queue.is_empty() {
            target.waiting = !target.queue.is_empty();
            if target.waiting {
                let _ = epoll.add(fd, Token::StdinSink(index), WRITE);
            } else {
                epoll.remove(fd);
            }
        }
        self.start(epoll);
    }

    /// No rank reads any more.
    pub(crate) fn stop(&mut self, epoll: &Epoll) {
        if std::mem::take(&mut self.reading) {
            epoll.remove(SOURCE);
        }
        self.ended = true;
        self.targets.clear();
    }

    /// The ranks see the end of input once they have read what is queued.
    fn end(&mut self) {
        self.ended = true;
        for target in self.targets.iter_mut().filter(|target| target.queue.is_empty()) {
            target.close();
        }
    }
}

impl Target {
    fn close(&mut self) {
        self.pipe = None;
        self.queue.clear();
    }
}
