//! A rank's own part of a segment.

use skifch_backend::reserve::reserve;
use skifch_backend::{Error, room};
use std::ptr::NonNull;

/// The largest word that is accessed as a whole. Parts are aligned to it.
pub(super) const WORD_BYTES: usize = size_of::<u64>();

/// Zeroed memory accessed by the threads of this process and, through the helper, by all ranks.
/// Untouched pages use no physical memory.
pub(super) struct Part {
    base: NonNull<u8>,
    bytes: usize,
    /// Mapped by this module, not adopted.
    is_own: bool,
}

// SAFETY: an address range of the process, accessed through raw pointers and atomics only.
unsafe impl Send for Part {}
// SAFETY: as above.
unsafe impl Sync for Part {}

impl Part {
    pub(super) fn new(bytes: usize) -> Result<Self, Error> {
        if bytes == 0 || isize::try_from(bytes).is_err() {
            let text = format!(
                "a segment of {bytes} bytes on each rank: the size must be 1 to {} bytes",
                isize::MAX
            );
            return Err(Error::new(libc::EINVAL, text));
        }
        room::check(bytes)?;
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let part = Self { base: reserve(bytes, bytes)?, bytes, is_own: true };
        let at = part.base.as_ptr().cast();
        // SAFETY: reserved just now and used by nobody else.
        if unsafe { libc::mprotect(at, bytes, protection) } != 0 {
            return Err(Error::os(format!("mapping {bytes} bytes for a segment")));
        }
        // A forked child is no rank, so it gets no copy, as with the other backends.
        // SAFETY: the range was mapped just now.
        if unsafe { libc::madvise(at, bytes, libc::MADV_DONTFORK) } != 0 {
            return Err(Error::os("excluding a segment from forked children (madvise)"));
        }
        Ok(part)
    }

    /// A part over existing memory.
    ///
    /// # Safety
    /// The memory is readable and writable, also by atomics, as long as the part lives.
    ///
    /// # Errors
    /// If `base` is not aligned to 8 bytes.
    pub(super) unsafe fn adopt(base: NonNull<u8>, bytes: usize) -> Result<Self, Error> {
        if !base.addr().get().is_multiple_of(WORD_BYTES) {
            let text = format!(
                "a segment over memory at {base:?}: the address must be aligned to 8 bytes"
            );
            return Err(Error::new(libc::EINVAL, text));
        }
        Ok(Self { base, bytes, is_own: false })
    }

    pub(super) fn base(&self) -> *mut u8 {
        self.base.as_ptr()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The address of `len` bytes at `offset`, if they are inside the part.
    #[inline]
    pub(super) fn place(&self, offset: u64, len: usize) -> Option<*mut u8> {
        let offset = usize::try_from(offset).ok()?;
        let inside = offset.checked_add(len).is_some_and(|end| end <= self.bytes);
        // SAFETY: inside the mapping.
        inside.then(|| unsafe { self.base.as_ptr().add(offset) })
    }

    /// The address of a word of `width` bytes, 4 or 8, at `offset`, if it is inside and aligned.
    #[inline]
    pub(super) fn word(&self, offset: u64, width: usize) -> Option<*mut u8> {
        let is_word = matches!(width, 4 | 8) && offset.is_multiple_of(width as u64);
        self.place(offset, width).filter(|_| is_word)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.is_own {
            return;
        }
        // SAFETY: mapped by `new`; no pointers outlive the part.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_outside_are_none() {
        let part = Part::new(100).expect("memory");
        assert!(part.place(100, 0).is_some() && part.place(92, 8).is_some());
        for (offset, len) in [(93, 8), (101, 0), (u64::MAX, 1), (8, usize::MAX), (1 << 40, 4)] {
            assert!(part.place(offset, len).is_none(), "{len} bytes at {offset}");
        }
        assert!(part.word(88, 8).is_some() && part.word(96, 4).is_some());
        for (offset, width) in [(96, 8), (4, 8), (2, 4), (0, 2), (0, 0), (0, 16)] {
            assert!(part.word(offset, width).is_none(), "{width} bytes at {offset}");
        }
        for bytes in [0, usize::MAX, 1 << 62] {
            assert!(Part::new(bytes).is_err(), "{bytes} bytes");
        }
    }
}
