//! Temporary memory of schedules. Long blocks are kept for reuse: a C library returns such blocks
//! to the system, and having their pages mapped and cleared again in each call takes several times
//! as long as the work on them.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// C libraries do not return shorter blocks to the system when they are freed.
const FROM_BYTES: usize = 16 << 10;
/// Most bytes that are kept.
const MAX_BYTES: usize = 32 << 20;
const WORD_BYTES: usize = size_of::<u128>();

/// The unused blocks; the most recently returned are last.
static KEPT: Mutex<Vec<Vec<u128>>> = Mutex::new(Vec::new());

fn kept() -> MutexGuard<'static, Vec<Vec<u128>>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bytes(block: &[u128]) -> usize {
    size_of_val(block)
}

/// A block aligned for every element. Its initial contents are left over from earlier calls.
pub(crate) struct Memory(Vec<u128>);

impl Memory {
    /// A block of at least `len` bytes.
    pub(crate) fn of(len: usize) -> Self {
        let kept = if len < FROM_BYTES { None } else { take(&mut kept(), len) };
        Self(kept.unwrap_or_else(|| vec![0; len.div_ceil(WORD_BYTES)]))
    }

    pub(crate) fn base(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let block = std::mem::take(&mut self.0);
        if bytes(&block) >= FROM_BYTES {
            give(&mut kept(), block);
        }
    }
}

/// The shortest kept block with at least `len` bytes and at most twice as many: calls that need the
/// longer blocks will come again.
fn take(kept: &mut Vec<Vec<u128>>, len: usize) -> Option<Vec<u128>> {
    let suits = |(_, block): &(usize, &Vec<u128>)| (len..=2 * len).contains(&bytes(block));
    let found = kept.iter().enumerate().filter(suits).min_by_key(|(_, block)| block.len());
    let at = found?.0;
    Some(kept.remove(at))
}

/// Keeps a block, and drops those unused for longest if there are too many bytes.
fn give(kept: &mut Vec<Vec<u128>>, block: Vec<u128>) {
    kept.push(block);
    let mut all: usize = kept.iter().map(|block| bytes(block)).sum();
    kept.retain(|block| {
        let is_kept = all <= MAX_BYTES;
        all -= if is_kept { 0 } else { bytes(block) };
        is_kept
    });
}

/// Frees all kept blocks.
pub(crate) fn clear() {
    *kept() = Vec::new();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(len: usize) -> Vec<u128> {
        vec![0; len / WORD_BYTES]
    }

    fn lengths(kept: &[Vec<u128>]) -> Vec<usize> {
        kept.iter().map(|block| bytes(block)).collect()
    }

    #[test]
    fn the_shortest_block_that_suits_is_taken() {
        let mut kept = [1 << 20, 1 << 16, 3 << 16, 1 << 17].map(block).to_vec();
        assert!(take(&mut kept, (1 << 20) + 1).is_none());
        assert!(take(&mut kept, (1 << 15) - 1).is_none(), "much longer");
        assert_eq!(take(&mut kept, (1 << 16) + 1).map(|block| bytes(&block)), Some(1 << 17));
        assert_eq!(lengths(&kept), [1 << 20, 1 << 16, 3 << 16]);
    }

    #[test]
    fn what_was_used_last_is_kept() {
        let mut kept = Vec::new();
        for len in [10 << 20, 11 << 20, 9 << 20, 4 << 20] {
            give(&mut kept, block(len));
        }
        assert_eq!(lengths(&kept), [11 << 20, 9 << 20, 4 << 20]);
        give(&mut kept, block(MAX_BYTES + 16));
        assert_eq!(lengths(&kept), [0; 0], "nobody keeps so much");
    }
}
