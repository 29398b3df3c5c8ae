//! Anonymous shared memory (memfd), created by the model or a rank and handed over a socket.

use skifch_backend::reserve::reserve;
use skifch_backend::{Error, memfd};
use std::ffi::CStr;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Creates `bytes` bytes of zeroed memory, allocated on first touch, and seals its size.
pub(crate) fn create(name: &CStr, bytes: usize) -> Result<OwnedFd, Error> {
    let fd = memfd::create(name, bytes)?;
    memfd::seal_size(&fd).map(|()| fd)
}

/// Size in bytes of memory that another process created.
///
/// # Errors
/// The memory can shrink, or is empty.
pub(crate) fn check_size(fd: BorrowedFd<'_>) -> Result<usize, Error> {
    // SAFETY: integers, and a structure of ours for which zero is valid.
    let (seals, size) = unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        let found = libc::fstat(fd.as_raw_fd(), &raw mut stat);
        (libc::fcntl(fd.as_raw_fd(), libc::F_GET_SEALS), if found == 0 { stat.st_size } else { 0 })
    };
    match usize::try_from(size) {
        Ok(size) if size > 0 && seals & libc::F_SEAL_SHRINK != 0 && seals >= 0 => Ok(size),
        _ => Err(Error::new(libc::EPROTO, "a rank sent a descriptor that is not segment memory")),
    }
}

/// Returns the pages of a range to the system; from now on they read as zero.
pub(crate) fn forget(fd: BorrowedFd<'_>, offset: usize, bytes: usize) {
    let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
    let (offset, bytes) = (offset as libc::off_t, bytes as libc::off_t);
    // SAFETY: integers only. A failure only leaves the pages allocated.
    unsafe { libc::fallocate(fd.as_raw_fd(), mode, offset, bytes) };
}

/// Access rights of a mapping.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// A mapping, unmapped on drop and absent in a forked child.
pub(crate) struct Map {
    base: NonNull<u8>,
    bytes: usize,
}

// SAFETY: a mapping is an address range of the process; each access to it argues for itself.
unsafe impl Send for Map {}
// SAFETY: as above.
unsafe impl Sync for Map {}

impl Map {
    /// Maps `bytes` bytes from `offset` on, a multiple of the page size. Memory from [`create`]
    /// cannot shrink.
    pub(crate) fn new(
        fd: BorrowedFd<'_>,
        offset: usize,
        bytes: usize,
        access: Access,
    ) -> Result<Self, Error> {
        let protection = match access {
            Access::Read => libc::PROT_READ,
            Access::Write => libc::PROT_READ | libc::PROT_WRITE,
        };
        // Reserved where large pages are possible, so that alignment here is the same for every
        // rank.
        let place = reserve(bytes, bytes)?.as_ptr().cast::<libc::c_void>();
        let (fd, offset) = (fd.as_raw_fd(), offset as libc::off_t);
        let flags = libc::MAP_SHARED | libc::MAP_FIXED;
        // SAFETY: a shared mapping of a descriptor over addresses that were just reserved.
        let at = unsafe { libc::mmap(place, bytes, protection, flags, fd, offset) };
        let Some(base) = NonNull::new(at.cast()).filter(|_| at != libc::MAP_FAILED) else {
            let error = Error::os(format!("mapping {bytes} bytes of shared memory"));
            // SAFETY: as above.
            unsafe { libc::munmap(place, bytes) };
            return Err(error);
        };
        let map = Self { base, bytes };
        // SAFETY: the range was just mapped.
        match unsafe { libc::madvise(at, bytes, libc::MADV_DONTFORK) } {
            0 => Ok(map),
            _ => Err(Error::os("excluding shared memory from forked children (madvise)")),
        }
    }

    /// Address of `bytes` bytes at `offset`, which must lie in the mapping.
    pub(crate) fn part(&self, offset: usize, bytes: usize) -> NonNull<u8> {
        assert!(offset.checked_add(bytes).is_some_and(|end| end <= self.bytes), "in the mapping");
        // SAFETY: inside the mapping, as asserted.
        unsafe { self.base.add(offset) }
    }

    /// The 8-byte word at `offset`.
    #[inline]
    pub(crate) fn word(&self, offset: usize) -> &AtomicU64 {
        assert!(offset.is_multiple_of(8), "aligned");
        // SAFETY: aligned and inside the mapping, which lives as long as the reference; all
        // processes access it by atomics.
        unsafe { self.part(offset, 8).cast().as_ref() }
    }

    /// The 4-byte word at `offset`.
    #[inline]
    pub(crate) fn half(&self, offset: usize) -> &AtomicU32 {
        assert!(offset.is_multiple_of(4), "aligned");
        // SAFETY: as in `word`.
        unsafe { self.part(offset, 4).cast().as_ref() }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: `new` mapped the range, and nobody keeps references beyond the map's life.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}
