//! Ring memory: raw and reference-counted. A message being read or a claim being filled keeps it
//! alive while other threads receive datagrams and even if the connection is removed.

use skifch_proto::{Memory, Pieces, PiecesMut};
use std::alloc::{Layout, handle_alloc_error};
use std::ptr::NonNull;
use std::sync::Arc;

/// A ring; clones share the same memory.
#[derive(Clone)]
pub(crate) struct Ring(Arc<Bytes>);

struct Bytes {
    base: NonNull<u8>,
    capacity: usize,
}

// SAFETY: plain memory, not tied to a thread. The protocol decides who may access which part: the
// endpoint, behind its lock, touches neither shown messages nor claimed space.
unsafe impl Send for Bytes {}
// SAFETY: as above.
unsafe impl Sync for Bytes {}

impl Bytes {
    /// Zeroed pages of its own, touched only when used. What is on its way to a peer may still
    /// refer to them after they are unmapped, so they must not go back to an allocator.
    fn new(capacity: usize) -> Option<Self> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping, anywhere.
        let at = unsafe { libc::mmap(std::ptr::null_mut(), capacity, protection, flags, -1, 0) };
        let base = NonNull::new(at.cast()).filter(|_| at != libc::MAP_FAILED)?;
        Some(Self { base, capacity })
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        // SAFETY: mapped in `new` with this size; the last owner is being dropped.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.capacity) };
    }
}

impl Ring {
    /// Whether `len` bytes at `position` are contiguous.
    #[inline(always)]
    pub(crate) fn is_whole(&self, position: u64, len: usize) -> bool {
        self.place(position, len).1 == len
    }

    /// Address of `position`, and how many of `len` bytes fit before the end of the ring.
    #[inline(always)]
    fn place(&self, position: u64, len: usize) -> (*mut u8, usize) {
        let at = position as usize & (self.0.capacity - 1);
        // SAFETY: masked, so inside the ring.
        (unsafe { self.0.base.as_ptr().add(at) }, len.min(self.0.capacity - at))
    }
}

impl Memory for Ring {
    fn new(capacity: usize) -> Self {
        assert!(capacity.is_power_of_two() && capacity >= 64, "a ring of {capacity} bytes");
        let Some(bytes) = Bytes::new(capacity) else {
            handle_alloc_error(Layout::array::<u8>(capacity).unwrap_or(Layout::new::<u8>()))
        };
        Self(Arc::new(bytes))
    }

    #[inline]
    fn pieces(&self, position: u64, len: usize) -> Pieces<'_> {
        let (at, first) = self.place(position, len);
        let rest = (len - first).min(self.0.capacity);
        // SAFETY: both lie in the ring, which lives as long as `self`; the endpoint reads only
        // bytes that nobody writes.
        unsafe {
            [
                std::slice::from_raw_parts(at, first),
                std::slice::from_raw_parts(self.0.base.as_ptr(), rest),
            ]
        }
    }

    #[inline]
    fn pieces_mut(&mut self, position: u64, len: usize) -> PiecesMut<'_> {
        let (at, first) = self.place(position, len);
        let rest = (len - first).min(self.0.capacity - first);
        // SAFETY: both lie in the ring, do not overlap, and are together at most its capacity; the
        // endpoint writes only where no message is shown and no data is in flight.
        unsafe {
            [
                std::slice::from_raw_parts_mut(at, first),
                std::slice::from_raw_parts_mut(self.0.base.as_ptr(), rest),
            ]
        }
    }

    #[inline]
    fn word(&self, position: u64) -> u64 {
        let (at, _) = self.place(position & !7, 8);
        // SAFETY: eight bytes inside the ring, aligned because its base is.
        u64::from_le(unsafe { at.cast::<u64>().read() })
    }

    #[inline]
    fn set_word(&mut self, position: u64, word: u64) {
        let (at, _) = self.place(position & !7, 8);
        // SAFETY: as above.
        unsafe { at.cast::<u64>().write(word.to_le()) };
    }

    #[inline]
    fn write(&mut self, position: u64, bytes: &[u8]) {
        let (at, first) = self.place(position, bytes.len());
        let rest = bytes.len() - first;
        assert!(rest <= self.0.capacity - first, "{} bytes for a ring", bytes.len());
        // SAFETY: the bytes fit, before the end and after the beginning of the ring, and `bytes`
        // does not overlap it.
        unsafe {
            at.copy_from_nonoverlapping(bytes.as_ptr(), first);
            if rest > 0 {
                self.0.base.as_ptr().copy_from_nonoverlapping(bytes.as_ptr().add(first), rest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skifch_proto::Heap;

    #[test]
    fn it_is_as_the_ring_on_the_heap() {
        let (mut ring, mut model) = (Ring::new(64), <Heap as Memory>::new(64));
        let bytes: Vec<u8> = (1..=64).collect();
        for (position, len) in [(0, 64), (1000, 40), (63, 2), (64, 0), (7, 57), (40, 24)] {
            ring.write(position, &bytes[..len]);
            model.write(position, &bytes[..len]);
            ring.set_word(position & !7, position ^ 0x1122_3344_5566_7788);
            model.set_word(position & !7, position ^ 0x1122_3344_5566_7788);
            assert_eq!(ring.pieces(position, len), model.pieces(position, len));
            assert_eq!(ring.word(48), model.word(48));
            for (piece, other) in
                ring.pieces_mut(position, len).into_iter().zip(model.pieces_mut(position, len))
            {
                assert_eq!(piece, other);
                piece.fill(9);
                other.fill(9);
            }
        }
        assert_eq!(ring.pieces(5, 64), model.pieces(5, 64));
    }

    #[test]
    fn a_clone_is_the_same_memory() {
        let mut ring = Ring::new(64);
        let seen = ring.clone();
        ring.write(60, b"across!!");
        drop(ring);
        assert_eq!(seen.pieces(60, 8).concat(), b"across!!");
    }
}
