//! Memory between the steps of schedules, of which long blocks are kept for the next ones: a C
//! library gives such back to the system, and to have the pages made and cleared again in each
//! call takes several times as long as what is done with them.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Shorter blocks are not given back to the system by whoever frees them.
const FROM_BYTES: usize = 16 << 10;
/// What is kept at most.
const MAX_BYTES: usize = 32 << 20;
const WORD_BYTES: usize = size_of::<u128>();

/// The blocks that nobody uses; those that were given back last are behind.
static KEPT: Mutex<Vec<Vec<u128>>> = Mutex::new(Vec::new());

fn kept() -> MutexGuard<'static, Vec<Vec<u128>>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bytes(block: &[u128]) -> usize {
    size_of_val(block)
}

/// A block, aligned for every element. What is in it, is of anybody's calls before.
pub(crate) struct Memory(Vec<u128>);

impl Memory {
    /// At least so many bytes.
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

/// The shortest block of so many bytes, which is not much longer: such calls as need that come
/// again.
fn take(kept: &mut Vec<Vec<u128>>, len: usize) -> Option<Vec<u128>> {
    let suits = |(_, block): &(usize, &Vec<u128>)| (len..=2 * len).contains(&bytes(block));
    let found = kept.iter().enumerate().filter(suits).min_by_key(|(_, block)| block.len());
    let at = found?.0;
    Some(kept.remove(at))
}

/// Keeps a block, instead of those that have not been used for longest.
fn give(kept: &mut Vec<Vec<u128>>, block: Vec<u128>) {
    kept.push(block);
    let mut all: usize = kept.iter().map(|block| bytes(block)).sum();
    kept.retain(|block| {
        let is_kept = all <= MAX_BYTES;
        all -= if is_kept { 0 } else { bytes(block) };
        is_kept
    });
}

/// Gives all back to the system.
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
