//! Integer socket options.

use skifch_backend::Error;
use std::os::fd::{AsFd, AsRawFd};

/// Option level and number.
pub(crate) type Name = (i32, i32);

/// Sets an option; returns the errno if the kernel refuses.
pub(crate) fn set(fd: impl AsFd, (level, name): Name, value: i32) -> Result<(), i32> {
    let len = size_of::<i32>() as libc::socklen_t;
    let fd = fd.as_fd().as_raw_fd();
    // SAFETY: four bytes of ours, read by the kernel.
    let rc = unsafe { libc::setsockopt(fd, level, name, (&raw const value).cast(), len) };
    if rc == 0 { Ok(()) } else { Err(errno()) }
}

/// Sets a required option; `what` names it in the error if the kernel refuses.
pub(crate) fn must(fd: impl AsFd, name: Name, value: i32, what: &str) -> Result<(), Error> {
    set(fd, name, value).map_err(|_| Error::os(format!("setting {what} of a UDP socket")))
}

/// Reads an option; returns the errno if the kernel refuses.
pub(crate) fn get(fd: impl AsFd, (level, name): Name) -> Result<i32, i32> {
    let mut value = 0_i32;
    let mut len = size_of::<i32>() as libc::socklen_t;
    let fd = fd.as_fd().as_raw_fd();
    let place = (&raw mut value).cast();
    // SAFETY: four bytes of ours, written by the kernel.
    let rc = unsafe { libc::getsockopt(fd, level, name, place, &raw mut len) };
    if rc == 0 { Ok(value) } else { Err(errno()) }
}

/// Number of datagrams dropped so far because the receive buffer was full.
pub(crate) fn dropped(fd: impl AsFd) -> Result<u32, i32> {
    /// Index of `SK_MEMINFO_DROPS` in the array.
    const AT: usize = 8;
    let mut numbers = [0_u32; AT + 1];
    let mut len = size_of_val(&numbers) as libc::socklen_t;
    let (fd, place) = (fd.as_fd().as_raw_fd(), numbers.as_mut_ptr().cast());
    // SAFETY: the array has the given length and is written by the kernel.
    let rc =
        unsafe { libc::getsockopt(fd, libc::SOL_SOCKET, libc::SO_MEMINFO, place, &raw mut len) };
    if rc == 0 { Ok(numbers[AT]) } else { Err(errno()) }
}

/// The errno of the call that has just failed.
pub(crate) fn errno() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}
