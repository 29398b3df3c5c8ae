//! The heap's allocator. All PEs make the same requests in the same order, so each keeps its own
//! records and all get the same offsets. The records are not in the heap: a program that writes
//! beyond its memory does not corrupt them, and memory that was never used stays untouched.

use std::collections::{BTreeMap, BTreeSet};

/// Sizes are multiples of a cache line, so that no two objects share one.
const UNIT: usize = 64;

/// Records of allocated and free memory, by offset.
pub(crate) struct Allocator {
    bytes: usize,
    /// Allocated blocks: offset and size in bytes.
    given: BTreeMap<usize, usize>,
    /// Free blocks: offset and size in bytes; no two are adjacent.
    free: BTreeMap<usize, usize>,
    /// Free blocks by size and offset.
    by_size: BTreeSet<(usize, usize)>,
    /// No memory from this offset on was ever handed out: it is zero.
    fresh: usize,
    /// Alignment of the heaps of all PEs in memory.
    alignment: usize,
}

impl Allocator {
    /// A heap of `bytes` bytes, whose base address is a multiple of a cache line at least.
    pub(crate) fn new(bytes: usize) -> Self {
        let bytes = bytes / UNIT * UNIT;
        let mut allocator = Self {
            bytes,
            given: BTreeMap::new(),
            free: BTreeMap::new(),
            by_size: BTreeSet::new(),
            fresh: 0,
            alignment: UNIT,
        };
        allocator.put_free(0, bytes);
        allocator
    }

    fn put_free(&mut self, offset: usize, bytes: usize) {
        if bytes > 0 {
            self.free.insert(offset, bytes);
            self.by_size.insert((bytes, offset));
        }
    }

    fn take_free(&mut self, offset: usize, bytes: usize) {
        self.free.remove(&offset);
        self.by_size.remove(&(bytes, offset));
    }

    /// Size of the block for a request of `bytes`; `None` on overflow.
    fn rounded(bytes: usize) -> Option<usize> {
        bytes.max(1).checked_next_multiple_of(UNIT)
    }

    /// Allocates `bytes` bytes at a multiple of `alignment`, a power of two; `None` if there is no
    /// room.
    pub(crate) fn take(&mut self, bytes: usize, alignment: usize) -> Option<usize> {
        let wanted = Self::rounded(bytes)?;
        let start = |offset: usize| offset.checked_next_multiple_of(alignment);
        let fits = |&(free, offset): &(usize, usize)| {
            start(offset)
                .and_then(|at| at.checked_add(wanted))
                .is_some_and(|end| end <= offset + free)
        };
        let (free, offset) = self.by_size.range((wanted, 0)..).copied().find(fits)?;
        let at = start(offset)?;
        self.take_free(offset, free);
        self.put_free(offset, at - offset);
        self.put_free(at + wanted, offset + free - at - wanted);
        self.given.insert(at, wanted);
        Some(at)
    }

    /// Records that the block at `at` may be written. Returns how many of its first `bytes` bytes
    /// may have been written before.
    pub(crate) fn touch(&mut self, at: usize, bytes: usize) -> usize {
        let used = self.fresh.saturating_sub(at).min(bytes);
        self.fresh = self.fresh.max(at + self.bytes_at(at).unwrap_or(bytes));
        used
    }

    /// Size of the block at `at`; `None` if there is none.
    pub(crate) fn bytes_at(&self, at: usize) -> Option<usize> {
        self.given.get(&at).copied()
    }

    /// Grows or shrinks the block at `at` in place. Returns whether that was possible.
    pub(crate) fn resize(&mut self, at: usize, bytes: usize) -> bool {
        let (Some(old), Some(wanted)) = (self.bytes_at(at), Self::rounded(bytes)) else {
            return false;
        };
        let after = self.free.get(&(at + old)).copied().unwrap_or(0);
        if wanted > old + after {
            return false;
        }
        self.take_free(at + old, after);
        self.put_free(at + wanted, old + after - wanted);
        self.given.insert(at, wanted);
        true
    }

    /// Frees the block at `at`. Returns false if there is none.
    pub(crate) fn give(&mut self, at: usize) -> bool {
        let Some(mut bytes) = self.given.remove(&at) else { return false };
        let mut offset = at;
        if let Some(&after) = self.free.get(&(at + bytes)) {
            self.take_free(at + bytes, after);
            bytes += after;
        }
        let before = self.free.range(..at).next_back().map(|(&offset, &bytes)| (offset, bytes));
        if let Some((before, len)) = before.filter(|(before, len)| before + len == at) {
            self.take_free(before, len);
            (offset, bytes) = (before, bytes + len);
        }
        self.put_free(offset, bytes);
        true
    }

    /// Sets the alignment of the heaps of all PEs, a power of two and the limit for blocks.
    pub(crate) fn set_alignment(&mut self, alignment: usize) {
        self.alignment = alignment;
    }

    /// The greatest alignment available.
    pub(crate) fn alignment(&self) -> usize {
        self.alignment
    }

    /// Size of the heap in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Call {
        Take(usize, u32),
        Give(usize),
        Resize(usize, usize),
    }

    fn calls() -> impl Strategy<Value = Vec<Call>> {
        let call = prop_oneof![
            3 => (0..5000_usize, 0..13_u32).prop_map(|(bytes, align)| Call::Take(bytes, align)),
            2 => any::<usize>().prop_map(Call::Give),
            1 => (any::<usize>(), 0..5000_usize).prop_map(|(which, to)| Call::Resize(which, to)),
        ];
        prop::collection::vec(call, 0..200)
    }

    fn check(allocator: &Allocator) {
        let mut all: Vec<_> = allocator.given.iter().chain(&allocator.free).collect();
        all.sort_unstable();
        let mut end = 0;
        for (&offset, &bytes) in all {
            assert_eq!(offset, end, "no gap and no overlap");
            assert!(bytes > 0 && offset % UNIT == 0);
            end = offset + bytes;
        }
        assert_eq!(end, allocator.bytes);
        let mut free: Vec<_> = allocator.free.iter().map(|(&at, &bytes)| (at, bytes)).collect();
        assert!(free.windows(2).all(|two| two[0].0 + two[0].1 < two[1].0), "joined");
        free.iter_mut().for_each(|two| *two = (two.1, two.0));
        free.sort_unstable();
        assert!(free.iter().eq(allocator.by_size.iter()));
    }

    proptest! {
        #[test]
        fn what_is_given_never_overlaps_and_all_comes_back(calls in calls()) {
            let mut allocator = Allocator::new(64 << 10);
            let mut held: Vec<(usize, usize)> = Vec::new();
            for call in calls {
                match call {
                    Call::Take(bytes, align) => {
                        if let Some(at) = allocator.take(bytes, 1 << align) {
                            prop_assert_eq!(at % (1 << align), 0);
                            prop_assert!(allocator.bytes_at(at).is_some_and(|got| got >= bytes));
                            held.push((at, bytes));
                        }
                    }
                    Call::Give(which) if !held.is_empty() => {
                        let (at, _) = held.swap_remove(which % held.len());
                        prop_assert!(allocator.give(at));
                        prop_assert!(!allocator.give(at), "twice");
                    }
                    Call::Resize(which, to) if !held.is_empty() => {
                        let at = held[which % held.len()].0;
                        if allocator.resize(at, to) {
                            prop_assert!(allocator.bytes_at(at).is_some_and(|got| got >= to));
                        }
                    }
                    _ => {}
                }
                check(&allocator);
            }
            for (at, _) in held {
                prop_assert!(allocator.give(at));
            }
            prop_assert_eq!(allocator.free.len(), 1);
        }
    }

    #[test]
    fn what_was_never_given_is_known_to_be_zeros() {
        let mut allocator = Allocator::new(1 << 20);
        let first = allocator.take(1000, 64).expect("room");
        assert_eq!(allocator.touch(first, 1000), 0);
        assert!(allocator.give(first));
        let again = allocator.take(2000, 64).expect("room");
        assert_eq!((again, allocator.touch(again, 2000)), (first, 1024));
        assert!(allocator.take(usize::MAX, 64).is_none());
        assert!(allocator.take(1 << 20, 64).is_none(), "no room");
        assert!(!allocator.give(7) && allocator.bytes() == 1 << 20);
    }
}
