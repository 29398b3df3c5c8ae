//! Receiving: one or many datagrams per call, each scattered over the caller's parts.

use super::call;
use crate::option::errno;
use crate::shortage::is_shortage;
use crate::{Addr, Arrival, Batch, Socket};
use skifch_backend::Error;
use skifch_backend::fork::Guarded;
use std::io::IoSliceMut;
use std::os::fd::AsRawFd;

/// As when sending: a pending ICMP error is returned instead of a datagram.
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
            if let Some(got) = receive(&self.fd, headers) {
                // SAFETY: the kernel has just filled that many.
                unsafe { batch.accept(got) };
                return Ok(got);
            }
            if is_empty()? {
                return Ok(0);
            }
        }
        Ok(0)
    }

    #[inline]
    pub(crate) fn recv_plain(&self, room: &mut [u8]) -> Result<Option<Arrival>, Error> {
        let (fd, flags) = (self.fd.as_raw_fd(), libc::MSG_DONTWAIT | libc::MSG_TRUNC);
        for _ in 0..TRIES {
            let (mut from, mut name_len) = (Addr::EMPTY, Addr::ROOM_BYTES);
            // SAFETY: the address is ours to write, and has the given length.
            let got = unsafe { call::recvfrom(fd, room, flags, from.as_mut_ptr(), &mut name_len) };
            if let Ok(got) = usize::try_from(got) {
                let bytes = got.min(room.len());
                let is_truncated = got > bytes;
                return Ok(Some(Arrival { from, bytes, segment_bytes: bytes, is_truncated }));
            }
            if is_empty()? {
                return Ok(None);
            }
        }
        Ok(None)
    }
}

/// Whether the call failed because nothing is pending. If not, the error concerns another datagram.
fn is_empty() -> Result<bool, Error> {
    match errno() {
        libc::EAGAIN | libc::EINTR => Ok(true),
        libc::EBADF | libc::EFAULT | libc::EINVAL | libc::ENOTSOCK => {
            Err(Error::os("receiving datagrams"))
        }
        errno if is_shortage(errno) => Err(Error::os("receiving datagrams")),
        _ => Ok(false),
    }
}

/// Number of headers filled; `None` on error.
#[inline]
fn receive(fd: &Guarded, headers: &mut [libc::mmsghdr]) -> Option<usize> {
    let (fd, flags) = (fd.as_raw_fd(), libc::MSG_DONTWAIT);
    if let [only] = headers {
        // `recvmsg` is cheaper than `recvmmsg` for one message, above all if none is pending.
        // SAFETY: its parts, name and control buffer live through the call.
        let bytes = unsafe { call::recvmsg(fd, &mut only.msg_hdr, flags) };
        only.msg_len = u32::try_from(bytes).ok()?;
        return Some(1);
    }
    // SAFETY: parts, names and control buffers live through the call.
    let got = unsafe { call::recvmmsg(fd, headers, flags) };
    usize::try_from(got).ok()
}
