//! Unnamed memory, which lives as long as a process holds or maps it.

use crate::Error;
use std::ffi::CStr;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Size of a page in bytes: the granularity of mappings here.
pub const PAGE_BYTES: usize = 4096;

/// Creates a memfd of `bytes` zeroed bytes, whose pages are allocated when they are first touched.
///
/// # Errors
/// `EFBIG` above the process's file-size limit; otherwise the error of the system call.
pub fn create(name: &CStr, bytes: usize) -> Result<OwnedFd, Error> {
    check_file_limit(bytes)?;
    let fd = memfd(name)?;
    // SAFETY: a descriptor of ours and integers.
    if unsafe { libc::ftruncate(fd.as_raw_fd(), bytes as libc::off_t) } != 0 {
        return Err(Error::os(format!("sizing shared memory to {bytes} bytes")));
    }
    Ok(fd)
}

/// A memfd counts as a file: beyond this limit the process would be killed by a signal.
fn check_file_limit(bytes: usize) -> Result<(), Error> {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: 0 };
    // SAFETY: the structure is ours. A failure leaves it as it is: no limit is known.
    unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &raw mut limit) };
    if limit.rlim_cur < bytes as u64 {
        let text = format!(
            "shared memory of {bytes} bytes exceeds the file size limit of {} bytes; raise \
             `ulimit -f`",
            limit.rlim_cur
        );
        return Err(Error::new(libc::EFBIG, text));
    }
    Ok(())
}

fn memfd(name: &CStr) -> Result<OwnedFd, Error> {
    let flags = libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING;
    // Kernels before 6.3 do not know MFD_NOEXEC_SEAL.
    for flags in [flags | libc::MFD_NOEXEC_SEAL, flags] {
        // SAFETY: `name` is a C string.
        let fd = unsafe { libc::memfd_create(name.as_ptr(), flags) };
        if fd >= 0 {
            // SAFETY: a fresh descriptor that nobody else owns.
            return Ok(unsafe { OwnedFd::from_raw_fd(fd) });
        }
        if std::io::Error::last_os_error().raw_os_error() != Some(libc::EINVAL) {
            break;
        }
    }
    Err(Error::os("creating shared memory (memfd_create)"))
}

/// Seals memory against resizing, which could kill a process that maps it.
///
/// # Errors
/// As [`seal`].
pub fn seal_size(fd: &OwnedFd) -> Result<(), Error> {
    seal(fd, SEAL_SIZE)
}

/// The seals that forbid resizing, and adding further seals.
pub const SEAL_SIZE: i32 = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;

/// Adds seals; the system never removes any.
///
/// # Errors
/// The error of the system call.
pub fn seal(fd: &OwnedFd, seals: i32) -> Result<(), Error> {
    // SAFETY: integers only.
    if unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_ADD_SEALS, seals) } != 0 {
        return Err(Error::os("sealing shared memory"));
    }
    Ok(())
}
