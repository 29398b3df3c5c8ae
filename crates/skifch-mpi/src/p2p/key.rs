//! What messages are matched by.

use super::{ANY_SOURCE, ANY_TAG};
use crate::coll::COUNT_MASK;
use crate::comm::part;
use skifch::Mixer;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Context, rank of the sender in the job, tag; the last two may be wildcards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) context: u64,
    pub(crate) source: i32,
    pub(crate) tag: i32,
}

/// The ways to be a pattern: which of source and tag are wildcards.
pub(crate) const PATTERNS: usize = 4;

impl Key {
    /// What a message is looked for by: in collective calls not by which call it is of.
    #[inline(always)]
    pub(crate) fn slot(&self) -> Self {
        let is_collective = self.context & part::COLLECTIVE != 0;
        let mask = if is_collective { COUNT_MASK } else { !0 };
        Self { tag: self.tag & mask, ..*self }
    }

    /// Which pattern this is: bit 0 any source, bit 1 any tag.
    #[inline(always)]
    pub(crate) fn pattern(&self) -> usize {
        usize::from(self.source == ANY_SOURCE) | usize::from(self.tag == ANY_TAG) << 1
    }

    /// This key as a receive of pattern number `pattern` would ask for it.
    #[inline(always)]
    pub(crate) fn as_pattern(&self, pattern: usize) -> Self {
        Self {
            context: self.context,
            source: if pattern & 1 != 0 { ANY_SOURCE } else { self.source },
            tag: if pattern & 2 != 0 { ANY_TAG } else { self.tag },
        }
    }

    /// Whether this pattern takes a message with that key.
    #[inline(always)]
    pub(crate) fn takes(&self, message: &Self) -> bool {
        self.context == message.context
            && (self.source == message.source || self.source == ANY_SOURCE)
            && (self.tag == message.tag || self.tag == ANY_TAG)
    }
}

pub(crate) type Map<V> = HashMap<Key, V, BuildHasherDefault<Mixer>>;

/// First and last of a queue; the links are in the entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fifo {
    pub(crate) head: u32,
    pub(crate) tail: u32,
}

/// No entry.
pub(crate) const END: u32 = u32::MAX;

impl Default for Fifo {
    fn default() -> Self {
        Self { head: END, tail: END }
    }
}

/// Empty queues stay in a map, to be used again, until there are many more than entries.
pub(crate) fn sweep(map: &mut Map<Fifo>, live: usize) {
    if map.len() > 256 + 4 * live {
        map.retain(|_, fifo| fifo.head != END);
    }
}
