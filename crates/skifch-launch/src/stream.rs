//! The launcher's end of a pipe from a rank.

use crate::output::Partial;
use crate::sys;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

/// One pipe of one rank. Gone when the other end is closed by all who had it.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) fd: OwnedFd,
    pub(crate) partial: Partial,
}

/// What a read gave.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Got {
    Bytes(usize),
    Nothing,
    End,
}

impl Stream {
    pub(crate) fn new(fd: OwnedFd) -> Self {
        Self { fd, partial: Partial::default() }
    }

    pub(crate) fn read(&self, chunk: &mut [u8]) -> Got {
        match sys::read(self.fd.as_raw_fd(), chunk) {
            Ok(0) => Got::End,
            Ok(count) => Got::Bytes(count),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Got::Nothing,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Got::Nothing,
            Err(_) => Got::End,
        }
    }
}
