//! Reports about datagrams that were sent: ICMP messages and local errors, read from the socket's
//! error queue (`IP_RECVERR`).

use crate::Addr;
use crate::control::{self, Control};
use crate::option::errno;
use skifch_backend::Error;
use std::os::fd::{AsRawFd, OwnedFd};

/// A report about a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its destination. The port is 0 if this host itself refused it: the report then holds for all
    /// ports.
    pub to: Addr,
    /// What happened to it.
    pub what: What,
}

/// What happened to a datagram. Anybody on the path can forge these reports: they are hints, never
/// proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The host is up, but no process owns the port.
    Refused,
    /// Larger than the path MTU.
    TooBig {
        /// The path MTU in bytes, including IP and UDP headers.
        mtu_bytes: u32,
    },
    /// It cannot be delivered; the errno says why.
    Unreachable(i32),
}

/// The next report, if any.
pub(crate) fn next(fd: &OwnedFd) -> Result<Option<Event>, Error> {
    loop {
        let mut to = Addr::EMPTY;
        let mut control = Control::EMPTY;
        // SAFETY: a message header is plain integers and pointers, for which zero is a value.
        let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
        message.msg_name = to.as_mut_ptr().cast();
        message.msg_namelen = Addr::ROOM_BYTES;
        message.msg_control = control.as_mut_ptr();
        message.msg_controllen = Control::BYTES;
        // The kernel also offers the original datagram; it is not needed, so no buffer is given for
        // it.
        let flags = libc::MSG_ERRQUEUE | libc::MSG_DONTWAIT;
        // SAFETY: the header points to an address and a buffer that live through the call.
        if unsafe { libc::recvmsg(fd.as_raw_fd(), &raw mut message, flags) } < 0 {
            return match errno() {
                libc::EAGAIN | libc::EINTR => Ok(None),
                _ => Err(Error::os("reading the error queue of a UDP socket")),
            };
        }
        // SAFETY: the kernel has just filled the header, and the buffer is still there.
        if let Some(what) = unsafe { told(&message) } {
            return Ok(Some(Event { to, what }));
        }
    }
}

/// # Safety
/// As for [`control::entries`].
unsafe fn told(message: &libc::msghdr) -> Option<What> {
    // SAFETY: the caller's promise; the value consists of integers.
    let error = unsafe {
        let is_error = |entry: &control::Entry| {
            let place = (entry.level, entry.kind);
            place == (libc::SOL_IP, libc::IP_RECVERR)
                || place == (libc::SOL_IPV6, libc::IPV6_RECVERR)
        };
        control::entries(message).find(is_error)?.value::<libc::sock_extended_err>()?
    };
    Some(match error.ee_errno.cast_signed() {
        libc::ECONNREFUSED => What::Refused,
        libc::EMSGSIZE => What::TooBig { mtu_bytes: error.ee_info },
        errno => What::Unreachable(errno),
    })
}
