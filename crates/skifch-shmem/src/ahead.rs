//! Updates of a batch session on words that this processor accesses directly.
//!
//! An atomic operation begins when everything before it is done, so a processor that updates places
//! all over a table waits for each of their cache lines in turn. In a session the lines are fetched
//! ahead: an update only asks for its line, and is done when [`SLOTS`] others have followed it.
//!
//! Until then it is held back, and is done before anything that may depend on it: the session
//! closes the hot paths ([`area::close`]), and every slow path but those of updates and of puts of
//! one word, which need no order, does first what is held back. So do all waits, fences and quiets.

use crate::Ctx;
use crate::amo::{Op, Word, apply};
use crate::area;
use crate::coll::meet::has_sleepers;
use crate::wait::wake_sleepers;
use skifch::fetch_to_write;
use std::cell::Cell;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, fence};

/// Number of updates held back, and so of lines that are fetched at the same time: more than
/// processors fetch at once.
const SLOTS: usize = 32;

/// One update.
#[derive(Clone, Copy)]
struct Update {
    /// Its word; null if there is no update.
    at: *mut u8,
    value: u64,
    op: Op,
    /// Of 8 bytes, not of 4.
    is_long: bool,
}

impl Update {
    const NONE: Self = Self { at: std::ptr::null_mut(), value: 0, op: Op::Xor, is_long: true };

    #[inline(always)]
    fn finish(self) {
        if self.at.is_null() {
            return;
        }
        // SAFETY: an aligned word of a segment, which lives as long as what is held back.
        unsafe {
            match self.is_long {
                true => apply(self.at, self.op, self.value),
                false => apply(self.at, self.op, self.value as u32),
            }
        }
    }
}

/// The updates that are held back: those of one context.
pub(crate) struct Ahead {
    is_open: AtomicBool,
    ctx: Cell<Ctx>,
    /// The oldest update is in the slot that is used next.
    next: Cell<usize>,
    slots: [Cell<Update>; SLOTS],
    /// Not all slots are empty.
    holds: Cell<bool>,
}

// SAFETY: the cells are used only while it is open, and that only in programs of which no two
// threads are in a call at a time.
unsafe impl Sync for Ahead {}
// SAFETY: the pointers are to memory of all threads.
unsafe impl Send for Ahead {}

impl Ahead {
    pub(crate) const fn new() -> Self {
        Self {
            is_open: AtomicBool::new(false),
            ctx: Cell::new(Ctx::INVALID),
            next: Cell::new(0),
            slots: [const { Cell::new(Update::NONE) }; SLOTS],
            holds: Cell::new(false),
        }
    }

    /// From now on holds back updates of `ctx`, unless it does those of another context.
    ///
    /// # Safety
    /// No two threads of the program are in a call at a time, until [`close`](Self::close).
    pub(crate) unsafe fn open(&self, ctx: Ctx) {
        if ctx.is_world() && !self.is_open.swap(true, Relaxed) {
            self.ctx.set(ctx);
            area::close();
        }
    }

    /// Whether updates of `ctx` are held back.
    #[inline(always)]
    fn is_of(&self, ctx: Ctx) -> bool {
        self.is_open.load(Relaxed) && self.ctx.get() == ctx
    }

    /// Does what is held back, if it is of `ctx`, and holds back no more.
    pub(crate) fn close_of(&self, ctx: Ctx) {
        if self.is_of(ctx) {
            self.close();
        }
    }

    /// Does what is held back and holds back no more.
    pub(crate) fn close(&self) {
        self.release();
        if self.is_open.swap(false, Relaxed) {
            area::open();
        }
    }

    /// Holds an update back. Returns whether it did: not if its arguments are wrong, or if only a
    /// network reaches the word.
    #[inline(always)]
    pub(crate) fn hold<W: Word>(&self, ctx: Ctx, op: Op, dest: *mut W, value: W, pe: i32) -> bool {
        if !self.is_of(ctx) || !dest.is_aligned() {
            return false;
        }
        let (value, is_long) = (value.to_bits(), size_of::<W>() == 8);
        area::at_word_closed(dest, pe, |at| self.exchange(Update { at, value, op, is_long }))
            .is_some()
    }

    /// Takes an update in, and does the oldest in its place.
    #[inline(always)]
    fn exchange(&self, update: Update) {
        fetch_to_write(update.at);
        let at = self.next.get() % SLOTS;
        self.next.set(at + 1);
        self.holds.set(true);
        self.slots[at].replace(update).finish();
    }

    /// Does what is held back.
    #[inline]
    pub(crate) fn release(&self) {
        if self.is_open.load(Relaxed) && self.holds.get() {
            self.finish_all();
        }
    }

    #[cold]
    fn finish_all(&self) {
        self.holds.set(false);
        let oldest = self.next.get();
        for at in 0..SLOTS {
            self.slots[(oldest + at) % SLOTS].replace(Update::NONE).finish();
        }
        // SYNC program-word: the caller may be a fence or a quiet, after which come other stores.
        // SYNC sleepers: as in a quiet; pairs with the fence of a PE that is about to sleep.
        fence(SeqCst);
        if has_sleepers() {
            wake_sleepers();
        }
    }
}
