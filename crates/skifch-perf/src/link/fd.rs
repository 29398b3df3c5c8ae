//! Two processes connected by kernel objects: a pair of pipes, or a Unix socket.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use super::Link;
use crate::buffer::PageBuffer;

/// Maximum bytes per system call; the default capacity of a pipe.
const CHUNK_BYTES: usize = 64 * 1024;

/// The kind of descriptors that connect the two processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FdKind {
    /// Two pipes, one each way.
    Pipe,
    /// One `SOCK_SEQPACKET` Unix socket: it keeps message boundaries.
    Socket,
}

/// One end of a pair of pipes or of a socket. Calls block, so 0 is never returned.
pub struct FdLink {
    rank: u32,
    from: OwnedFd,
    to: OwnedFd,
    buffer: PageBuffer,
    frame_bytes: usize,
    frame_left: usize,
}

impl FdLink {
    /// Both ends, rank 0 first.
    ///
    /// # Errors
    /// When the kernel refuses the descriptors.
    pub fn pair(kind: FdKind) -> io::Result<(Self, Self)> {
        let ((from0, to0), (from1, to1)) = match kind {
            FdKind::Pipe => {
                let (read_a, write_a) = fd_pair(|fds| {
                    // SAFETY: `fds` points to two ints, as pipe2 wants.
                    unsafe { libc::pipe2(fds, libc::O_CLOEXEC) }
                })?;
                let (read_b, write_b) = fd_pair(|fds| {
                    // SAFETY: as above.
                    unsafe { libc::pipe2(fds, libc::O_CLOEXEC) }
                })?;
                ((read_a, write_b), (read_b, write_a))
            }
            FdKind::Socket => {
                let (end0, end1) = fd_pair(|fds| {
                    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
                    // SAFETY: `fds` points to two ints, as socketpair wants.
                    unsafe { libc::socketpair(libc::AF_UNIX, kind, 0, fds) }
                })?;
                ((end0.try_clone()?, end0), (end1.try_clone()?, end1))
            }
        };
        Ok((Self::new(0, from0, to0), Self::new(1, from1, to1)))
    }

    fn new(rank: u32, from: OwnedFd, to: OwnedFd) -> Self {
        Self { rank, from, to, buffer: PageBuffer::new(CHUNK_BYTES), frame_bytes: 1, frame_left: 1 }
    }

    fn read(&mut self, to: Option<&mut [u8]>) -> io::Result<usize> {
        let place = to.unwrap_or(&mut self.buffer);
        let most = place.len().min(self.frame_left).min(CHUNK_BYTES);
        // SAFETY: the first `most` bytes of `place` are ours to write.
        let got = unsafe { libc::read(self.from.as_raw_fd(), place.as_mut_ptr().cast(), most) };
        let got = counted(got)?;
        if got == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.frame_left -= got;
        if self.frame_left == 0 {
            self.frame_left = self.frame_bytes;
        }
        Ok(got)
    }
}

impl Link for FdLink {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        2
    }

    fn barrier(&mut self) -> io::Result<()> {
        let kept = (self.frame_bytes, self.frame_left);
        self.frame(1);
        self.try_send(1 - self.rank, &[1])?;
        self.try_recv()?;
        (self.frame_bytes, self.frame_left) = kept;
        Ok(())
    }

    #[inline]
    fn try_send(&mut self, _dst: u32, bytes: &[u8]) -> io::Result<usize> {
        let most = bytes.len().min(CHUNK_BYTES);
        // SAFETY: the first `most` bytes of `bytes` are readable.
        counted(unsafe { libc::write(self.to.as_raw_fd(), bytes.as_ptr().cast(), most) })
    }

    #[inline]
    fn try_recv(&mut self) -> io::Result<usize> {
        self.read(None)
    }

    #[inline]
    fn try_recv_into(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.read(Some(to))
    }

    fn wait(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn frame(&mut self, bytes: usize) {
        (self.frame_bytes, self.frame_left) = (bytes, bytes);
    }
}

/// Converts the result of a read or write to a byte count.
fn counted(result: isize) -> io::Result<usize> {
    usize::try_from(result).map_err(|_| io::Error::last_os_error())
}

fn fd_pair(make: impl FnOnce(*mut libc::c_int) -> libc::c_int) -> io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [-1; 2];
    if make(fds.as_mut_ptr()) != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call succeeded, so both are open and nobody else owns them.
    Ok(unsafe { (OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])) })
}
