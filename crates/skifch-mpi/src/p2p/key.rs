//! The matching key of messages and receives.

use super::{ANY_SOURCE, ANY_TAG};
use crate::coll::COUNT_MASK;
use crate::comm::part;
use skifch::Mixer;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Context, rank of the sender in the job, and tag; the last two may be wildcards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) context: u64,
    pub(crate) source: i32,
    pub(crate) tag: i32,
}

/// Number of wildcard patterns: which of source and tag are wildcards.
pub(crate) const PATTERNS: usize = 4;

impl Key {
    /// The key of the queue that a message is looked up in: for collective calls without the bits
    /// of the tag that name the call.
    #[inline(always)]
    pub(crate) fn slot(&self) -> Self {
        let is_collective = self.context & part::COLLECTIVE != 0;
        let mask = if is_collective { COUNT_MASK } else { !0 };
        Self { tag: self.tag & mask, ..*self }
    }

    /// The pattern of this key: bit 0 any source, bit 1 any tag.
    #[inline(always)]
    pub(crate) fn pattern(&self) -> usize {
        usize::from(self.source == ANY_SOURCE) | usize::from(self.tag == ANY_TAG) << 1
    }

    /// This key with the wildcards of pattern number `pattern`.
    #[inline(always)]
    pub(crate) fn as_pattern(&self, pattern: usize) -> Self {
        Self {
            context: self.context,
            source: if pattern & 1 != 0 { ANY_SOURCE } else { self.source },
            tag: if pattern & 2 != 0 { ANY_TAG } else { self.tag },
        }
    }

    /// Whether a receive with this key matches a message with that key.
    #[inline(always)]
    pub(crate) fn takes(&self, message: &Self) -> bool {
        self.context == message.context
            && (self.source == message.source || self.source == ANY_SOURCE)
            && (self.tag == message.tag || self.tag == ANY_TAG)
    }
}

pub(crate) type Map<V> = HashMap<Key, V, BuildHasherDefault<Mixer>>;

/// Head and tail of a queue; the links are in the entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fifo {
    pub(crate) head: u32,
    pub(crate) tail: u32,
}

/// The link that marks the end of a queue.
pub(crate) const END: u32 = u32::MAX;

impl Default for Fifo {
    fn default() -> Self {
        Self { head: END, tail: END }
    }
}

/// Removes empty queues once there are many more queues than entries; until then they stay in the
/// map for reuse.
pub(crate) fn sweep(map: &mut Map<Fifo>, live: usize) {
    if map.len() > 256 + 4 * live {
        map.retain(|_, fifo| fifo.head != END);
    }
}
