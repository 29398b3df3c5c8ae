//! The control memory: words of each PE that others tell it something by. It is at the beginning of
//! the heap's segment; its first bytes, which all use, are with the small objects where these are
//! packed (`pack.rs`).

use crate::area::FAR;
use crate::coll::meet::COMMON_BYTES;
use crate::state::Part;
use std::sync::Arc;

/// See the module.
pub(crate) struct Control {
    heap: Words,
    packed: Option<Words>,
}

/// Where they begin, and how far it is to those of others.
struct Words {
    base: *mut u8,
    deltas: Arc<[usize]>,
}

// SAFETY: addresses in segments, whose control memory is used by atomics and raw copies only.
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

    /// Where the byte at `offset` of this PE's is.
    #[inline(always)]
    pub(crate) fn mine(&self, offset: usize) -> *mut u8 {
        self.words(offset).base.wrapping_add(offset)
    }

    /// Where that of `pe` is for this process, if it is near.
    #[inline(always)]
    pub(crate) fn of(&self, pe: u32, offset: usize) -> Option<*mut u8> {
        let words = self.words(offset);
        let delta = words.deltas[pe as usize];
        (delta != FAR).then(|| words.base.wrapping_add(offset).wrapping_byte_add(delta))
    }
}
