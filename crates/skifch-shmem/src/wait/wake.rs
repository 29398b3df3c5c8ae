//! A PE that sleeps until a word changes is woken by PEs of its host.
//!
//! A PE that is about to sleep publishes in its control memory what it waits for, and adds itself
//! to a counter shared by all PEs of the host. A signal checks the target after its store: mostly
//! one load, of a line that nobody writes meanwhile. Puts and atomics are the shortest operations
//! of all: such a check made a put of a word a quarter longer. For these, a quiet checks the
//! counter instead, and so does a wait once it has spun without success: if some PE sleeps, they
//! check what for, and wake those whose condition holds. After a store that none of this follows,
//! and for data that comes by a network, the sleeper wakes by itself.
//!
//! A quiet has a fence between its stores and its check, as a sleeper has between its announcement
//! and its last look: one of them sees the other. A signal has none, so once in a while its store
//! is too late for the last look and its check too early for the announcement.

use super::Cmp;
use crate::area::asleep;
use crate::coll::meet;
use crate::state::{Kind, State, state};
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// What a PE waits for, as published to others: 0 if it does not sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Awaited(pub(crate) u64);

impl Awaited {
    /// PEs that come to the same synchronisation; each wakes the others.
    pub(crate) const MEETING: Self = Self(1);
    /// Any of several words.
    pub(crate) const ANY: Self = Self(2);

    /// The word at `addr` of this PE.
    fn word(state: &State, addr: *const u8) -> Self {
        // No other PE can locate a word that is not symmetric.
        state.find(addr, 1).map_or(Self::MEETING, |(kind, offset)| Self::at(kind, offset))
    }

    fn at(kind: Kind, offset: usize) -> Self {
        Self((offset as u64 + 1) << 2 | kind as u64)
    }

    /// Whether it is one word at a known place.
    pub(crate) fn is_word(self) -> bool {
        self.0 > 3
    }

    /// The kind of memory and the offset of the word.
    fn place(self) -> Option<(Kind, usize)> {
        let kind = match self.0 & 3 {
            1 => Kind::Data,
            2 => Kind::Packed,
            _ => Kind::Heap,
        };
        self.is_word().then(|| (kind, (self.0 >> 2) as usize - 1))
    }

    /// Whether it may be a word in these bytes: one word there, or any word.
    fn is_in(self, kind: Kind, offset: usize, bytes: usize) -> bool {
        let (first, end) = (Self::at(kind, offset).0, Self::at(kind, offset + bytes).0);
        let is_same_kind = self.0 & 3 == kind as u64;
        self == Self::ANY || self.is_word() && is_same_kind && (first..end).contains(&self.0)
    }
}

/// A comparison of a word with a value, without its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    /// The address of the word in this PE; null if it is not one word.
    pub(super) word: *const u8,
    /// The value extended to 8 bytes according to its type.
    pub(super) value: u64,
    pub(super) cmp: Cmp,
    pub(super) width: usize,
    pub(super) is_signed: bool,
}

/// A condition as published to other PEs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) awaited: Awaited,
    pub(crate) value: u64,
    /// Comparison, width and signedness, encoded.
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
    /// A wait that is not for a single word.
    pub(super) fn plain(awaited: Awaited) -> Self {
        Self { awaited, value: 0, how: 0 }
    }

    /// Whether the condition holds for the word at `at`.
    ///
    /// # Safety
    /// `at` is a word of symmetric memory that can be loaded directly, aligned to its width.
    unsafe fn holds(self, at: *const u8) -> bool {
        let width = self.how >> 4 & 0xf;
        // SYNC program-word: as in the wait of that PE.
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

/// Wakes `pe` if needed, after a signal to `bytes` bytes at `addr` there, which are directly
/// accessible.
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

/// Wakes the PEs of this host whose condition holds. Call it after the stores and a full fence.
#[cold]
#[inline(never)]
pub(crate) fn wake_sleepers() {
    let Ok(state) = state() else { return };
    for &pe in state.near() {
        let Some((told, word)) = meet::told_by(state, pe) else { continue };
        let Some((kind, offset)) = told.awaited.place() else { continue };
        // The announcement comes from another process, so it is checked before use.
        let at = state.near_word(kind, offset, (told.how >> 4 & 0xf) as usize, pe);
        // SAFETY: a word of symmetric memory that is directly accessible, and aligned.
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

    /// Whether the published condition agrees with the wait's own for a word of this type.
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
        // SAFETY: the width does not exist, so nothing is loaded.
        assert!(!unsafe { unknown.holds(std::ptr::null()) });
    }
}
