//! Receiving: many datagrams in one call, each scattered over parts of the caller's.

use crate::option::errno;
use crate::{Batch, Socket};
use skifch_backend::Error;
use std::io::IoSliceMut;
use std::os::fd::AsRawFd;

/// As when sending: an error that ICMP reported comes instead of what is there.
const TRIES: usize = 4;

impl Socket {
    #[inline]
    pub(crate) fn recv_into(
        &self,
        batch: &mut Batch,
        parts: &mut [IoSliceMut<'_>],
    ) -> Result<usize, Error> {
        for _ in 0..TRIES {
            let headers = batch.prepare(parts)?;
            let (first, count) = (headers.as_mut_ptr(), headers.len() as u32);
            let (fd, flags) = (self.fd.as_raw_fd(), libc::MSG_DONTWAIT);
            // SAFETY: `count` headers; parts, names and control buffers live through the call.
            let got = unsafe { libc::recvmmsg(fd, first, count, flags, std::ptr::null_mut()) };
            if let Ok(got) = usize::try_from(got) {
                // SAFETY: the kernel has just filled that many.
                if let Some(dropped) = unsafe { batch.accept(got) } {
                    self.note_dropped(dropped);
                }
                return Ok(got);
            }
            match errno() {
                libc::EAGAIN | libc::EINTR => return Ok(0),
                libc::EBADF | libc::EFAULT | libc::EINVAL | libc::ENOTSOCK | libc::ENOMEM => {
                    return Err(Error::os("receiving datagrams"));
                }
                _ => {}
            }
        }
        Ok(0)
    }
}
