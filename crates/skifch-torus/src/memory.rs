//! Memory without a name, made by the model and handed over a socket.

use skifch_backend::reserve::reserve;
use skifch_backend::{Error, memfd};
use std::ffi::CStr;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Creates memory of `bytes` zeroed bytes, which are taken from the system as they are touched, and
/// closes it to resizing.
pub(crate) fn create(name: &CStr, bytes: usize) -> Result<OwnedFd, Error> {
    let fd = memfd::create(name, bytes)?;
    memfd::seal_size(&fd).map(|()| fd)
}

/// The size of memory that somebody else made.
///
/// # Errors
/// It can shrink, or has no bytes.
pub(crate) fn check_size(fd: BorrowedFd<'_>) -> Result<usize, Error> {
    // SAFETY: integers, and a structure of ours of which zero is a value.
    let (seals, size) = unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        let found = libc::fstat(fd.as_raw_fd(), &raw mut stat);
        (libc::fcntl(fd.as_raw_fd(), libc::F_GET_SEALS), if found == 0 { stat.st_size } else { 0 })
    };
    match usize::try_from(size) {
        Ok(size) if size > 0 && seals & libc::F_SEAL_SHRINK != 0 && seals >= 0 => Ok(size),
        _ => Err(Error::new(libc::EPROTO, "what should be memory of a segment is none")),
    }
}

/// Gives the pages of a range back to the system; they read as zero from now on.
pub(crate) fn forget(fd: BorrowedFd<'_>, offset: usize, bytes: usize) {
    let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
    let (offset, bytes) = (offset as libc::off_t, bytes as libc::off_t);
    // SAFETY: integers only. A failure leaves pages in use, no more.
    unsafe { libc::fallocate(fd.as_raw_fd(), mode, offset, bytes) };
}

/// Who writes a mapping.
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

// SAFETY: a mapping is an address range of the process; what is done in it is argued where it is
// done.
unsafe impl Send for Map {}
// SAFETY: as above.
unsafe impl Sync for Map {}

impl Map {
    /// Maps `bytes` bytes from `offset` on, which is a multiple of a page; memory from [`create`]
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
        // Where large pages may be, so that what is aligned here is so for every rank.
        let place = reserve(bytes, bytes)?.as_ptr().cast::<libc::c_void>();
        let (fd, offset) = (fd.as_raw_fd(), offset as libc::off_t);
        let flags = libc::MAP_SHARED | libc::MAP_FIXED;
        // SAFETY: a shared mapping of a descriptor over addresses that were reserved just now.
        let at = unsafe { libc::mmap(place, bytes, protection, flags, fd, offset) };
        let Some(base) = NonNull::new(at.cast()).filter(|_| at != libc::MAP_FAILED) else {
            let error = Error::os(format!("mapping {bytes} bytes of shared memory"));
            // SAFETY: as above.
            unsafe { libc::munmap(place, bytes) };
            return Err(error);
        };
        let map = Self { base, bytes };
        // SAFETY: the range was mapped just now.
        match unsafe { libc::madvise(at, bytes, libc::MADV_DONTFORK) } {
            0 => Ok(map),
            _ => Err(Error::os("keeping shared memory from forked children")),
        }
    }

    /// Start of `bytes` bytes at `offset`, which must lie in the mapping.
    pub(crate) fn part(&self, offset: usize, bytes: usize) -> NonNull<u8> {
        assert!(offset.checked_add(bytes).is_some_and(|end| end <= self.bytes), "in the mapping");
        // SAFETY: inside the mapping, as asserted.
        unsafe { self.base.add(offset) }
    }

    /// The word of 8 bytes at `offset`.
    #[inline]
    pub(crate) fn word(&self, offset: usize) -> &AtomicU64 {
        assert!(offset.is_multiple_of(8), "aligned");
        // SAFETY: aligned and inside the mapping, which lives as long as the reference; everybody
        // accesses it by atomics.
        unsafe { self.part(offset, 8).cast().as_ref() }
    }

    /// The word of 4 bytes at `offset`.
    #[inline]
    pub(crate) fn half(&self, offset: usize) -> &AtomicU32 {
        assert!(offset.is_multiple_of(4), "aligned");
        // SAFETY: as in `word`.
        unsafe { self.part(offset, 4).cast().as_ref() }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: the range was mapped by `new` and nobody keeps references beyond the map's life.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}
