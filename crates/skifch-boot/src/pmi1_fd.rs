//! `pmi1-fd`: the launcher passes one end of a socket pair, whose number is in `PMI_FD`.

use crate::client::{Client, Identity};
use crate::conn::Conn;
use crate::env::Env;
use crate::{BootError, BootErrorKind};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};

pub(crate) const NAME: &str = "pmi1-fd";

/// Whether the environment offers this protocol.
pub(crate) fn is_offered(env: &Env) -> bool {
    env.get("PMI_FD").is_some()
}

/// Takes over the inherited descriptor and performs the initial exchange with the launcher.
pub(crate) fn open(env: &Env) -> Result<Client, BootError> {
    let missing = |name: &str| {
        let text = format!(
            "boot: PMI_FD is set but {name} is not; a wrapper between the PMI launcher and this \
             process has removed {name}"
        );
        BootError::new(BootErrorKind::Environment, text)
    };
    let fd: RawFd = env.number("PMI_FD")?.ok_or_else(|| missing("PMI_FD"))?;
    let rank = env.number("PMI_RANK")?.ok_or_else(|| missing("PMI_RANK"))?;
    let size = env.number("PMI_SIZE")?.ok_or_else(|| missing("PMI_SIZE"))?;
    let identity = Identity::new(rank, size)?;
    Client::greet(Conn::new(adopt(fd)?, env.timeout()?), identity, NAME)
}

/// Takes ownership of the inherited descriptor after checking that it is an open stream socket.
fn adopt(fd: RawFd) -> Result<OwnedFd, BootError> {
    // Checked through the number alone; the descriptor is not owned before this has passed.
    if fd <= 2 || socket_type(fd) != Some(libc::SOCK_STREAM) {
        let text = format!(
            "boot: PMI_FD={fd} is not a socket of this process. Either a wrapper closed the \
             descriptor (start the program directly), or this is a child of a rank (then set \
             SKIFCH_BOOT=single, or unset PMI_FD, PMI_RANK and PMI_SIZE)"
        );
        return Err(BootError::new(BootErrorKind::Environment, text));
    }
    // SAFETY: fcntl with F_SETFD touches only the flags of a descriptor just seen open. From
    // here on children do not inherit it.
    unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) };
    // SAFETY: the launcher made this descriptor for the PMI client of this process, and that is
    // us: PMI_FD is removed from the environment so that nobody takes it a second time.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// The socket type of `fd`, `None` if it is closed or not a socket.
fn socket_type(fd: RawFd) -> Option<i32> {
    let mut kind: i32 = 0;
    let mut bytes = libc::socklen_t::try_from(size_of::<i32>()).ok()?;
    // SAFETY: writes one i32 and its length into this frame; any descriptor number is allowed.
    let rc = unsafe {
        libc::getsockopt(
            fd,
            libc::SOL_SOCKET,
            libc::SO_TYPE,
            (&raw mut kind).cast(),
            &raw mut bytes,
        )
    };
    (rc == 0).then_some(kind)
}
