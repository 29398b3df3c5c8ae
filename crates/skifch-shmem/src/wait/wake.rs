//! Who sleeps until a word changes is woken by PEs on its host.
//!
//! A PE that is about to sleep says in its control memory what it waits for, and counts itself in a
//! place that all PEs of the host have. A signal looks at the target after its store: mostly one
//! load, of a line that nobody writes meanwhile. Puts and atomics are the shortest of all
//! operations: such a look made a put of a word a quarter longer. So for these a quiet looks at the
//! count, and a wait once it has spun in vain: where somebody sleeps they look what for, and wake
//! whoever has what it waits for. After a store that nothing of this follows, and for what comes by
//! a network, the sleeper wakes by itself.
//!
//! A quiet has a fence between its stores and its look, as a sleeper has between what it says and
//! its last look: one sees the other. A signal has none, so once in a while it comes too late for
//! the one and too early for the other.

use super::Cmp;
use crate::area::asleep;
use crate::coll::meet;
use crate::state::{Kind, State, state};
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// What a PE waits for, as others find it: 0 for one that does not sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Awaited(pub(crate) u64);

impl Awaited {
    /// PEs that come to the same meeting, who tell it.
    pub(crate) const MEETING: Self = Self(1);
    /// Some word of several.
    pub(crate) const ANY: Self = Self(2);

    /// The word at `addr` of this PE.
    fn word(state: &State, addr: *const u8) -> Self {
        // Of a word that is not symmetric nobody can tell.
        state.find(addr, 1).map_or(Self::MEETING, |(kind, offset)| Self::at(kind, offset))
    }

    fn at(kind: Kind, offset: usize) -> Self {
        Self((offset as u64 + 1) << 2 | kind as u64)
    }

    /// Whether it is one word of which others know where it is.
    pub(crate) fn is_word(self) -> bool {
        self.0 > 3
    }

    /// Where that is.
    fn place(self) -> Option<(Kind, usize)> {
        let kind = match self.0 & 3 {
            1 => Kind::Data,
            2 => Kind::Packed,
            _ => Kind::Heap,
        };
        self.is_word().then(|| (kind, (self.0 >> 2) as usize - 1))
    }

    /// Whether it is some word, and may be one of these bytes.
    fn is_in(self, kind: Kind, offset: usize, bytes: usize) -> bool {
        let (first, end) = (Self::at(kind, offset).0, Self::at(kind, offset + bytes).0);
        let is_same_kind = self.0 & 3 == kind as u64;
        self == Self::ANY || self.is_word() && is_same_kind && (first..end).contains(&self.0)
    }
}

/// How a word is to compare with a value, for PEs that do not know its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    /// The word, of this PE; null where it is not one word.
    pub(super) word: *const u8,
    /// Extended to 8 bytes as its type is.
    pub(super) value: u64,
    pub(super) cmp: Cmp,
    pub(super) width: usize,
    pub(super) is_signed: bool,
}

/// A condition as another PE finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) awaited: Awaited,
    pub(crate) value: u64,
    /// Comparison, width and sign.
    pub(crate) how: u64,
}

const SIGNED: u64 = 1 << 8;

impl Condition {
    pub(super) fn told(self, state: &State) -> Told {
        let Self { word, value, cmp, width, is_signed } = self;
        let sign = if is_signed { SIGNED } else { 0 };
        let how = cmp as u64 | (width as u64) << 4 | sign;
        Told { awaited: Awaited::word(state, word), value, how }
    }
}

impl Told {
    /// A wait that is for no single word.
    pub(super) fn plain(awaited: Awaited) -> Self {
        Self { awaited, value: 0, how: 0 }
    }

    /// Whether the word at `at` is what is waited for.
    ///
    /// # Safety
    /// `at` is a word of symmetric memory that can be loaded, aligned to its width.
    unsafe fn holds(self, at: *const u8) -> bool {
        let width = self.how >> 4 & 0xf;
        // SAFETY: our caller's promise, here and below.
        let word = unsafe {
            match width {
                1 => u64::from((*at.cast::<AtomicU8>()).load(Acquire)),
                2 => u64::from((*at.cast::<AtomicU16>()).load(Acquire)),
                4 => u64::from((*at.cast::<AtomicU32>()).load(Acquire)),
                8 => (*at.cast::<AtomicU64>()).load(Acquire),
                _ => return false,
            }
        };
        let Some(cmp) = Cmp::ALL.get((self.how & 0xf) as usize) else { return false };
        match self.how & SIGNED {
            0 => cmp.holds(word, self.value),
            _ => {
                let rest = 64 - 8 * width;
                cmp.holds((word << rest).cast_signed() >> rest, self.value.cast_signed())
            }
        }
    }
}

/// After a signal to `bytes` bytes at `addr` of `pe`, which are near.
#[inline(always)]
pub(crate) fn after_signal(addr: *const u8, bytes: usize, pe: i32) {
    if let Some(word) = asleep(pe)
        && word.load(Relaxed) > Awaited::MEETING.0
    {
        wake_waiter(addr, bytes, pe);
    }
}

#[cold]
#[inline(never)]
fn wake_waiter(addr: *const u8, bytes: usize, pe: i32) {
    let Ok(state) = state() else { return };
    let Some(word) = asleep(pe) else { return };
    let awaited = Awaited(word.load(Relaxed));
    if let Ok((kind, offset)) = state.find(addr, bytes)
        && awaited.is_in(kind, offset, bytes)
    {
        meet::send_wake(state, pe.cast_unsigned(), word);
    }
}

/// After stores, and a full fence: wakes those on this host that have what they sleep for.
#[cold]
#[inline(never)]
pub(crate) fn wake_sleepers() {
    let Ok(state) = state() else { return };
    for &pe in state.near() {
        let Some((told, word)) = meet::told_by(state, pe) else { continue };
        let Some((kind, offset)) = told.awaited.place() else { continue };
        // What another process says is looked at before it is used.
        let at = state.near_word(kind, offset, (told.how >> 4 & 0xf) as usize, pe);
        // SAFETY: a word of symmetric memory that is near, aligned.
        if at.is_some_and(|at| unsafe { told.holds(at) }) {
            meet::send_wake(state, pe, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wait::Value;

    #[test]
    fn a_signal_wakes_who_waits_for_one_of_its_bytes() {
        let word = Awaited::at(Kind::Heap, 64);
        assert!(word.is_in(Kind::Heap, 64, 8) && word.is_in(Kind::Heap, 0, 65));
        assert!(!word.is_in(Kind::Heap, 0, 64) && !word.is_in(Kind::Heap, 65, 8));
        assert!(!word.is_in(Kind::Data, 64, 8) && !word.is_in(Kind::Heap, 64, 0));
        assert!(Awaited::at(Kind::Data, 0).is_in(Kind::Data, 0, 1));
        assert!(Awaited::ANY.is_in(Kind::Data, 7, 1));
        assert!(!Awaited::MEETING.is_in(Kind::Heap, 0, 1 << 20));
        assert!(!Awaited(0).is_in(Kind::Heap, 0, 1 << 20));
    }

    #[test]
    fn others_know_where_a_word_is() {
        for (kind, offset) in [
            (Kind::Heap, 0),
            (Kind::Data, 0),
            (Kind::Packed, 0),
            (Kind::Heap, 4096),
            (Kind::Data, 7),
        ] {
            assert_eq!(Awaited::at(kind, offset).place(), Some((kind, offset)));
        }
        for none in [Awaited(0), Awaited::MEETING, Awaited::ANY] {
            assert_eq!(none.place(), None);
        }
    }

    /// What is told of a wait for a word of this type, and whether it says the same as the wait.
    fn agrees<V: Value>(word: V, value: V, cmp: Cmp) -> bool {
        let sign = if V::IS_SIGNED { SIGNED } else { 0 };
        let how = cmp as u64 | (size_of::<V>() as u64) << 4 | sign;
        let told = Told { awaited: Awaited::ANY, value: value.bits(), how };
        // SAFETY: a word of ours.
        unsafe { told.holds((&raw const word).cast()) == cmp.holds(word, value) }
    }

    #[test]
    fn a_condition_is_the_same_for_who_does_not_know_the_type() {
        for cmp in Cmp::ALL {
            for (word, value) in [(0, 0), (1, 2), (-1, 1), (1, -1), (-2, -1), (i64::MIN, i64::MAX)]
            {
                assert!(agrees(word, value, cmp) && agrees(word as u64, value as u64, cmp));
                assert!(agrees(word as i32, value as i32, cmp));
                assert!(agrees(word as u32, value as u32, cmp));
                assert!(agrees(word as i16, value as i16, cmp));
                assert!(agrees(word as u16, value as u16, cmp));
                assert!(
                    agrees(word as i8, value as i8, cmp) && agrees(word as u8, value as u8, cmp)
                );
            }
        }
        let unknown = Told { awaited: Awaited::ANY, value: 0, how: 7 << 4 };
        // SAFETY: no width that there is, so nothing is loaded.
        assert!(!unsafe { unknown.holds(std::ptr::null()) });
    }
}
