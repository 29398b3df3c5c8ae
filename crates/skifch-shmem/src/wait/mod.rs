//! Waiting for, and testing, words of this PE that others write.

mod away;
mod many;
mod pace;
mod vain;
mod wake;

pub use many::{
    Against, Words, test_all, test_any, test_some, wait_until_all, wait_until_any, wait_until_some,
};
pub(crate) use pace::{For, Pace, Wait, is_virtual, look};
use wake::Condition;
pub(crate) use wake::{Awaited, Told, after_signal, wake_sleepers};

use crate::area::{self, near};
use crate::error::{Result, fail};
use crate::state::{State, state};
use std::sync::atomic::Ordering::Acquire;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// How a word is compared with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
}

impl Cmp {
    const ALL: [Self; 6] = [Self::Eq, Self::Ne, Self::Gt, Self::Ge, Self::Lt, Self::Le];

    /// Whether `word` compares with `value` in this way.
    #[inline(always)]
    pub fn holds<V: Ord>(self, word: V, value: V) -> bool {
        match self {
            Self::Eq => word == value,
            Self::Ne => word != value,
            Self::Gt => word > value,
            Self::Ge => word >= value,
            Self::Lt => word < value,
            Self::Le => word <= value,
        }
    }
}

/// A comparison with a constant as one range test, so that a wait repeats the same test for all
/// comparisons.
#[derive(Clone, Copy)]
struct Until {
    from: u64,
    /// Length of the range that begins at `from`, modulo 2^64.
    span: u64,
    /// The condition holds inside the range; otherwise outside.
    is_in: bool,
}

impl Until {
    #[inline(always)]
    fn new<V: Value>(cmp: Cmp, value: V) -> Self {
        let (value, (least, greatest)) = (value.bits(), V::ENDS);
        let (from, to) = match cmp {
            Cmp::Eq | Cmp::Ne => (value, value),
            Cmp::Ge | Cmp::Lt => (value, greatest),
            Cmp::Gt | Cmp::Le => (least, value),
        };
        let is_in = matches!(cmp, Cmp::Eq | Cmp::Ge | Cmp::Le);
        Self { from, span: to.wrapping_sub(from), is_in }
    }

    #[inline(always)]
    fn holds<V: Value>(self, word: V) -> bool {
        (word.bits().wrapping_sub(self.from) <= self.span) == self.is_in
    }
}

mod sealed {
    pub trait Sealed {
        /// Whether the type is signed.
        const IS_SIGNED: bool;
        /// The least and the greatest value, as returned by [`bits`](Self::bits).
        const ENDS: (u64, u64);
        /// The value extended to 8 bytes.
        fn bits(self) -> u64;
        /// Loads the value at `word` in one access.
        ///
        /// # Safety
        /// `word` is readable and aligned; others write it by atomics only.
        unsafe fn load(word: *const Self) -> Self;
    }
}

/// An integer type that can be waited for: 1 to 8 bytes, signed or unsigned.
pub trait Value: Copy + Ord + sealed::Sealed {}

macro_rules! values {
    ($($int:ty: $atomic:ty;)*) => { $(
        impl sealed::Sealed for $int {
            const IS_SIGNED: bool = <$int>::MIN != 0;
            const ENDS: (u64, u64) = (<$int>::MIN as i64 as u64, <$int>::MAX as i64 as u64);
            #[inline(always)]
            fn bits(self) -> u64 {
                self as i64 as u64
            }
            #[inline(always)]
            unsafe fn load(word: *const Self) -> Self {
                // SAFETY: our caller's promise.
                let word = unsafe { &*word.cast::<$atomic>() };
                // SYNC program-word: pairs with the writer's release: an atomic, a signal, or a
                // fence or quiet before its store.
                word.load(Acquire) as Self
            }
        }
        impl Value for $int {}
    )* };
}
values! {
    i8: AtomicU8; u8: AtomicU8;
    i16: AtomicU16; u16: AtomicU16;
    i32: AtomicU32; u32: AtomicU32;
    i64: AtomicU64; u64: AtomicU64;
    isize: AtomicU64; usize: AtomicU64;
}

/// Checks that a word can be waited for or tested.
///
/// # Errors
/// Not symmetric, so that no other PE could ever write it, or not aligned.
#[inline(always)]
fn check<V>(state: &State, word: *const V) -> Result<()> {
    if area::is_word(word) && word.is_aligned() { Ok(()) } else { check_far(state, word) }
}

#[cold]
#[inline(never)]
fn check_far<V>(state: &State, word: *const V) -> Result<()> {
    let bytes = size_of::<V>();
    state.find(word.cast(), bytes)?;
    match word.is_aligned() {
        true => Ok(()),
        false => fail!("{word:p}: a word of {bytes} bytes is aligned to as many"),
    }
}

/// Waits until the comparison of `*word` with `value` holds.
///
/// # Errors
/// Not started, not symmetric or not aligned; an error of the network. The same for all calls of
/// this module.
///
/// # Safety
/// `word` is readable.
#[inline]
pub unsafe fn wait_until<V: Value>(word: *const V, cmp: Cmp, value: V) -> Result<()> {
    let state = state()?;
    check(state, word)?;
    let until = Until::new(cmp, value);
    // SAFETY: our caller's promise, and aligned as tested.
    let holds = || until.holds(unsafe { V::load(word) });
    if holds() || state.pace.spins() && state.pace.away.comes(holds, answer_to(state, word)) {
        return Ok(());
    }
    let (width, is_signed) = (size_of::<V>(), V::IS_SIGNED);
    let condition = Condition { word: word.cast(), value: value.bits(), cmp, width, is_signed };
    pass_until(Wait::new(state, For::Word(condition)), holds)
}

/// The address of the same word at the other of two PEs, where this PE will probably write its
/// answer.
#[inline(always)]
fn answer_to<V>(state: &State, word: *const V) -> Option<*mut u8> {
    match state.pes {
        2 => near(word.cast(), size_of::<V>(), (1 - state.me).cast_signed()),
        _ => None,
    }
}

/// Waits until `holds`, and makes progress. The condition is changed by PEs that come to the same
/// synchronisation.
///
/// # Errors
/// An error of the network.
pub(crate) fn until(state: &State, holds: impl FnMut() -> bool) -> Result<()> {
    pass_until(Wait::new(state, For::Meeting), holds)
}

fn pass_until(mut wait: Wait<'_>, mut holds: impl FnMut() -> bool) -> Result<()> {
    while !holds() {
        wait.pause()?;
    }
    Ok(())
}

/// Whether the comparison holds now. Makes progress, so a program may call it in a loop.
///
/// # Errors
/// As [`wait_until`].
///
/// # Safety
/// As there.
#[inline]
pub unsafe fn test<V: Value>(word: *const V, cmp: Cmp, value: V) -> Result<bool> {
    let state = state()?;
    check(state, word)?;
    // SAFETY: our caller's promise, and aligned as tested.
    if cmp.holds(unsafe { V::load(word) }, value) {
        return Ok(true);
    }
    look(state)?;
    // SAFETY: as above.
    Ok(cmp.holds(unsafe { V::load(word) }, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees<V: Value + std::fmt::Debug>(values: &[V]) {
        for cmp in Cmp::ALL {
            for &value in values {
                let until = Until::new(cmp, value);
                for &word in values {
                    let holds = cmp.holds(word, value);
                    assert_eq!(until.holds(word), holds, "{word:?} {cmp:?} {value:?}");
                }
            }
        }
    }

    #[test]
    fn what_a_word_is_to_be_is_said_in_one_way_for_all_comparisons() {
        agrees(&[i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX]);
        agrees(&[0, 1, 1 << 63, u64::MAX - 1, u64::MAX]);
        agrees(&[i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX]);
        agrees(&[0, 1, 1 << 31, u32::MAX]);
        agrees(&[i16::MIN, -1, 0, i16::MAX]);
        agrees(&[0, 1, 1 << 15, u16::MAX]);
        agrees(&[i8::MIN, -1, 0, i8::MAX]);
        agrees(&[0, 1, 1 << 7, u8::MAX]);
    }
}
