//! Bytes that go round a piece of shared memory. Positions only grow; who may read up to where is
//! said by words elsewhere.

use std::ptr::NonNull;

/// A piece of a mapping, of a power of two bytes.
#[derive(Clone, Copy)]
pub(crate) struct Ring {
    base: NonNull<u8>,
    bytes: usize,
}

// SAFETY: an address; what is done there is argued where it is done.
unsafe impl Send for Ring {}
// SAFETY: as above.
unsafe impl Sync for Ring {}

impl Ring {
    /// # Safety
    /// `base` is the start of `bytes` mapped bytes, which stay mapped as long as this is used.
    pub(crate) unsafe fn new(base: NonNull<u8>, bytes: usize) -> Self {
        assert!(bytes.is_power_of_two());
        Self { base, bytes }
    }

    /// Where `len` bytes at `position` lie: one or two pieces, the second empty where they do not
    /// go round. `len` is at most the size.
    #[inline]
    pub(crate) fn pieces(&self, position: u64, len: usize) -> [(*mut u8, usize); 2] {
        assert!(len <= self.bytes, "{len} bytes in a ring of {}", self.bytes);
        let start = position as usize & (self.bytes - 1);
        let first = len.min(self.bytes - start);
        // SAFETY: `start` is below the size.
        let at = unsafe { self.base.as_ptr().add(start) };
        [(at, first), (self.base.as_ptr(), len - first)]
    }

    /// Copies `len` bytes in.
    ///
    /// # Safety
    /// The ring may be written, and by nobody else there; `from` is readable for `len` bytes.
    #[inline]
    pub(crate) unsafe fn write(&self, position: u64, from: *const u8, len: usize) {
        let [(a, first), (b, second)] = self.pieces(position, len);
        // SAFETY: the pieces lie in the ring; the rest is the caller's promise.
        unsafe {
            a.copy_from_nonoverlapping(from, first);
            b.copy_from_nonoverlapping(from.add(first), second);
        }
    }

    /// Copies bytes out, whatever they are.
    #[inline]
    pub(crate) fn read(&self, position: u64, to: &mut [u8]) {
        let [(a, first), (b, _)] = self.pieces(position, to.len());
        let (head, rest) = to.split_at_mut(first);
        // SAFETY: the pieces lie in the ring, which is mapped. Who writes there at the same time
        // breaks a rule and makes the bytes wrong, and they are checked.
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
