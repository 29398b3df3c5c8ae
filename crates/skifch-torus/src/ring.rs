//! A byte ring in shared memory. Positions only grow; words elsewhere say how far each side may
//! read.

use std::ptr::NonNull;

/// The ring buffer: a part of a mapping, a power of two in size.
#[derive(Clone, Copy)]
pub(crate) struct Ring {
    base: NonNull<u8>,
    bytes: usize,
}

// SAFETY: an address; each access to it argues for itself.
unsafe impl Send for Ring {}
// SAFETY: as above.
unsafe impl Sync for Ring {}

impl Ring {
    /// # Safety
    /// `base` is the start of `bytes` mapped bytes, which stay mapped while this is used.
    pub(crate) unsafe fn new(base: NonNull<u8>, bytes: usize) -> Self {
        assert!(bytes.is_power_of_two());
        Self { base, bytes }
    }

    /// Addresses of `len` bytes at `position`: one or two pieces; the second is empty unless they
    /// wrap around. `len` is at most the ring's size.
    #[inline]
    pub(crate) fn pieces(&self, position: u64, len: usize) -> [(*mut u8, usize); 2] {
        assert!(len <= self.bytes, "{len} bytes in a ring of {}", self.bytes);
        let start = position as usize & (self.bytes - 1);
        let first = len.min(self.bytes - start);
        // SAFETY: `start` is less than the size.
        let at = unsafe { self.base.as_ptr().add(start) };
        [(at, first), (self.base.as_ptr(), len - first)]
    }

    /// Copies `len` bytes into the ring.
    ///
    /// # Safety
    /// This range of the ring is writable and nobody else writes it; `from` is readable for `len`
    /// bytes.
    #[inline]
    pub(crate) unsafe fn write(&self, position: u64, from: *const u8, len: usize) {
        let [(a, first), (b, second)] = self.pieces(position, len);
        // SAFETY: the pieces lie in the ring; the rest is the caller's promise.
        unsafe {
            a.copy_from_nonoverlapping(from, first);
            b.copy_from_nonoverlapping(from.add(first), second);
        }
    }

    /// Copies bytes out of the ring; they are not checked.
    #[inline]
    pub(crate) fn read(&self, position: u64, to: &mut [u8]) {
        let [(a, first), (b, _)] = self.pieces(position, to.len());
        let (head, rest) = to.split_at_mut(first);
        // SAFETY: the pieces lie in the ring, which is mapped. A writer that writes here at the
        // same time breaks the protocol and corrupts the bytes, which are checked after reading.
        unsafe {
            head.as_mut_ptr().copy_from_nonoverlapping(a, head.len());
            rest.as_mut_ptr().copy_from_nonoverlapping(b, rest.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_round_comes_out_whole() {
        let mut memory = [0u8; 16];
        let base = NonNull::from(&mut memory).cast();
        // SAFETY: 16 bytes of ours, used by nobody else.
        let ring = unsafe { Ring::new(base, 16) };
        for position in 0..40u64 {
            let bytes: Vec<u8> = (0..11).map(|n| n + position as u8).collect();
            // SAFETY: as above.
            unsafe { ring.write(position, bytes.as_ptr(), bytes.len()) };
            let mut out = [0; 11];
            ring.read(position, &mut out);
            assert_eq!(out[..], bytes[..]);
            let [(_, first), (_, second)] = ring.pieces(position, 11);
            assert_eq!(first + second, 11);
        }
    }
}
