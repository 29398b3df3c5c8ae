//! Address space for segments: large parts begin on huge-page boundaries, so that an address
//! aligned in one rank's part is equally aligned in every other's.

use crate::Error;
use crate::memfd::PAGE_BYTES;
use std::ptr::NonNull;

/// Size of a huge page in bytes; parts of at least this size begin on such a boundary.
pub const HUGE_BYTES: usize = 2 << 20;

/// The alignment in bytes of a part of this size.
pub fn alignment(bytes: usize) -> usize {
    if bytes >= HUGE_BYTES { HUGE_BYTES } else { PAGE_BYTES }
}

/// Reserves addresses for `bytes` bytes, aligned for parts of `part_bytes`; they are inaccessible
/// until memory is mapped over them. The caller must unmap them.
///
/// # Errors
/// The error of the system call; `EINVAL` if the size overflows.
pub fn reserve(bytes: usize, part_bytes: usize) -> Result<NonNull<u8>, Error> {
    let what = || format!("reserving address space for a segment of {bytes} bytes");
    let alignment = alignment(part_bytes);
    let rounded = bytes.checked_next_multiple_of(PAGE_BYTES);
    let total = rounded.and_then(|bytes| bytes.checked_add(alignment - PAGE_BYTES));
    let (Some(rounded), Some(total)) = (rounded, total) else {
        return Err(Error::new(libc::EINVAL, what()));
    };
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a fresh mapping; no memory of ours is replaced.
    let at = unsafe { libc::mmap(std::ptr::null_mut(), total, libc::PROT_NONE, flags, -1, 0) };
    let Some(begin) = NonNull::new(at.cast::<u8>()).filter(|_| at != libc::MAP_FAILED) else {
        return Err(Error::os(what()));
    };
    let head = begin.addr().get().next_multiple_of(alignment) - begin.addr().get();
    let tail = total - head - rounded;
    // SAFETY: both ends of the range mapped just now are unmapped; all sizes are whole pages.
    unsafe {
        let base = begin.add(head);
        if head > 0 {
            libc::munmap(at, head);
        }
        if tail > 0 {
            libc::munmap(base.add(rounded).as_ptr().cast(), tail);
        }
        Ok(base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_parts_begin_at_huge_pages() {
        for (bytes, part, alignment) in
            [(1, 1, 4096), (9 << 20, 3 << 20, HUGE_BYTES), (HUGE_BYTES, HUGE_BYTES, HUGE_BYTES)]
        {
            let base = reserve(bytes, part).expect("addresses");
            assert_eq!(base.addr().get() % alignment, 0);
            // SAFETY: reserved just now.
            let rc = unsafe { libc::munmap(base.as_ptr().cast(), bytes) };
            assert_eq!(rc, 0);
        }
        assert!(reserve(usize::MAX, 1).is_err() && reserve(1 << 60, 1 << 60).is_err());
    }
}
