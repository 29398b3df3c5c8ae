//! The system calls made per message.
//!
//! They bypass the C library, whose wrappers are cancellation points: once a process has a second
//! thread, such as the helper, each wrapper costs two atomic instructions, a fifth of an empty
//! poll. Errors are left in `errno`.

use libc::{c_long, syscall};
use std::os::fd::RawFd;

/// A datagram's destination address and its length; null on a connected socket.
pub(super) type Name = (*const libc::sockaddr, libc::socklen_t);

/// Sends one contiguous piece.
///
/// # Safety
/// The address is null, or readable for its length.
#[inline]
pub(super) unsafe fn sendto(fd: RawFd, bytes: &[u8], flags: i32, (name, len): Name) -> isize {
    // SAFETY: the slice is readable; the rest is this function's contract.
    unsafe { syscall(libc::SYS_sendto, fd, bytes.as_ptr(), bytes.len(), flags, name, len) as isize }
}

/// Sends the pieces that `message` points to.
///
/// # Safety
/// Everything that it points to is readable, and stays valid during the call.
#[inline]
pub(super) unsafe fn sendmsg(fd: RawFd, message: &libc::msghdr, flags: i32) -> isize {
    // SAFETY: this function's contract.
    unsafe { syscall(libc::SYS_sendmsg, fd, &raw const *message, flags) as isize }
}

/// Receives into `room`, and stores the sender's address.
///
/// # Safety
/// `name` is writable for `len` bytes.
#[inline]
pub(super) unsafe fn recvfrom(
    fd: RawFd,
    room: &mut [u8],
    flags: i32,
    name: *mut libc::sockaddr,
    len: &mut libc::socklen_t,
) -> isize {
    let (at, bytes) = (room.as_mut_ptr(), room.len());
    // SAFETY: the room is writable; the rest is this function's contract.
    unsafe { syscall(libc::SYS_recvfrom, fd, at, bytes, flags, name, &raw mut *len) as isize }
}

/// Receives into the buffers that `message` points to.
///
/// # Safety
/// Everything that it points to is writable, and stays valid during the call.
#[inline]
pub(super) unsafe fn recvmsg(fd: RawFd, message: &mut libc::msghdr, flags: i32) -> isize {
    // SAFETY: this function's contract.
    unsafe { syscall(libc::SYS_recvmsg, fd, &raw mut *message, flags) as isize }
}

/// Receives as many pending messages as `messages` has room for; returns how many were filled.
///
/// # Safety
/// As `recvmsg`.
#[inline]
pub(super) unsafe fn recvmmsg(fd: RawFd, messages: &mut [libc::mmsghdr], flags: i32) -> c_long {
    let (first, count) = (messages.as_mut_ptr(), messages.len());
    let never = std::ptr::null_mut::<libc::timespec>();
    // SAFETY: this function's contract.
    unsafe { syscall(libc::SYS_recvmmsg, fd, first, count, flags, never) }
}
