//! Memory without a name: created and written by one process, handed over a socket, mapped by
//! another.

use skifch_backend::Error;
use std::ffi::CStr;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// Size of a page: the granularity of maps here.
pub(crate) const PAGE_BYTES: usize = 4096;

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
    fn new(fd: RawFd, offset: usize, bytes: usize, protection: i32) -> Result<Self, Error> {
        // SAFETY: a fresh shared mapping of a descriptor; no memory of ours is replaced.
        let at = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                bytes,
                protection,
                libc::MAP_SHARED,
                fd,
                offset as libc::off_t,
            )
        };
        let Some(base) = NonNull::new(at.cast()).filter(|_| at != libc::MAP_FAILED) else {
            return Err(Error::os(format!("mapping {bytes} bytes of shared memory")));
        };
        let map = Self { base, bytes };
        // A forked child is no rank: it shall not see, and cannot disturb, the lanes.
        // SAFETY: the range was mapped just now.
        if unsafe { libc::madvise(at, bytes, libc::MADV_DONTFORK) } != 0 {
            return Err(Error::os("keeping shared memory from forked children"));
        }
        Ok(map)
    }

    /// Start of the mapping.
    pub(crate) fn base(&self) -> NonNull<u8> {
        self.base
    }

    /// Bytes of the mapping.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Takes the pages of a range, which is whole pages, from the system now. False: there is not
    /// enough memory, or the kernel does not know how (before 5.14); then nothing is to be written
    /// there.
    pub(crate) fn populate(&self, offset: usize, bytes: usize) -> bool {
        assert!(offset + bytes <= self.bytes, "a part of the mapping");
        // SAFETY: a range inside the mapping; no byte of it changes.
        unsafe {
            let at = self.base.as_ptr().add(offset).cast();
            libc::madvise(at, bytes, libc::MADV_POPULATE_WRITE) == 0
        }
    }

    /// The counter at `offset`.
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

/// Creates memory of `bytes` bytes, of which the first `touch` are taken from the system now, so
/// that a lack of memory shows here and not as a signal later.
pub(crate) fn create(name: &CStr, bytes: usize, touch: usize) -> Result<OwnedFd, Error> {
    check_file_limit(bytes)?;
    let fd = memfd(name)?;
    // SAFETY: a descriptor of ours and integers.
    if unsafe { libc::ftruncate(fd.as_raw_fd(), bytes as libc::off_t) } != 0 {
        return Err(Error::os(format!("sizing shared memory to {bytes} bytes")));
    }
    reserve(fd.as_raw_fd(), 0, touch)?;
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
    Err(Error::os("creating shared memory (memfd_create); is the descriptor limit reached?"))
}

/// Takes the pages of a range from the system.
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
        // Unlike most calls on memory this one stops for a signal.
        if std::io::Error::last_os_error().raw_os_error() != Some(libc::EINTR) {
            let what = format!("taking {bytes} bytes of shared memory from the system");
            return Err(Error::os(what));
        }
    }
}

/// Maps memory of one's own for writing, then closes it to every other writer and to resizing.
pub(crate) fn map_own(fd: &OwnedFd, bytes: usize) -> Result<Map, Error> {
    let map = Map::new(fd.as_raw_fd(), 0, bytes, libc::PROT_READ | libc::PROT_WRITE)?;
    seal(fd, SEAL_SIZE | libc::F_SEAL_FUTURE_WRITE)?;
    Ok(map)
}

/// Maps memory that all ranks write (a segment), closed to resizing.
pub(crate) fn map_shared(fd: &OwnedFd, bytes: usize) -> Result<Map, Error> {
    Map::new(fd.as_raw_fd(), 0, bytes, libc::PROT_READ | libc::PROT_WRITE)
}

/// Closes memory to resizing, by which a process that maps it could be killed.
pub(crate) fn seal_size(fd: &OwnedFd) -> Result<(), Error> {
    seal(fd, SEAL_SIZE)
}

const SEAL_SIZE: i32 = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;

fn seal(fd: &OwnedFd, seals: i32) -> Result<(), Error> {
    // SAFETY: integers only.
    if unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_ADD_SEALS, seals) } != 0 {
        return Err(Error::os("sealing shared memory"));
    }
    Ok(())
}

/// Maps a peer's memory for reading, after checking that nobody can shrink it under us.
pub(crate) fn map_peer(fd: &OwnedFd, offset: usize, bytes: usize) -> Result<Map, Error> {
    check_peer(fd, offset + bytes)?;
    Map::new(fd.as_raw_fd(), offset, bytes, libc::PROT_READ)
}

/// Checks that memory from a peer is sealed against resizing and has at least `bytes` bytes.
pub(crate) fn check_peer(fd: &OwnedFd, bytes: usize) -> Result<(), Error> {
    // SAFETY: integers only.
    let seals = unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_GET_SEALS) };
    if seals < 0 || seals & SEAL_SIZE != SEAL_SIZE {
        return Err(Error::new(libc::EPROTO, "a peer handed over memory that it could shrink"));
    }
    let size = size_of_file(fd)?;
    if size < bytes {
        let text = format!("a peer handed over {size} bytes of memory instead of {bytes}");
        return Err(Error::new(libc::EPROTO, text));
    }
    Ok(())
}

/// Bytes of the file behind a descriptor.
pub(crate) fn size_of_file(fd: &OwnedFd) -> Result<usize, Error> {
    // SAFETY: a stat is plain integers, for which zero is a value.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: `stat` is ours to write.
    if unsafe { libc::fstat(fd.as_raw_fd(), &raw mut stat) } != 0 {
        return Err(Error::os("asking for the size of a peer's memory"));
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
        assert!(map_shared(&fd, PAGE_BYTES).is_err(), "a second writer");
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
