//! Unnamed memory: created and written by one process, handed over a socket, mapped by another.

use skifch_backend::Error;
use skifch_backend::memfd::{self, SEAL_SIZE};
pub(crate) use skifch_backend::memfd::{PAGE_BYTES, seal_size};
use std::ffi::CStr;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// A mapping; unmapped on drop and absent in a forked child.
pub(crate) struct Map {
    base: NonNull<u8>,
    bytes: usize,
}

// SAFETY: a mapping is only an address range of the process; each access to it has its own safety
// argument.
unsafe impl Send for Map {}
// SAFETY: as above.
unsafe impl Sync for Map {}

impl Map {
    fn new(fd: RawFd, offset: usize, bytes: usize, protection: i32) -> Result<Self, Error> {
        // SAFETY: nothing is replaced.
        unsafe { Self::at(None, fd, offset, bytes, protection) }
    }

    /// Maps over reserved addresses, if any are given: the map owns them from now on; on failure
    /// they are unmapped.
    ///
    /// # Safety
    /// The reserved range belongs to the caller alone and has `bytes` bytes.
    unsafe fn at(
        reserved: Option<NonNull<u8>>,
        fd: RawFd,
        offset: usize,
        bytes: usize,
        protection: i32,
    ) -> Result<Self, Error> {
        let flags = libc::MAP_SHARED | reserved.map_or(0, |_| libc::MAP_FIXED);
        let place = reserved.map_or(std::ptr::null_mut(), |at| at.as_ptr().cast());
        // SAFETY: a shared mapping of a descriptor, somewhere or over what our caller gives.
        let at = unsafe { libc::mmap(place, bytes, protection, flags, fd, offset as libc::off_t) };
        if at == libc::MAP_FAILED
            && let Some(reserved) = reserved
        {
            let error = Error::os(format!("mapping {bytes} bytes of shared memory"));
            // SAFETY: our caller's promise.
            unsafe { libc::munmap(reserved.as_ptr().cast(), bytes) };
            return Err(error);
        }
        let Some(base) = NonNull::new(at.cast()).filter(|_| at != libc::MAP_FAILED) else {
            return Err(Error::os(format!("mapping {bytes} bytes of shared memory")));
        };
        let map = Self { base, bytes };
        // A forked child is no rank: it must not see the lanes, and cannot disturb them.
        // SAFETY: the range was mapped just now.
        if unsafe { libc::madvise(at, bytes, libc::MADV_DONTFORK) } != 0 {
            return Err(Error::os("excluding shared memory from forked children (madvise)"));
        }
        Ok(map)
    }

    /// Start address of the mapping.
    pub(crate) fn base(&self) -> NonNull<u8> {
        self.base
    }

    /// Size of the mapping in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Allocates the pages of a page-aligned range now. False if there is not enough memory, or if
    /// the kernel (before 5.14) does not support this; the range must not be written then.
    pub(crate) fn populate(&self, offset: usize, bytes: usize) -> bool {
        assert!(offset + bytes <= self.bytes, "a part of the mapping");
        // SAFETY: a range inside the mapping; no byte of it changes.
        unsafe {
            let at = self.base.as_ptr().add(offset).cast();
            libc::madvise(at, bytes, libc::MADV_POPULATE_WRITE) == 0
        }
    }

    /// The 64-bit word at `offset`.
    pub(crate) fn word(&self, offset: usize) -> NonNull<AtomicU64> {
        assert!(offset.is_multiple_of(8) && offset + 8 <= self.bytes, "a word of the mapping");
        // SAFETY: inside the mapping, as asserted.
        unsafe { self.base.add(offset).cast() }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: the range was mapped by `new` and nobody keeps views beyond the map's life.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}

/// Creates a memfd of `bytes` bytes and allocates the first `touch` of them now, so that a lack of
/// memory shows here and not as a signal later.
pub(crate) fn create(name: &CStr, bytes: usize, touch: usize) -> Result<OwnedFd, Error> {
    let fd = memfd::create(name, bytes)?;
    reserve(fd.as_raw_fd(), 0, touch)?;
    Ok(fd)
}

/// Allocates the pages of a range.
pub(crate) fn reserve(fd: RawFd, offset: usize, bytes: usize) -> Result<(), Error> {
    if bytes == 0 {
        return Ok(());
    }
    loop {
        // SAFETY: integers only.
        let rc = unsafe { libc::fallocate(fd, 0, offset as libc::off_t, bytes as libc::off_t) };
        if rc == 0 {
            return Ok(());
        }
        // Unlike most memory calls, this one is interrupted by signals.
        if std::io::Error::last_os_error().raw_os_error() != Some(libc::EINTR) {
            let what = format!("allocating {bytes} bytes of shared memory");
            return Err(Error::os(what));
        }
    }
}

/// Maps this process's own memory for writing, then seals it against any other writer and resizing.
pub(crate) fn map_own(fd: &OwnedFd, bytes: usize) -> Result<Map, Error> {
    let map = Map::new(fd.as_raw_fd(), 0, bytes, libc::PROT_READ | libc::PROT_WRITE)?;
    memfd::seal(fd, SEAL_SIZE | libc::F_SEAL_FUTURE_WRITE)?;
    Ok(map)
}

/// Maps memory that all ranks write, a segment with parts of `part_bytes`; it is sealed against
/// resizing.
pub(crate) fn map_shared(fd: &OwnedFd, bytes: usize, part_bytes: usize) -> Result<Map, Error> {
    let place = skifch_backend::reserve::reserve(bytes, part_bytes)?;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: reserved just now.
    unsafe { Map::at(Some(place), fd.as_raw_fd(), 0, bytes, protection) }
}

/// Maps memory that two ranks write; it is sealed against resizing.
pub(crate) fn map_pair(fd: &OwnedFd, bytes: usize) -> Result<Map, Error> {
    check_peer(fd, bytes)?;
    Map::new(fd.as_raw_fd(), 0, bytes, libc::PROT_READ | libc::PROT_WRITE)
}

/// Maps a peer's memory for reading, after checking that nobody can shrink it while it is mapped.
pub(crate) fn map_peer(fd: &OwnedFd, offset: usize, bytes: usize) -> Result<Map, Error> {
    check_peer(fd, offset + bytes)?;
    Map::new(fd.as_raw_fd(), offset, bytes, libc::PROT_READ)
}

/// Checks that memory from a peer is of the kind we create (in memory of another kind a page may be
/// missing, and reading it would kill the reader), is sealed against resizing, and has at least
/// `bytes` bytes.
pub(crate) fn check_peer(fd: &OwnedFd, bytes: usize) -> Result<(), Error> {
    // SAFETY: plain integers, for which zero is a value; they are ours to write.
    let (rc, system) = unsafe {
        let mut system: libc::statfs = std::mem::zeroed();
        (libc::fstatfs(fd.as_raw_fd(), &raw mut system), system)
    };
    if rc != 0 || system.f_type != libc::TMPFS_MAGIC {
        return Err(Error::new(
            libc::EPROTO,
            "a peer handed over a descriptor that is not a memfd",
        ));
    }
    // SAFETY: integers only.
    let seals = unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_GET_SEALS) };
    if seals < 0 || seals & SEAL_SIZE != SEAL_SIZE {
        return Err(Error::new(libc::EPROTO, "a peer handed over memory whose size is not sealed"));
    }
    let size = size_of_file(fd)?;
    if size < bytes {
        let text = format!("a peer handed over {size} bytes of memory instead of {bytes}");
        return Err(Error::new(libc::EPROTO, text));
    }
    Ok(())
}

/// Size in bytes of the file behind a descriptor.
pub(crate) fn size_of_file(fd: &OwnedFd) -> Result<usize, Error> {
    // SAFETY: a stat is plain integers, for which zero is a value.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: `stat` is ours to write.
    if unsafe { libc::fstat(fd.as_raw_fd(), &raw mut stat) } != 0 {
        return Err(Error::os("reading the size of a peer's memory (fstat)"));
    }
    Ok(usize::try_from(stat.st_size).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_ones_own_cannot_be_written_or_resized_by_others() {
        let fd = create(c"skifch-test", 2 * PAGE_BYTES, PAGE_BYTES).expect("memory");
        let _map = map_own(&fd, 2 * PAGE_BYTES).expect("map");
        assert!(map_shared(&fd, PAGE_BYTES, PAGE_BYTES).is_err(), "a second writer");
        // SAFETY: integers only.
        assert!(unsafe { libc::ftruncate(fd.as_raw_fd(), 0) } != 0, "shrinking");
        map_peer(&fd, 0, 2 * PAGE_BYTES).expect("a reader");
    }

    #[test]
    fn memory_that_could_shrink_is_refused() {
        let fd = create(c"skifch-test", PAGE_BYTES, PAGE_BYTES).expect("memory");
        let error = map_peer(&fd, 0, PAGE_BYTES).err().expect("refused");
        assert_eq!(error.errno(), libc::EPROTO);
        let fd = create(c"skifch-test", PAGE_BYTES, PAGE_BYTES).expect("memory");
        seal_size(&fd).expect("seal");
        assert!(map_peer(&fd, 0, 2 * PAGE_BYTES).is_err(), "shorter than promised");
    }
}
