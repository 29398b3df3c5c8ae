//! Atomic operations on a word of memory, and copies that keep words intact; shared by all backends
//! whose segments lie in memory. A direct operation of one rank and one executed by another rank on
//! behalf of a remote one are then the same instructions, and so atomic with respect to each other.

use crate::Error;
use skifch_abi::{AtomicOp, WordOp};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// An operation on a word that takes effect as one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// The operation.
    pub op: AtomicOp,
    /// Size of the word in bytes: 4, in which case the lower halves of the values count, or 8.
    pub width: usize,
    /// The value stored, swapped in, or combined with the word.
    pub operand: u64,
    /// The value that a compare-and-swap compares with.
    pub comparand: u64,
}

impl Atomic {
    /// An operation with these values.
    pub const fn new(op: AtomicOp, width: usize, operand: u64, comparand: u64) -> Self {
        Self { op, width, operand, comparand }
    }

    /// One operation of a batch.
    ///
    /// # Errors
    /// `EINVAL`: there is no such operation, or it is a compare-and-swap.
    pub fn of(one: &WordOp) -> Result<Self, Error> {
        match AtomicOp::from_number(one.op) {
            Some(op) if op != AtomicOp::CompareSwap => {
                // A negative width is one that no segment accepts.
                Ok(Self::new(op, one.width as usize, one.operand, 0))
            }
            _ => {
                let text =
                    format!("a batch of atomic operations: {} is not a valid operation", one.op);
                Err(Error::new(libc::EINVAL, text))
            }
        }
    }

    /// # Errors
    /// `EINVAL`: at `offset` there is no word of this width.
    #[inline]
    pub fn check(&self, offset: usize) -> Result<(), Error> {
        match matches!(self.width, 4 | 8) && offset.is_multiple_of(self.width) {
            true => Ok(()),
            false => Err(self.misplaced(offset)),
        }
    }

    #[cold]
    fn misplaced(&self, offset: usize) -> Error {
        let Self { op, width, .. } = self;
        let text = format!(
            "an atomic operation ({op:?}) on {width} bytes at offset {offset}: the width must be \
             4 or 8, and the offset a multiple of it"
        );
        Error::new(libc::EINVAL, text)
    }
}

/// Applies the operation to the word at `at`; returns the old value.
///
/// # Safety
/// `at` is aligned to the width, 4 or 8, and that many bytes there are writable during the call;
/// others access them by atomic operations only.
#[inline]
pub unsafe fn fetch(at: *mut u8, atomic: &Atomic) -> u64 {
    let Atomic { op, width, operand, comparand } = *atomic;
    // SAFETY: the caller's promise.
    unsafe {
        if width == 8 {
            fetch_u64(&*at.cast::<AtomicU64>(), op, operand, comparand)
        } else {
            let word = &*at.cast::<AtomicU32>();
            u64::from(fetch_u32(word, op, operand as u32, comparand as u32))
        }
    }
}

/// Writes an old value to the caller's memory: `width` bytes at `to`, 4 or 8.
///
/// # Safety
/// `to` is writable for `width` bytes; it need not be aligned.
#[inline]
pub unsafe fn keep(to: *mut u8, width: usize, old: u64) {
    // SAFETY: the caller's promise.
    unsafe {
        match width {
            8 => to.cast::<u64>().write_unaligned(old),
            _ => to.cast::<u32>().write_unaligned(old as u32),
        }
    }
}

/// As [`fetch`], without the old value; uses an instruction that does not read where the processor
/// has one.
///
/// # Safety
/// As [`fetch`].
#[inline]
pub unsafe fn apply(at: *mut u8, atomic: &Atomic) {
    let Atomic { op, width, operand, comparand } = *atomic;
    // SAFETY: the caller's promise.
    unsafe {
        if width == 8 {
            apply_u64(&*at.cast::<AtomicU64>(), op, operand, comparand);
        } else {
            apply_u32(&*at.cast::<AtomicU32>(), op, operand as u32, comparand as u32);
        }
    }
}

/// Both functions for one width.
macro_rules! on_words {
    ($fetch:ident, $apply:ident, $atomic:ty, $int:ty) => {
        #[inline]
        fn $fetch(word: &$atomic, op: AtomicOp, operand: $int, comparand: $int) -> $int {
            // SYNC segment-word: the pair is the program's, at another rank. Sequentially
            // consistent, so that a program may rely on one order of all its atomics.
            let order = Ordering::SeqCst;
            match op {
                AtomicOp::Load => word.load(order),
                AtomicOp::Store | AtomicOp::Swap => word.swap(operand, order),
                AtomicOp::CompareSwap => word
                    .compare_exchange(comparand, operand, order, order)
                    .unwrap_or_else(|old| old),
                AtomicOp::Add => word.fetch_add(operand, order),
                AtomicOp::Xor => word.fetch_xor(operand, order),
                AtomicOp::And => word.fetch_and(operand, order),
                AtomicOp::Or => word.fetch_or(operand, order),
            }
        }

        #[inline]
        fn $apply(word: &$atomic, op: AtomicOp, operand: $int, comparand: $int) {
            // SYNC segment-word: as for the operations that fetch.
            let order = Ordering::SeqCst;
            // An old value that is not used need not be fetched.
            match op {
                AtomicOp::Load => {}
                AtomicOp::Store | AtomicOp::Swap => word.store(operand, order),
                AtomicOp::CompareSwap => {
                    let _ = word.compare_exchange(comparand, operand, order, order);
                }
                AtomicOp::Add => {
                    word.fetch_add(operand, order);
                }
                AtomicOp::Xor => {
                    word.fetch_xor(operand, order);
                }
                AtomicOp::And => {
                    word.fetch_and(operand, order);
                }
                AtomicOp::Or => {
                    word.fetch_or(operand, order);
                }
            }
        }
    };
}

on_words!(fetch_u32, apply_u32, AtomicU32, u32);
on_words!(fetch_u64, apply_u64, AtomicU64, u64);

/// For lengths that are words: an aligned location is read or written by one access, so that a
/// thread that polls it sees all of the word or nothing, and everything written before it.
macro_rules! as_word {
    ($len:ident, $at:ident, ($word:ident: $int:ident) => $act:expr) => {
        match $len {
            1 => Some(as_word!(@one $at, AtomicU8, u8, $word, $int, $act)),
            2 if $at.addr() % 2 == 0 => {
                Some(as_word!(@one $at, AtomicU16, u16, $word, $int, $act))
            }
            4 if $at.addr() % 4 == 0 => {
                Some(as_word!(@one $at, AtomicU32, u32, $word, $int, $act))
            }
            8 if $at.addr() % 8 == 0 => {
                Some(as_word!(@one $at, AtomicU64, u64, $word, $int, $act))
            }
            _ => None,
        }
    };
    (@one $at:ident, $atomic:ty, $type:ty, $word:ident, $int:ident, $act:expr) => {{
        type $int = $type;
        // SAFETY: aligned as tested; the caller vouches for the memory.
        let $word = unsafe { &*$at.cast::<$atomic>() };
        $act
    }};
}

/// The system's `memmove` writes the last byte of copies of one vector twice; vectors have at most
/// this many bytes.
const VECTOR_BYTES: usize = 64;

/// Writes `len` bytes to a part of a segment, the last one once: a program that polls it and
/// changes it as soon as it arrives keeps its change. The last word of a short write, or byte, is
/// stored on its own after all others.
///
/// # Safety
/// `to` is writable and `from` readable for `len` bytes. Others may access `to` concurrently: what
/// they see then is up to the program.
#[inline]
pub unsafe fn write(to: *mut u8, from: *const u8, len: usize) {
    let done = as_word!(len, to, (word: Int) => {
        // SAFETY: `from` is readable for the width, which is `len`.
        let value = unsafe { from.cast::<Int>().read_unaligned() };
        // SYNC segment-word: pairs with the acquire of whoever polls the word.
        word.store(value, Ordering::Release);
    });
    if done.is_some() || len == 0 {
        return;
    }
    if len > VECTOR_BYTES {
        // SAFETY: the caller's promise; the two may overlap.
        unsafe { std::ptr::copy(from, to, len) };
    } else {
        let head = len - last_word(to, len);
        let mut last = [0_u8; 8];
        // SAFETY: the caller's promise. The two may overlap, so the end is read before the copy.
        unsafe {
            std::ptr::copy_nonoverlapping(from.add(head), last.as_mut_ptr(), len - head);
            std::ptr::copy(from, to, head);
            write(to.add(head), last.as_ptr(), len - head);
        }
    }
}

/// Size of the largest aligned word at the end of these bytes: 8, 4, 2 or 1 byte.
fn last_word(to: *mut u8, len: usize) -> usize {
    let end = to.addr().wrapping_add(len);
    [8, 4, 2].into_iter().find(|&width| end.is_multiple_of(width) && width <= len).unwrap_or(1)
}

/// Reads `len` bytes from a part of a segment.
///
/// # Safety
/// As [`write()`], with the roles of `from` and `to` exchanged.
#[inline]
pub unsafe fn read(from: *const u8, to: *mut u8, len: usize) {
    let done = as_word!(len, from, (word: Int) => {
        // SYNC segment-word: pairs with the release in `write` and with atomics.
        let value = word.load(Ordering::Acquire);
        // SAFETY: `to` is writable for the width, which is `len`.
        unsafe { to.cast::<Int>().write_unaligned(value) };
    });
    if done.is_none() {
        // SAFETY: the caller's promise; the two may overlap.
        unsafe { std::ptr::copy(from, to, len) };
    }
}

// AddressSanitizer's own `memmove` is not the one that programs get.
#[cfg(all(test, not(skifch_asan)))]
mod once;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_leave_the_same_and_touch_no_other_byte() {
        for (op, width) in AtomicOp::ALL.into_iter().flat_map(|op| [(op, 4), (op, 8)]) {
            for comparand in [0x0f0f_3333_0f0f_3333, 7] {
                let old = 0x0f0f_3333_0f0f_3333_u64;
                let (mut one, mut two) = ([old; 3], [old; 3]);
                let atomic = Atomic::new(op, width, 0x1234_5678_9abc_def1, comparand);
                // SAFETY: an aligned word of ours.
                let got = unsafe {
                    apply(one[1..].as_mut_ptr().cast(), &atomic);
                    fetch(two[1..].as_mut_ptr().cast(), &atomic)
                };
                assert_eq!(one, two, "{op:?} of {width} bytes");
                assert_eq!((one[0], one[2]), (old, old), "{op:?} of {width} bytes");
                assert_eq!(got, if width == 8 { old } else { old & 0xffff_ffff }, "{op:?}");
            }
        }
    }

    #[test]
    fn every_length_at_every_place_moves_those_bytes_and_no_others() {
        let source: Vec<u8> = (1..=64).collect();
        for (at, len) in (0..16).flat_map(|at| (0..40).map(move |len| (at, len))) {
            let (mut to, mut back) = ([0_u64; 8], [0_u8; 64]);
            let bytes = to.as_mut_ptr().cast::<u8>();
            // SAFETY: at most 16 + 40 bytes of 64, of ours.
            let seen = unsafe {
                write(bytes.add(at), source[3..].as_ptr(), len);
                read(bytes.add(at), back[5..].as_mut_ptr(), len);
                std::slice::from_raw_parts(bytes, 64)
            };
            let mut wanted = [0; 64];
            wanted[at..at + len].copy_from_slice(&source[3..3 + len]);
            assert_eq!(seen, wanted, "{len} bytes at {at}");
            assert_eq!((&back[..5], &back[5..5 + len]), (&[0; 5][..], &source[3..3 + len]));
            assert!(back[5 + len..].iter().all(|&byte| byte == 0), "{len} bytes at {at}");
        }
    }
}
