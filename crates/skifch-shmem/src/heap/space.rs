//! Pieces of symmetric memory by their addresses: the heap, and where small objects are packed a
//! piece for these, which goes first.

use super::Allocator;
use crate::state::Part;

/// What small objects are aligned to where they are packed: parts of that segment begin at pages.
const PAGE: usize = 4096;

/// See the module.
pub(crate) struct Space {
    packed: Option<Piece>,
    heap: Piece,
}

struct Piece {
    base: *mut u8,
    books: Allocator,
}

// SAFETY: addresses, which are not followed here.
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

    /// Where the heap begins.
    pub(crate) fn base(&self) -> *mut u8 {
        self.heap.base
    }

    /// `bytes` bytes at a multiple of `alignment`; `None`: no room. What takes more than half of
    /// the piece for small objects is none.
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

    /// Notes that what was given at `at` may be written: how many of its `bytes` may have been
    /// written before, from the start on.
    pub(crate) fn touch(&mut self, at: *const u8, bytes: usize) -> usize {
        let piece = self.piece(at);
        piece.books.touch(piece.offset(at), bytes)
    }

    /// Bytes that were given at `at`; `None`: it is not what was given.
    pub(crate) fn bytes_at(&mut self, at: *const u8) -> Option<usize> {
        let piece = self.piece(at);
        piece.books.bytes_at(piece.offset(at))
    }

    /// Makes what is at `at` longer or shorter in its place; whether that was possible.
    pub(crate) fn resize(&mut self, at: *const u8, bytes: usize) -> bool {
        let piece = self.piece(at);
        piece.books.resize(piece.offset(at), bytes)
    }

    /// Takes back what is at `at`; false: it is not what was given.
    pub(crate) fn give(&mut self, at: *const u8) -> bool {
        let piece = self.piece(at);
        piece.books.give(piece.offset(at))
    }

    /// What the heaps of all PEs are aligned to, a power of two.
    pub(crate) fn set_alignment(&mut self, alignment: usize) {
        self.heap.books.set_alignment(alignment);
    }

    /// The greatest alignment that can be had.
    pub(crate) fn alignment(&self) -> usize {
        self.heap.books.alignment()
    }

    /// Bytes of the heap.
    pub(crate) fn bytes(&self) -> usize {
        self.heap.books.bytes()
    }
}
