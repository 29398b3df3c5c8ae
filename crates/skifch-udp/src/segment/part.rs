//! A rank's own part of a segment.

use skifch_backend::Error;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// Zeroed memory that this process's threads and, through the helper, all ranks access. Untouched
/// pages cost nothing.
pub(super) struct Part {
    base: NonNull<u8>,
    bytes: usize,
    /// Mapped here, and not adopted.
    is_own: bool,
}

// SAFETY: an address range of the process, accessed through raw pointers and atomics only.
unsafe impl Send for Part {}
// SAFETY: as above.
unsafe impl Sync for Part {}

impl Part {
    pub(super) fn new(bytes: usize) -> Result<Self, Error> {
        if bytes == 0 || isize::try_from(bytes).is_err() {
            let text = format!("a segment of {bytes} bytes on each rank cannot be made");
            return Err(Error::new(libc::EINVAL, text));
        }
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh mapping; no memory of ours is replaced.
        let at = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, flags, -1, 0) };
        let base = NonNull::new(at.cast()).filter(|_| at != libc::MAP_FAILED);
        let Some(base) = base else {
            return Err(Error::os(format!("mapping {bytes} bytes for a segment")));
        };
        let part = Self { base, bytes, is_own: true };
        // A forked child is no rank, over this network as over others.
        // SAFETY: the range was mapped just now.
        if unsafe { libc::madvise(at, bytes, libc::MADV_DONTFORK) } != 0 {
            return Err(Error::os("keeping a segment from forked children"));
        }
        Ok(part)
    }

    /// Memory that is there already.
    ///
    /// # Safety
    /// It is readable and writable, by atomics too, as long as this lives.
    ///
    /// # Errors
    /// Where words in it would not be aligned.
    pub(super) unsafe fn adopt(base: NonNull<u8>, bytes: usize) -> Result<Self, Error> {
        if !base.addr().get().is_multiple_of(align_of::<u64>()) {
            let text = format!("a segment over memory at {base:?}: it is not aligned to 8 bytes");
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

    /// The place of `len` bytes at `offset`, if they are inside.
    #[inline]
    pub(super) fn place(&self, offset: u64, len: usize) -> Option<*mut u8> {
        let offset = usize::try_from(offset).ok()?;
        let inside = offset.checked_add(len).is_some_and(|end| end <= self.bytes);
        // SAFETY: inside the mapping.
        inside.then(|| unsafe { self.base.as_ptr().add(offset) })
    }

    /// The place of a word of `width` bytes, 4 or 8, at `offset`, if it is inside and aligned.
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
        // SAFETY: mapped by `new`; nobody keeps pointers beyond the part's life.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}

/// For lengths that are words: a place that is aligned is read or written at once, so that a thread
/// that looks at it meanwhile sees all of the word or nothing, and what was written before it.
macro_rules! as_word {
    ($len:ident, $at:ident, ($word:ident: $int:ident) => $act:expr) => {
        match $len {
            1 => Some(as_word!(@one $at, AtomicU8, u8, $word, $int, $act)),
            2 if $at.addr() % 2 == 0 => {
                Some(as_word!(@one $at, AtomicU16, u16, $word, $int, $act))
            }
            4 if $at.addr() % 4 == 0 => {
                Some(as_word!(@one $at, AtomicU32, u32, $word, $int, $act))
            }
            8 if $at.addr() % 8 == 0 => {
                Some(as_word!(@one $at, AtomicU64, u64, $word, $int, $act))
            }
            _ => None,
        }
    };
    (@one $at:ident, $atomic:ty, $type:ty, $word:ident, $int:ident, $act:expr) => {{
        type $int = $type;
        // SAFETY: aligned as tested; the caller vouches for the memory.
        let $word = unsafe { &*$at.cast::<$atomic>() };
        $act
    }};
}

/// Writes `len` bytes to a part.
///
/// # Safety
/// `to` is writable and `from` readable for `len` bytes. Others may access `to`: what they then see
/// is the program's business.
#[inline]
pub(super) unsafe fn write(to: *mut u8, from: *const u8, len: usize) {
    let done = as_word!(len, to, (word: Int) => {
        // SAFETY: `from` is readable for the width, which is `len`.
        let value = unsafe { from.cast::<Int>().read_unaligned() };
        word.store(value, Ordering::Release);
    });
    if done.is_none() {
        // SAFETY: the caller's promise; the two may overlap.
        unsafe { std::ptr::copy(from, to, len) };
    }
}

/// Reads `len` bytes of a part.
///
/// # Safety
/// As [`write()`], the other way round.
#[inline]
pub(super) unsafe fn read(from: *const u8, to: *mut u8, len: usize) {
    let done = as_word!(len, from, (word: Int) => {
        let value = word.load(Ordering::Acquire);
        // SAFETY: `to` is writable for the width, which is `len`.
        unsafe { to.cast::<Int>().write_unaligned(value) };
    });
    if done.is_none() {
        // SAFETY: the caller's promise; the two may overlap.
        unsafe { std::ptr::copy(from, to, len) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_at_every_place_moves_those_bytes_and_no_others() {
        let source: Vec<u8> = (1..=64).collect();
        for (at, len) in (0..16).flat_map(|at| (0..40).map(move |len| (at, len))) {
            let (mut to, mut back) = ([0_u64; 8], [0_u8; 64]);
            let bytes = to.as_mut_ptr().cast::<u8>();
            // SAFETY: at most 16 + 40 bytes of 64, of ours.
            let seen = unsafe {
                write(bytes.add(at), source[3..].as_ptr(), len);
                read(bytes.add(at), back[5..].as_mut_ptr(), len);
                std::slice::from_raw_parts(bytes, 64)
            };
            let mut wanted = [0; 64];
            wanted[at..at + len].copy_from_slice(&source[3..3 + len]);
            assert_eq!(seen, wanted, "{len} bytes at {at}");
            assert_eq!((&back[..5], &back[5..5 + len]), (&[0; 5][..], &source[3..3 + len]));
            assert!(back[5 + len..].iter().all(|&byte| byte == 0), "{len} bytes at {at}");
        }
    }

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
