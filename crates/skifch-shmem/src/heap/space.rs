//! The regions of symmetric memory that are allocated from: the heap, and in jobs that pack small
//! objects a region for these, which is tried first.

use super::Allocator;
use crate::state::Part;

/// Alignment of packed small objects: the parts of their segment begin at page boundaries.
const PAGE: usize = 4096;

/// The regions and their allocators.
pub(crate) struct Space {
    packed: Option<Piece>,
    heap: Piece,
}

struct Piece {
    base: *mut u8,
    books: Allocator,
}

// SAFETY: addresses only, which are not dereferenced here.
unsafe impl Send for Space {}

impl Piece {
    fn of(me: u32, part: &Part) -> Self {
        let books = Allocator::new(part.segment.len() - part.skip);
        Self { base: part.base(me).wrapping_add(part.skip), books }
    }

    fn offset(&self, at: *const u8) -> usize {
        at.addr().wrapping_sub(self.base.addr())
    }

    fn take(&mut self, bytes: usize, alignment: usize) -> Option<*mut u8> {
        self.books.take(bytes, alignment).map(|offset| self.base.wrapping_add(offset))
    }
}

impl Space {
    pub(crate) fn new(me: u32, heap: &Part, packed: Option<&Part>) -> Self {
        let mut packed = packed.map(|part| Piece::of(me, part));
        if let Some(piece) = &mut packed {
            piece.books.set_alignment(PAGE);
        }
        Self { packed, heap: Piece::of(me, heap) }
    }

    /// The base address of the heap.
    pub(crate) fn base(&self) -> *mut u8 {
        self.heap.base
    }

    /// Allocates `bytes` bytes at a multiple of `alignment`; `None` if there is no room. A request
    /// for more than half of the region for small objects goes to the heap.
    pub(crate) fn take(&mut self, bytes: usize, alignment: usize) -> Option<*mut u8> {
        let is_small = |piece: &&mut Piece| {
            bytes <= piece.books.bytes() / 2 && alignment <= piece.books.alignment()
        };
        let packed = self.packed.as_mut().filter(is_small);
        let taken = packed.and_then(|piece| piece.take(bytes, alignment));
        taken.or_else(|| self.heap.take(bytes, alignment))
    }

    fn piece(&mut self, at: *const u8) -> &mut Piece {
        let is_in = |piece: &&mut Piece| piece.offset(at) < piece.books.bytes();
        match self.packed.as_mut().filter(is_in) {
            Some(piece) => piece,
            None => &mut self.heap,
        }
    }

    /// Records that the block at `at` may be written. Returns how many of its first `bytes` bytes
    /// may have been written before.
    pub(crate) fn touch(&mut self, at: *const u8, bytes: usize) -> usize {
        let piece = self.piece(at);
        piece.books.touch(piece.offset(at), bytes)
    }

    /// Size of the block at `at`; `None` if there is none.
    pub(crate) fn bytes_at(&mut self, at: *const u8) -> Option<usize> {
        let piece = self.piece(at);
        piece.books.bytes_at(piece.offset(at))
    }

    /// Grows or shrinks the block at `at` in place. Returns whether that was possible.
    pub(crate) fn resize(&mut self, at: *const u8, bytes: usize) -> bool {
        let piece = self.piece(at);
        piece.books.resize(piece.offset(at), bytes)
    }

    /// Frees the block at `at`. Returns false if there is none.
    pub(crate) fn give(&mut self, at: *const u8) -> bool {
        let piece = self.piece(at);
        piece.books.give(piece.offset(at))
    }

    /// Sets the alignment of the heaps of all PEs, a power of two.
    pub(crate) fn set_alignment(&mut self, alignment: usize) {
        self.heap.books.set_alignment(alignment);
    }

    /// The greatest alignment available.
    pub(crate) fn alignment(&self) -> usize {
        self.heap.books.alignment()
    }

    /// Size of the heap in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.heap.books.bytes()
    }
}
