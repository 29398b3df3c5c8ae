//! Atomic operations on a word of memory, once for every backend whose segments lie in memory: what
//! one rank does directly and what another does for somebody far away are then the same
//! instructions, and so atomic to each other.

use skifch_abi::AtomicOp;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Does `op` on the word of `width` bytes, 4 or 8, at `at`; gives the old value. Of an operand and
/// a comparand for 4 bytes the lower half counts.
///
/// # Safety
/// `at` is aligned to `width`, and `width` bytes there may be written for the time of the call;
/// others access them by atomic operations only.
#[inline]
pub unsafe fn fetch(at: *mut u8, op: AtomicOp, width: usize, operand: u64, comparand: u64) -> u64 {
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

/// As [`fetch`], without the old value: where the processor has an instruction that does not read,
/// that one.
///
/// # Safety
/// As [`fetch`].
#[inline]
pub unsafe fn apply(at: *mut u8, op: AtomicOp, width: usize, operand: u64, comparand: u64) {
    // SAFETY: the caller's promise.
    unsafe {
        if width == 8 {
            apply_u64(&*at.cast::<AtomicU64>(), op, operand, comparand);
        } else {
            apply_u32(&*at.cast::<AtomicU32>(), op, operand as u32, comparand as u32);
        }
    }
}

/// Both forms for one width.
macro_rules! on_words {
    ($fetch:ident, $apply:ident, $atomic:ty, $int:ty) => {
        #[inline]
        fn $fetch(word: &$atomic, op: AtomicOp, operand: $int, comparand: $int) -> $int {
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
            let order = Ordering::SeqCst;
            // An old value that nobody looks at is not fetched.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_leave_the_same_and_touch_no_other_byte() {
        for (op, width) in AtomicOp::ALL.into_iter().flat_map(|op| [(op, 4), (op, 8)]) {
            for comparand in [0x0f0f_3333_0f0f_3333, 7] {
                let old = 0x0f0f_3333_0f0f_3333_u64;
                let (mut one, mut two) = ([old; 3], [old; 3]);
                let operand = 0x1234_5678_9abc_def1;
                // SAFETY: an aligned word of ours.
                let got = unsafe {
                    apply(one[1..].as_mut_ptr().cast(), op, width, operand, comparand);
                    fetch(two[1..].as_mut_ptr().cast(), op, width, operand, comparand)
                };
                assert_eq!(one, two, "{op:?} of {width} bytes");
                assert_eq!((one[0], one[2]), (old, old), "{op:?} of {width} bytes");
                assert_eq!(got, if width == 8 { old } else { old & 0xffff_ffff }, "{op:?}");
            }
        }
    }
}
