//! Which bytes of the heap are whose. All PEs ask the same in the same order, so each keeps its own
//! books and all come to the same places. The books are not in the heap: a program that writes
//! beyond its memory does not break them, and memory that nobody has touched stays untouched.

use std::collections::{BTreeMap, BTreeSet};

/// Memory is given in multiples of a cache line, so that no two objects share one.
const UNIT: usize = 64;

/// See the module. Places are offsets.
pub(crate) struct Allocator {
    bytes: usize,
    /// What is given: offset and bytes.
    given: BTreeMap<usize, usize>,
    /// What is free: offset and bytes; no two touch.
    free: BTreeMap<usize, usize>,
    /// The same by bytes and offset.
    by_size: BTreeSet<(usize, usize)>,
    /// Nothing from here on was ever given: it is zeros.
    fresh: usize,
    /// What the heaps of all PEs are aligned to in memory.
    alignment: usize,
}

impl Allocator {
    /// For so many bytes from an address that is a multiple of a cache line at least.
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

    /// Bytes that a request for `bytes` takes; `None` if no heap has as many.
    fn rounded(bytes: usize) -> Option<usize> {
        bytes.max(1).checked_next_multiple_of(UNIT)
    }

    /// The place of `bytes` bytes at a multiple of `alignment`, a power of two; `None`: no room.
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

    /// Notes that what was given at `at` may be written: how many of its `bytes` may have been
    /// written before, from the start on.
    pub(crate) fn touch(&mut self, at: usize, bytes: usize) -> usize {
        let used = self.fresh.saturating_sub(at).min(bytes);
        self.fresh = self.fresh.max(at + self.bytes_at(at).unwrap_or(bytes));
        used
    }

    /// Bytes that were given at `at`; `None`: it is not what was given.
    pub(crate) fn bytes_at(&self, at: usize) -> Option<usize> {
        self.given.get(&at).copied()
    }

    /// Makes what is at `at` longer or shorter in its place; whether that was possible.
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

    /// Takes back what is at `at`; false: it is not what was given.
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

    /// What the heaps of all PEs are aligned to, a power of two: nothing can be aligned to more.
    pub(crate) fn set_alignment(&mut self, alignment: usize) {
        self.alignment = alignment;
    }

    /// The greatest alignment that can be had.
    pub(crate) fn alignment(&self) -> usize {
        self.alignment
    }

    /// Bytes in all.
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
