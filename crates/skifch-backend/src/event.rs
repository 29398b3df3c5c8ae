//! An eventfd, through which a sleeping side is woken.

use crate::Error;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// A non-blocking eventfd, closed on exec.
#[derive(Debug)]
pub struct EventFd(OwnedFd);

impl EventFd {
    /// Creates an eventfd that is not readable yet.
    ///
    /// # Errors
    /// The error of `eventfd(2)`, usually that the process has no free descriptor.
    pub fn new() -> Result<Self, Error> {
        // SAFETY: takes numbers only.
        let fd = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
        if fd < 0 {
            return Err(Error::os("creating an eventfd"));
        }
        // SAFETY: the kernel has just given us this descriptor.
        Ok(Self(unsafe { OwnedFd::from_raw_fd(fd) }))
    }

    /// Makes it readable.
    #[cold]
    pub fn ring(&self) {
        let one = 1u64;
        // SAFETY: eight bytes of ours. A failure means that the counter is full: it rings already.
        unsafe { libc::write(self.0.as_raw_fd(), (&raw const one).cast(), 8) };
    }

    /// Makes it unreadable until the next ring.
    #[cold]
    pub fn drain(&self) {
        let mut count = 0u64;
        // SAFETY: eight bytes of ours. A failure means that it did not ring.
        unsafe { libc::read(self.0.as_raw_fd(), (&raw mut count).cast(), 8) };
    }
}

impl AsRawFd for EventFd {
    fn as_raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}
