//! The credentials of the process at the other end of a Unix socket.

use crate::Error;
use std::os::fd::{AsRawFd, OwnedFd};

/// The credentials of the process that connected, or of the one that listens.
///
/// # Errors
/// The error of the system call.
pub fn peer(fd: &OwnedFd) -> Result<libc::ucred, Error> {
    let mut peer = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut len = size_of::<libc::ucred>() as libc::socklen_t;
    // SAFETY: `peer` and `len` are ours to write.
    let rc = unsafe {
        libc::getsockopt(
            fd.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_PEERCRED,
            (&raw mut peer).cast(),
            &raw mut len,
        )
    };
    if rc != 0 {
        return Err(Error::os("reading the peer credentials of a socket"));
    }
    Ok(peer)
}

/// Checks that the peer process belongs to this user: abstract socket names have no owner.
///
/// # Errors
/// `EPERM` if not.
pub fn check_owner(fd: &OwnedFd) -> Result<(), Error> {
    let peer = peer(fd)?;
    // SAFETY: takes nothing.
    let own = unsafe { libc::geteuid() };
    if peer.uid != own {
        let text = format!("the peer is a process of user {}, not of user {own}", peer.uid);
        return Err(Error::new(libc::EPERM, text));
    }
    Ok(())
}
