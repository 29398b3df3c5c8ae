//! Scatter lists: their total length, and copying out of them.

use skifch_abi::iovec;

/// Maximum number of elements per call (`IOV_MAX` of Linux).
pub const IOV_MAX: usize = 1024;

/// Total bytes of all elements; `None` if that exceeds the size of any object (`isize::MAX`).
#[inline]
pub fn total(iov: &[iovec]) -> Option<usize> {
    let mut sum = 0usize;
    for element in iov {
        sum = sum.checked_add(element.iov_len)?;
    }
    (sum <= isize::MAX as usize).then_some(sum)
}

/// Copies the first `len` bytes of `iov` to `dst`.
///
/// # Safety
/// Each element names readable memory, together at least `len` bytes; `dst` is writable for `len`
/// bytes, which overlap no element.
#[inline]
pub unsafe fn gather(iov: &[iovec], len: usize, dst: *mut u8) {
    // SAFETY: the caller's promise is the cursor's.
    unsafe { Cursor::new(iov).copy_to(dst, len) }
}

/// A position in a scatter list, for copying it out piece by piece: into the two parts of a ring
/// that wraps, or into one datagram after another.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    rest: &'a [iovec],
    /// Bytes of `rest[0]` already taken; less than its length unless that is 0.
    taken: usize,
}

impl<'a> Cursor<'a> {
    /// The start of `iov`.
    #[inline]
    pub fn new(iov: &'a [iovec]) -> Self {
        Self { rest: iov, taken: 0 }
    }

    /// Copies the next `len` bytes to `dst` and moves past them.
    ///
    /// # Safety
    /// Each element names readable memory, together at least `len` bytes from here on; `dst` is
    /// writable for `len` bytes, which overlap no element.
    #[inline]
    pub unsafe fn copy_to(&mut self, dst: *mut u8, len: usize) {
        // SAFETY: `copy_by` names parts of what our caller vouches for.
        let copy = |src: *const u8, dst, len| unsafe { src.copy_to_nonoverlapping(dst, len) };
        // SAFETY: the same contract.
        unsafe { self.copy_by(dst, len, copy) }
    }

    /// [`Self::copy_to`] where `copy` copies each contiguous part: from, to, bytes.
    ///
    /// # Safety
    /// As [`Self::copy_to`].
    #[inline]
    pub unsafe fn copy_by(
        &mut self,
        mut dst: *mut u8,
        mut len: usize,
        copy: impl Fn(*const u8, *mut u8, usize),
    ) {
        while len > 0 {
            let Some(element) = self.rest.first() else {
                debug_assert!(false, "{len} bytes more than the scatter list has");
                return;
            };
            let count = len.min(element.iov_len - self.taken);
            // SAFETY: `taken + count` is within the element, which the caller vouches for; `count`
            // is at most what is left of `dst`.
            unsafe {
                copy(element.iov_base.cast::<u8>().add(self.taken), dst, count);
                dst = dst.add(count);
            }
            len -= count;
            self.taken += count;
            if self.taken == element.iov_len {
                self.rest = &self.rest[1..];
                self.taken = 0;
            }
        }
    }
}

/// The element that names `bytes`.
#[inline]
pub fn iovec_of(bytes: &[u8]) -> iovec {
    iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A list of byte strings, some of them empty.
    fn parts() -> impl Strategy<Value = Vec<Vec<u8>>> {
        prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..12)
    }

    proptest! {
        #[test]
        fn gather_equals_concat(parts in parts(), cut in 0.0..=1.0f64) {
            let iov: Vec<iovec> = parts.iter().map(|part| iovec_of(part)).collect();
            let whole = parts.concat();
            prop_assert_eq!(total(&iov), Some(whole.len()));
            let len = (whole.len() as f64 * cut) as usize;
            let mut copy = vec![0xEE; whole.len() + 1];
            // SAFETY: the elements are live vectors of `whole.len()` bytes; `copy` is longer.
            unsafe { gather(&iov, len, copy.as_mut_ptr()) };
            prop_assert_eq!(&copy[..len], &whole[..len]);
            prop_assert!(copy[len..].iter().all(|&byte| byte == 0xEE), "wrote beyond the end");
        }

        #[test]
        fn a_cursor_resumes_where_it_stopped(parts in parts(), step in 1usize..50) {
            let iov: Vec<iovec> = parts.iter().map(|part| iovec_of(part)).collect();
            let whole = parts.concat();
            let mut copy = vec![0; whole.len()];
            let mut cursor = Cursor::new(&iov);
            for chunk in copy.chunks_mut(step) {
                // SAFETY: the chunks together are as long as the elements.
                unsafe { cursor.copy_to(chunk.as_mut_ptr(), chunk.len()) };
            }
            prop_assert_eq!(copy, whole);
        }
    }

    #[test]
    fn totals_that_no_object_can_have_are_refused() {
        let of = |lens: &[usize]| {
            let iov: Vec<iovec> = lens
                .iter()
                .map(|&iov_len| iovec { iov_base: std::ptr::null_mut(), iov_len })
                .collect();
            total(&iov)
        };
        assert_eq!(of(&[]), Some(0));
        assert_eq!(of(&[usize::MAX, 1]), None);
        assert_eq!(of(&[usize::MAX]), None);
        assert_eq!(of(&[isize::MAX as usize, 1]), None);
        assert_eq!(of(&[isize::MAX as usize - 1, 1]), Some(isize::MAX as usize));
    }
}
