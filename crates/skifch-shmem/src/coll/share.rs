//! Large data that goes from one PE to another on one host. Both copy, one from the front and the
//! other from the back, until they meet: that takes half the time if both are there, and a PE that
//! comes late finds part of it done. Every other time both begin in the middle: what is broadcast
//! again and again is then begun where it is still in the caches. One of the receiving PEs may also
//! write the data to a second place in the sending PE: a piece is then read once and written twice.
//!
//! Two words in the receiver's notification line count the pieces that have been taken and those
//! that are complete.

use super::line::Line;
use super::meet::wake;
use crate::error::{Result, fail};
use crate::remote::{Place, place_at};
use crate::rma::copy;
use crate::state::State;
use crate::wait::until;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

/// From this size in bytes on, sharing pays off.
pub(super) const FROM_BYTES: usize = 16 << 10;
/// Least and greatest size of a piece in bytes.
const PIECE_BYTES: (usize, usize) = (8 << 10, 64 << 10);
/// Approximate number of pieces.
const PIECES: usize = 16;

/// Data that is written twice is copied in steps of this size, so that it is read from the
/// first-level cache the second time.
const STEP_BYTES: usize = 8 << 10;

/// The lower half of the word counts pieces taken from the front, the upper half from the back.
const FRONT: u64 = 1;
const BACK: u64 = 1 << 32;

/// Data that is copied in pieces.
struct Pieces<'a> {
    taken: &'a AtomicU64,
    done: &'a AtomicU64,
    bytes: usize,
    piece: usize,
    is_from_middle: bool,
}

impl<'a> Pieces<'a> {
    fn of(state: &'a State, line: Line, pe: u32, bytes: usize) -> Result<Self> {
        let Some([taken, done]) = line.words(state, pe) else {
            return fail!("PE {pe} is not near any more");
        };
        let (least, most) = PIECE_BYTES;
        let piece = (bytes / PIECES).next_multiple_of(4096).clamp(least, most);
        Ok(Self { taken, done, bytes, piece, is_from_middle: line.is_odd() })
    }

    fn count(&self) -> u64 {
        self.bytes.div_ceil(self.piece) as u64
    }

    /// Which piece is copied in the place of this one, counted from the front.
    fn index(&self, place: u64, count: u64) -> u64 {
        if self.is_from_middle { (count / 2 + count - 1 - place) % count } else { place }
    }

    /// Copies pieces until none is left.
    ///
    /// # Safety
    /// `to`, and `also` if it is given, are writable and `from` is readable for all bytes.
    unsafe fn copy(&self, to: *mut u8, also: Option<*mut u8>, from: *const u8, end: u64) {
        let count = self.count();
        loop {
            let before = self.taken.fetch_add(end, Relaxed);
            let (front, back) = (before % BACK, before / BACK);
            if front + back >= count {
                return;
            }
            let place = if end == FRONT { front } else { count - 1 - back };
            let at = self.index(place, count) as usize * self.piece;
            let bytes = self.piece.min(self.bytes - at);
            let also = also.map(|also| also.wrapping_add(at));
            // SAFETY: our caller's promise; the piece lies in the data.
            unsafe { copy_piece(to.wrapping_add(at), also, from.wrapping_add(at), bytes) };
            // SYNC share: pairs with the acquire load in `finish`.
            self.done.fetch_add(1, AcqRel);
        }
    }

    /// Waits until all pieces are copied.
    fn finish(&self, state: &State) -> Result<()> {
        let count = self.count();
        // SYNC share: pairs with the increments in `copy`; all pieces are visible then.
        until(state, || self.done.load(Acquire) >= count)
    }
}

/// Copies a piece to one or two places.
///
/// # Safety
/// As [`Pieces::copy`].
unsafe fn copy_piece(to: *mut u8, also: Option<*mut u8>, from: *const u8, bytes: usize) {
    // SAFETY: our caller's promise; the steps lie in the piece.
    unsafe {
        let Some(also) = also else { return copy(to, from, bytes) };
        for at in (0..bytes).step_by(STEP_BYTES) {
            let step = STEP_BYTES.min(bytes - at);
            copy(also.add(at), from.add(at), step);
            copy(to.add(at), from.add(at), step);
        }
    }
}

/// The local address of `addr` of `pe`, which is on this host.
fn near(state: &'static State, addr: *const u8, bytes: usize, pe: u32) -> Result<*mut u8> {
    match place_at(state, addr, bytes, pe)? {
        Place::Near(at) => Ok(at),
        Place::Far(_) => fail!("PE {pe} is not near any more"),
    }
}

/// Notifies `pe`, which is directly accessible, that there is data for it.
pub(super) fn offer(state: &State, line: Line, pe: u32) -> Result<()> {
    if let Some(words) = line.words(state, pe) {
        // The line is free since all PEs last synchronised: no PE counts there before the
        // notification.
        words.iter().for_each(|word| word.store(0, Relaxed));
    }
    line.signal(state, pe)
}

/// Helps to copy the data offered to `pe`, until no piece is left; writes the same pieces to `own`
/// of this PE.
///
/// # Safety
/// `from` is readable and `own` writable.
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

/// Waits until `pe` has all of the data.
pub(super) fn finish(state: &State, line: Line, bytes: usize, pe: u32) -> Result<()> {
    Pieces::of(state, line, pe, bytes)?.finish(state)
}

/// Waits for the offer of `pe`, and copies pieces until none is left; on return all data is there.
/// If `is_for_both`, the pieces copied here are written to `dest` of `pe` as well.
///
/// # Safety
/// `dest` is writable for `bytes` bytes.
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
