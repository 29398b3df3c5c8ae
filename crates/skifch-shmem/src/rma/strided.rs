//! Puts and gets of elements that are not contiguous.

use super::{bytes, copy};
use crate::Ctx;
use crate::error::{Result, fail};
use crate::remote::{Place, place};

/// Layout of strided elements: blocks of `block` elements at regular distances.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Distance from one block to the next at the destination, in elements.
    pub dest_stride: isize,
    /// The same at the source.
    pub source_stride: isize,
    /// Elements in a block: 1 for `iput` and `iget`.
    pub block: usize,
    /// Number of blocks.
    pub count: usize,
    /// Bytes in an element.
    pub size: usize,
}

/// [`Layout`] in bytes.
struct Steps {
    dest: usize,
    source: usize,
    block: usize,
    count: usize,
}

impl Layout {
    /// # Errors
    /// A stride is shorter than a block, so that blocks overlap, or overflows in bytes.
    fn steps(&self) -> Result<Steps> {
        let of = |stride: isize| match usize::try_from(stride) {
            Ok(stride) if stride >= self.block.max(1) => {
                bytes(bytes(stride, self.size)?, self.count.max(1))?;
                bytes(stride, self.size)
            }
            _ => fail!("a stride of {stride} elements: it is at least {}", self.block.max(1)),
        };
        let block = bytes(self.block, self.size)?;
        Ok(Steps {
            dest: of(self.dest_stride)?,
            source: of(self.source_stride)?,
            block,
            count: if block == 0 { 0 } else { self.count },
        })
    }
}

impl Steps {
    /// Bytes from the start of the first block to the end of the last, at a distance of `step`
    /// bytes.
    fn span(&self, step: usize) -> usize {
        self.count.checked_sub(1).map_or(0, |last| last * step + self.block)
    }

    /// Calls `one` with the byte offset of each block at the destination and at the source.
    fn each(&self, mut one: impl FnMut(usize, usize) -> Result<()>) -> Result<()> {
        (0..self.count).try_for_each(|at| one(at * self.dest, at * self.source))
    }

    /// # Safety
    /// Every block is readable at the source and writable at the destination.
    unsafe fn copy(&self, to: *mut u8, from: *const u8) -> Result<()> {
        self.each(|dest, source| {
            // SAFETY: our caller's promise.
            unsafe { copy(to.add(dest), from.add(source), self.block) };
            Ok(())
        })
    }
}

/// Writes blocks of elements (`iput`, `ibput`).
///
/// # Errors
/// As [`put`](super::put); a stride below the length of a block.
///
/// # Safety
/// The elements of `source` are readable.
pub unsafe fn put_strided(
    ctx: Ctx,
    dest: *mut u8,
    source: *const u8,
    layout: Layout,
    pe: i32,
) -> Result<()> {
    let steps = layout.steps()?;
    match place(ctx, dest, steps.span(steps.dest), pe)? {
        // SAFETY: the span is in the segment; our caller vouches for `source`.
        Place::Near(to) => unsafe { steps.copy(to, source) },
        Place::Far(far) => steps.each(|to, from| {
            // SAFETY: as above.
            unsafe { far.at(to).put(source.add(from), steps.block) }
        }),
    }
}

/// Reads blocks of elements (`iget`, `ibget`).
///
/// # Errors
/// As [`put_strided`].
///
/// # Safety
/// The elements of `dest` are writable.
pub unsafe fn get_strided(
    ctx: Ctx,
    dest: *mut u8,
    source: *const u8,
    layout: Layout,
    pe: i32,
) -> Result<()> {
    let steps = layout.steps()?;
    match place(ctx, source, steps.span(steps.source), pe)? {
        // SAFETY: the span is in the segment; our caller vouches for `dest`.
        Place::Near(from) => unsafe { steps.copy(dest, from) },
        Place::Far(far) => {
            steps.each(|to, from| {
                // SAFETY: as above, until the reads are waited for below.
                unsafe { far.at(from).get_nbi(dest.add(to), steps.block) }
            })?;
            far.syncreads()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_are_checked_and_counted_in_bytes() {
        let layout = Layout { dest_stride: 3, source_stride: 2, block: 2, count: 4, size: 8 };
        let steps = layout.steps().expect("steps");
        assert_eq!((steps.dest, steps.source, steps.block), (24, 16, 16));
        assert_eq!(steps.span(steps.dest), 3 * 24 + 16);
        for bad in [
            Layout { dest_stride: 1, ..layout },
            Layout { source_stride: 0, ..layout },
            Layout { dest_stride: -1, ..layout },
            Layout { dest_stride: isize::MAX, ..layout },
            Layout { count: usize::MAX / 8, ..layout },
        ] {
            assert!(bad.steps().is_err(), "{bad:?}");
        }
        let none = Layout { count: 0, ..layout }.steps().expect("no blocks");
        assert_eq!(none.span(none.dest), 0);
    }
}
