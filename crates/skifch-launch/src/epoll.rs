//! epoll with typed tokens.

use crate::sys::check;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// The descriptor that became ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Signals,
    /// A rank has ended.
    Exit(usize),
    /// A rank's PMI socket.
    Pmi(usize),
    /// A rank's stdout (2·rank) or stderr (2·rank + 1).
    Output(usize),
    /// The launcher's own stdout or stderr.
    Sink(usize),
    StdinSource,
    /// The write end of a rank's stdin.
    StdinSink(usize),
    /// An agent is connecting.
    Door,
    /// A peer that has not yet proved to be an agent.
    Knock(usize),
    /// The connection to an agent; in an agent, the connection to the launcher.
    Link(usize),
    /// The command that started an agent has ended.
    LaunchExit(usize),
    /// Output of that command on stdout (2·agent) and stderr (2·agent + 1).
    LaunchOutput(usize),
}

impl Token {
    fn pack(self) -> u64 {
        let (kind, index) = match self {
            Self::Signals => (0, 0),
            Self::Exit(index) => (1, index),
            Self::Pmi(index) => (2, index),
            Self::Output(index) => (3, index),
            Self::Sink(index) => (4, index),
            Self::StdinSource => (5, 0),
            Self::StdinSink(index) => (6, index),
            Self::Door => (7, 0),
            Self::Knock(index) => (8, index),
            Self::Link(index) => (9, index),
            Self::LaunchExit(index) => (10, index),
            Self::LaunchOutput(index) => (11, index),
        };
        kind << 32 | index as u64
    }

    fn unpack(packed: u64) -> Self {
        let index = (packed & 0xffff_ffff) as usize;
        match packed >> 32 {
            0 => Self::Signals,
            1 => Self::Exit(index),
            2 => Self::Pmi(index),
            3 => Self::Output(index),
            4 => Self::Sink(index),
            5 => Self::StdinSource,
            6 => Self::StdinSink(index),
            7 => Self::Door,
            8 => Self::Knock(index),
            9 => Self::Link(index),
            10 => Self::LaunchExit(index),
            _ => Self::LaunchOutput(index),
        }
    }
}

pub(crate) const READ: i32 = libc::EPOLLIN;
pub(crate) const WRITE: i32 = libc::EPOLLOUT;

#[derive(Debug)]
pub(crate) struct Epoll {
    fd: OwnedFd,
}

impl Epoll {
    pub(crate) fn new() -> io::Result<Self> {
        // SAFETY: no memory involved; the new descriptor gets its one owner here.
        let fd = check(unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) })?;
        // SAFETY: as above.
        Ok(Self { fd: unsafe { OwnedFd::from_raw_fd(fd) } })
    }

    pub(crate) fn add(&self, fd: RawFd, token: Token, events: i32) -> io::Result<()> {
        self.control(libc::EPOLL_CTL_ADD, fd, token, events)
    }

    pub(crate) fn modify(&self, fd: RawFd, token: Token, events: i32) -> io::Result<()> {
        self.control(libc::EPOLL_CTL_MOD, fd, token, events)
    }

    /// Also for descriptors that stay open elsewhere, for which closing is not enough.
    pub(crate) fn remove(&self, fd: RawFd) {
        let _ = self.control(libc::EPOLL_CTL_DEL, fd, Token::Signals, 0);
    }

    fn control(&self, what: i32, fd: RawFd, token: Token, events: i32) -> io::Result<()> {
        let mut event = libc::epoll_event { events: events.cast_unsigned(), u64: token.pack() };
        // SAFETY: reads one event of this frame; a bad descriptor is an error.
        check(unsafe { libc::epoll_ctl(self.fd.as_raw_fd(), what, fd, &raw mut event) }).map(|_| ())
    }

    /// Waits for events; none on timeout or if a signal interrupted the wait.
    pub(crate) fn wait(&self, limit: Option<Duration>) -> Vec<Token> {
        let mut events = [libc::epoll_event { events: 0, u64: 0 }; 64];
        // Rounded up, so that a timer has expired when the wait for it returns.
        let limit_ms = limit.map_or(-1, |limit| {
            i32::try_from(limit.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX)
        });
        // SAFETY: writes at most 64 events into this array.
        let count =
            unsafe { libc::epoll_wait(self.fd.as_raw_fd(), events.as_mut_ptr(), 64, limit_ms) };
        let count = usize::try_from(count).unwrap_or(0);
        events[..count].iter().map(|event| Token::unpack(event.u64)).collect()
    }
}
