//! Many bytes that one PE has and another wants, on one host: both copy, the one from the front,
//! the other from the back, until they meet. So it takes half as long where both are there, and
//! who comes late finds some of it done. Of the PEs that want it one may write it to a second place
//! at the one that has it: a piece that was read once is written twice.
//!
//! Two words in the line of the one that wants them, which it is told by: what both have taken, and
//! what is done.

use super::line::Line;
use super::meet::wake;
use crate::error::{Result, fail};
use crate::remote::{Place, place_at};
use crate::rma::copy;
use crate::state::State;
use crate::wait::until;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

/// From so many bytes on it is worth while.
pub(super) const FROM_BYTES: usize = 16 << 10;
/// One who takes the next piece takes so much at least, and at most.
const PIECE_BYTES: (usize, usize) = (8 << 10, 64 << 10);
/// In about so many pieces.
const PIECES: usize = 16;

/// Pieces taken from the front in the lower half of the word, from the back in the upper.
const FRONT: u64 = 1;
const BACK: u64 = 1 << 32;

/// Bytes that are copied in pieces.
struct Pieces<'a> {
    taken: &'a AtomicU64,
    done: &'a AtomicU64,
    bytes: usize,
    piece: usize,
}

impl<'a> Pieces<'a> {
    fn of(state: &'a State, line: Line, pe: u32, bytes: usize) -> Result<Self> {
        let Some([taken, done]) = line.words(state, pe) else {
            return fail!("PE {pe} is not near any more");
        };
        let (least, most) = PIECE_BYTES;
        let piece = (bytes / PIECES).next_multiple_of(4096).clamp(least, most);
        Ok(Self { taken, done, bytes, piece })
    }

    fn count(&self) -> u64 {
        self.bytes.div_ceil(self.piece) as u64
    }

    /// Copies pieces until none is left.
    ///
    /// # Safety
    /// `to` and `also`, if there is one, are writable and `from` readable.
    unsafe fn copy(&self, to: *mut u8, also: Option<*mut u8>, from: *const u8, end: u64) {
        let count = self.count();
        loop {
            let before = self.taken.fetch_add(end, Relaxed);
            let (front, back) = (before % BACK, before / BACK);
            if front + back >= count {
                return;
            }
            let index = if end == FRONT { front } else { count - 1 - back };
            let at = index as usize * self.piece;
            let bytes = self.piece.min(self.bytes - at);
            for to in also.into_iter().chain([to]) {
                // SAFETY: our caller's promise.
                unsafe { copy(to.wrapping_add(at), from.wrapping_add(at), bytes) };
            }
            // SYNC share: pairs with the acquire load in `finish`.
            self.done.fetch_add(1, AcqRel);
        }
    }

    /// Waits until all is copied.
    fn finish(&self, state: &State) -> Result<()> {
        let count = self.count();
        until(state, || self.done.load(Acquire) >= count)
    }
}

/// Where `addr` of `pe` is for this PE.
fn near(state: &'static State, addr: *const u8, bytes: usize, pe: u32) -> Result<*mut u8> {
    match place_at(state, addr, bytes, pe)? {
        Place::Near(at) => Ok(at),
        Place::Far(_) => fail!("PE {pe} is not near any more"),
    }
}

/// Tells `pe`, which is near, that there is something for it.
pub(super) fn offer(state: &State, line: Line, pe: u32) -> Result<()> {
    if let Some(words) = line.words(state, pe) {
        // The line has been free since all have met: nobody counts there before it is told.
        words.iter().for_each(|word| word.store(0, Relaxed));
    }
    line.signal(state, pe)
}

/// Copies to `pe`, to which it was offered, what is left of it; the same to `own` of this PE.
///
/// # Safety
/// The second address is readable, `own` writable.
pub(super) unsafe fn give(
    state: &'static State,
    line: Line,
    (dest, from): (*mut u8, *const u8),
    own: Option<*mut u8>,
    bytes: usize,
    pe: u32,
) -> Result<()> {
    let to = near(state, dest, bytes, pe)?;
    // SAFETY: our caller's promise; the place is in the segment.
    unsafe { Pieces::of(state, line, pe, bytes)?.copy(to, own, from, FRONT) };
    wake(state, pe);
    Ok(())
}

/// Waits until `pe` has all of it.
pub(super) fn finish(state: &State, line: Line, bytes: usize, pe: u32) -> Result<()> {
    Pieces::of(state, line, pe, bytes)?.finish(state)
}

/// Waits for the offer of `pe`, and copies from there what is left; then it is all there. What it
/// copies it copies to `dest` of `pe` as well, if `is_for_both`.
///
/// # Safety
/// The first address is writable.
pub(super) unsafe fn take(
    state: &'static State,
    line: Line,
    (dest, from): (*mut u8, *const u8),
    is_for_both: bool,
    bytes: usize,
    pe: u32,
) -> Result<()> {
    let from = near(state, from, bytes, pe)?;
    let its = if is_for_both { Some(near(state, dest, bytes, pe)?) } else { None };
    line.wait(state)?;
    let pieces = Pieces::of(state, line, state.me, bytes)?;
    // SAFETY: our caller's promise; the places are in the segment.
    unsafe { pieces.copy(dest, its, from, BACK) };
    wake(state, pe);
    pieces.finish(state)
}
