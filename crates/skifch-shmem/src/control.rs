//! The control memory: words of each PE that the other PEs write to synchronise. It lies at the
//! beginning of the heap's segment; its first bytes, which all PEs use, lie with the small objects
//! in jobs that pack them (`pack.rs`).

use crate::area::FAR;
use crate::coll::meet::COMMON_BYTES;
use crate::state::Part;
use std::sync::Arc;

/// The addresses of the control memory of all PEs.
pub(crate) struct Control {
    heap: Words,
    packed: Option<Words>,
}

/// Base address of this PE's words, and the deltas to those of other PEs.
struct Words {
    base: *mut u8,
    deltas: Arc<[usize]>,
}

// SAFETY: addresses in segments, whose control memory is accessed by atomics and raw copies only.
unsafe impl Send for Control {}
// SAFETY: as above.
unsafe impl Sync for Control {}

impl Control {
    pub(crate) fn new(me: u32, heap: &Part, packed: Option<&Part>) -> Self {
        let words = |part: &Part| Words { base: part.base(me), deltas: Arc::clone(&part.deltas) };
        Self { heap: words(heap), packed: packed.map(words) }
    }

    #[inline(always)]
    fn words(&self, offset: usize) -> &Words {
        match &self.packed {
            Some(packed) if offset < COMMON_BYTES => packed,
            _ => &self.heap,
        }
    }

    /// The address of the byte at `offset` of this PE's control memory.
    #[inline(always)]
    pub(crate) fn mine(&self, offset: usize) -> *mut u8 {
        self.words(offset).base.wrapping_add(offset)
    }

    /// The local address of the byte at `offset` of `pe`'s control memory, if it is directly
    /// accessible.
    #[inline(always)]
    pub(crate) fn of(&self, pe: u32, offset: usize) -> Option<*mut u8> {
        let words = self.words(offset);
        let delta = words.deltas[pe as usize];
        (delta != FAR).then(|| words.base.wrapping_add(offset).wrapping_byte_add(delta))
    }
}
