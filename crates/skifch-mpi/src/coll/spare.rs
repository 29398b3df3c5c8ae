//! Temporary memory of schedules. Long blocks are kept for reuse: a C library returns such blocks
//! to the system, and having their pages mapped and cleared again in each call takes several times
//! as long as the work on them.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// C libraries do not return shorter blocks to the system when they are freed.
const FROM_BYTES: usize = 16 << 10;
/// Most bytes that are kept: 32 MB that were asked for, in up to 32 blocks, each with its page.
const MAX_BYTES: usize = (32 << 20) + 32 * PAGE_BYTES;
const WORD_BYTES: usize = size_of::<u128>();

const PAGE_BYTES: usize = 4096;
/// Where long blocks begin in a page. The string moves of C libraries fall to a fortieth on some
/// processors (Zen 3 and 4) where the two ends of a copy are a few bytes apart modulo the size of a
/// page. Long arrays of programs begin at a page or a few bytes behind it, as `malloc` has it: half
/// a page is far from both.
pub(crate) const HALF_PAGE: usize = PAGE_BYTES / 2;

/// The unused blocks; the most recently returned are last.
static KEPT: Mutex<Vec<Vec<u128>>> = Mutex::new(Vec::new());

fn kept() -> MutexGuard<'static, Vec<Vec<u128>>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bytes(block: &[u128]) -> usize {
    size_of_val(block)
}

/// A block aligned for every element. Its initial contents are left over from earlier calls.
pub(crate) struct Memory {
    block: Vec<u128>,
    /// Where it is used from, in bytes.
    begin: usize,
}

impl Memory {
    /// A block of at least `len` bytes.
    pub(crate) fn of(len: usize) -> Self {
        let new = |len: usize| vec![0; len.div_ceil(WORD_BYTES)];
        if len < FROM_BYTES {
            return Self { block: new(len), begin: 0 };
        }
        let len = len.saturating_add(PAGE_BYTES);
        let block = take(&mut kept(), len).unwrap_or_else(|| new(len));
        let begin = HALF_PAGE.wrapping_sub(block.as_ptr().addr()) % PAGE_BYTES;
        Self { block, begin }
    }

    pub(crate) fn base(&mut self) -> *mut u8 {
        self.block.as_mut_ptr().cast::<u8>().wrapping_add(self.begin)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let block = std::mem::take(&mut self.block);
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
    fn long_blocks_begin_in_the_middle_of_a_page_and_have_room() {
        for len in [FROM_BYTES, FROM_BYTES + 1, 100_000, 1 << 20] {
            for _ in 0..3 {
                let mut memory = Memory::of(len);
                assert_eq!(memory.base().addr() % PAGE_BYTES, HALF_PAGE);
                assert!(memory.begin + len <= bytes(&memory.block), "{len} bytes");
            }
        }
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
