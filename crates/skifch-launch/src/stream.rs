//! The launcher's end of a pipe from a rank.

use crate::epoll::{Epoll, READ, Token};
use crate::error::LaunchError;
use crate::output::Partial;
use crate::sys;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// A larger pipe means fewer switches between rank and launcher; the sum per user is limited.
/// No pipe holds more: what is read beyond this was written after the reading began.
pub(crate) const PIPE_BYTES_MAX: usize = 256 * 1024;
const LARGE_PIPES_MAX: usize = 64;

/// One stream of one rank. It ends when all holders of the other end have closed it.
#[derive(Debug)]
pub(crate) struct Stream {
    source: Source,
    pub(crate) partial: Partial,
}

#[derive(Debug)]
enum Source {
    Pipe(OwnedFd),
    /// Sent by the agent of another host; written to this file, if there is one.
    Away(Option<File>),
}

/// The result of a read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Got {
    Bytes(usize),
    Nothing,
    End,
}

impl Got {
    /// For a non-blocking descriptor.
    pub(crate) fn of(read: io::Result<usize>) -> Self {
        match read {
            Ok(0) => Self::End,
            Ok(count) => Self::Bytes(count),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Self::Nothing,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Self::Nothing,
            Err(_) => Self::End,
        }
    }
}

impl Stream {
    /// A pipe with the token `Token::Output(index)`, and the rank's end of it.
    pub(crate) fn pipe(epoll: &Epoll, index: usize) -> Result<(Self, OwnedFd), LaunchError> {
        let system = |e: io::Error| LaunchError::system("pipe for output", &e);
        let (read, write) = sys::pipe().map_err(system)?;
        sys::set_nonblocking(&read).map_err(system)?;
        if index < LARGE_PIPES_MAX {
            sys::grow_pipe(&read, PIPE_BYTES_MAX as i32);
        }
        epoll.add(read.as_raw_fd(), Token::Output(index), READ).map_err(system)?;
        Ok((Self { source: Source::Pipe(read), partial: Partial::default() }, write))
    }

    /// The stream of a rank on another host.
    pub(crate) fn away(file: Option<File>) -> Self {
        Self { source: Source::Away(file), partial: Partial::default() }
    }

    /// The descriptor of the pipe.
    pub(crate) fn fd(&self) -> Option<RawFd> {
        match &self.source {
            Source::Pipe(fd) => Some(fd.as_raw_fd()),
            Source::Away(_) => None,
        }
    }

    /// The file that all output goes to.
    pub(crate) fn file(&mut self) -> Option<&mut File> {
        match &mut self.source {
            Source::Away(file) => file.as_mut(),
            Source::Pipe(_) => None,
        }
    }

    pub(crate) fn read(&self, chunk: &mut [u8]) -> Got {
        let Some(fd) = self.fd() else { return Got::Nothing };
        Got::of(sys::read(fd, chunk))
    }
}
