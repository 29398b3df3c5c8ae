//! Memory without a name, which lives as long as somebody holds or maps it.

use crate::Error;
use std::ffi::CStr;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Size of a page: the granularity of maps here.
pub const PAGE_BYTES: usize = 4096;

/// Creates memory of `bytes` zeroed bytes, which are taken from the system as they are touched.
///
/// # Errors
/// `EFBIG` above the process's limit for files; what the system answers.
pub fn create(name: &CStr, bytes: usize) -> Result<OwnedFd, Error> {
    check_file_limit(bytes)?;
    let fd = memfd(name)?;
    // SAFETY: a descriptor of ours and integers.
    if unsafe { libc::ftruncate(fd.as_raw_fd(), bytes as libc::off_t) } != 0 {
        return Err(Error::os(format!("sizing shared memory to {bytes} bytes")));
    }
    Ok(fd)
}

/// Memory counts as a file here: beyond this limit the process would be sent a deadly signal.
fn check_file_limit(bytes: usize) -> Result<(), Error> {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: 0 };
    // SAFETY: the structure is ours. A failure leaves it as it is: no limit is known.
    unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &raw mut limit) };
    if limit.rlim_cur < bytes as u64 {
        let text = format!(
            "shared memory of {bytes} bytes is above the limit of {} bytes for files; \
             raise `ulimit -f`",
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

/// Closes memory to resizing, by which a process that maps it could be killed.
///
/// # Errors
/// As [`seal`].
pub fn seal_size(fd: &OwnedFd) -> Result<(), Error> {
    seal(fd, SEAL_SIZE)
}

/// By these memory is closed to resizing, and to further seals.
pub const SEAL_SIZE: i32 = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;

/// Adds seals, of which the system forgets none.
///
/// # Errors
/// What the system answers.
pub fn seal(fd: &OwnedFd, seals: i32) -> Result<(), Error> {
    // SAFETY: integers only.
    if unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_ADD_SEALS, seals) } != 0 {
        return Err(Error::os("sealing shared memory"));
    }
    Ok(())
}
