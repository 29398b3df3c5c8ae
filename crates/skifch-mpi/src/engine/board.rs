//! Memory of all ranks of a job that share CPUs, in which each puts its part of a collective call.
//!
//! A rank puts its part at its place, counts itself as there, and when all are there reads theirs:
//! one wait for each rank. By messages every rank has to be on a CPU for as many turns as there are
//! rounds. There are two places, of steps with even and odd numbers: whoever is there for a step
//! has read what was put for the one before.
//!
//! Blocking calls on communicators of the whole job alone: all ranks make these in one order, if
//! each of them makes one at a time, so that one count of steps is enough for all communicators.

use super::{Engine, ThreadLevel, attempt, wait};
use crate::error::{Result, fail};
use crate::p2p::{Header, Kind};
use skifch::{Job, Segment};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};

/// Bytes that a rank may put for a step.
pub(crate) const PLACE_BYTES: usize = 64 << 10;
/// Words that come before the places.
const HEAD_BYTES: usize = 4096;
/// Before the bytes of a part there is their number.
const LEN_BYTES: usize = 16;
/// From one place to the other.
const STRIDE: usize = PLACE_BYTES + 64;
/// Those that sleep are the bits of a word.
const MAX_RANKS: u32 = 64;
/// Turns that a wait leaves to others before it sleeps.
const YIELDS: u32 = 32;

/// The words of a rank; of those of rank 0 all use the first two, each its own of the others.
#[repr(C, align(64))]
struct Head {
    /// Ranks that have come, for all steps together.
    arrived: AtomicU64,
    /// Ranks that wait for a message when all have come.
    sleepers: AtomicU64,
    own: Own,
}

#[repr(C, align(64))]
struct Own {
    /// Whether the rank can use the board.
    is_ready: AtomicU64,
    /// The step that the rank was last there for.
    step: AtomicU64,
}

/// See the module.
pub(crate) struct Board {
    /// Where the part of each rank is here.
    parts: Box<[*mut u8]>,
    rank: usize,
    /// The step that this rank was last there for.
    step: u64,
    /// Of the communicator that this step is for.
    pub(super) context: u64,
    _segment: Segment,
}

// SAFETY: the memory is that of the segment, which any thread may use.
unsafe impl Send for Board {}

impl Board {
    /// Makes the board (collective), if all ranks can use it.
    pub(super) fn open(job: &Job, level: ThreadLevel) -> Result<Option<Self>> {
        if !(3..=MAX_RANKS).contains(&job.size()) {
            return Ok(None);
        }
        let board = job.segment(HEAD_BYTES + 2 * STRIDE).ok().and_then(|segment| {
            let parts: Box<[_]> = (0..job.size()).map(|rank| segment.ptr(rank)).collect();
            let is_whole = parts.iter().all(|part| !part.is_null());
            let rank = job.rank() as usize;
            is_whole.then_some(Self { parts, rank, step: 0, context: 0, _segment: segment })
        });
        // With several threads calls on several communicators may overlap.
        if let Some(board) = board.as_ref().filter(|_| level != ThreadLevel::Multiple) {
            // SYNC board-ready: the job's barrier orders it before the loads below.
            board.head(board.rank).own.is_ready.store(1, Release);
        }
        job.barrier()?;
        let is_ready = |board: &Self| {
            (0..board.parts.len()).all(|rank| board.head(rank).own.is_ready.load(Acquire) == 1)
        };
        Ok(board.filter(is_ready))
    }

    fn head(&self, rank: usize) -> &Head {
        // SAFETY: each part begins at a page, with zeros, and is used through atomics there; the
        // segment is open as long as the board is.
        unsafe { &*self.parts[rank].cast::<Head>() }
    }

    fn place(&self, rank: usize, step: u64) -> *mut u8 {
        self.parts[rank].wrapping_add(HEAD_BYTES + (step & 1) as usize * STRIDE)
    }

    /// Where this rank puts its part of the next step, of so many bytes; there is room for
    /// [`PLACE_BYTES`].
    pub(crate) fn next(&self, len: usize) -> *mut u8 {
        let place = self.place(self.rank, self.step + 1);
        // SAFETY: within the own part, which others read when they have seen that this rank came.
        unsafe {
            place.cast::<u64>().write(len as u64);
            place.add(LEN_BYTES)
        }
    }

    /// What a rank of the job has put for the step that all have just been there for.
    ///
    /// # Errors
    /// `Truncate` if these are not `len` bytes.
    pub(crate) fn of(&self, rank: usize, len: usize) -> Result<*const u8> {
        let place = self.place(rank, self.step).cast_const();
        // SAFETY: within the part of the rank, which writes there again when this one has gone on.
        let (there, part) = unsafe { (place.cast::<u64>().read_volatile(), place.add(LEN_BYTES)) };
        match there == len as u64 {
            true => Ok(part),
            false => fail!(Truncate, "rank {rank} of the job has {there} bytes, not {len}"),
        }
    }

    fn target(&self) -> u64 {
        self.step * self.parts.len() as u64
    }

    /// Counts this rank; those that sleep and are to be woken, as bits.
    fn arrive(&mut self, context: u64) -> u64 {
        (self.step, self.context) = (self.step + 1, context);
        self.head(self.rank).own.step.store(self.step, Relaxed);
        let head = self.head(0);
        // SYNC board-arrive: releases what was put; a rank that sleeps after has seen the count, or
        // is seen as a sleeper here.
        let before = head.arrived.fetch_add(1, SeqCst);
        match before + 1 == self.target() {
            true => head.sleepers.load(SeqCst) & !(1 << self.rank),
            false => 0,
        }
    }

    /// Whether all are there.
    fn is_met(&self) -> bool {
        // SYNC board-met: pairs with the count of each rank; what it has put is seen.
        self.head(0).arrived.load(Acquire) >= self.target()
    }

    /// The same for a rank that is to be woken by a message if not.
    fn is_met_or_tells(&self) -> bool {
        let (head, own) = (self.head(0), 1 << self.rank);
        // SYNC board-sleep: before the count is looked at, which the last one changes first.
        head.sleepers.fetch_or(own, SeqCst);
        let is_met = head.arrived.load(SeqCst) >= self.target();
        if is_met {
            head.sleepers.fetch_and(!own, Relaxed);
        }
        is_met
    }

    /// The ranks that this one waits for.
    pub(super) fn missing(&self) -> impl Iterator<Item = i32> + '_ {
        let is_missing = |&rank: &usize| self.head(rank).own.step.load(Relaxed) < self.step;
        (0..self.parts.len()).filter(is_missing).map(|rank| rank as i32)
    }
}

/// Says that this rank's part of the next step is at its place, and waits for those of all. The
/// context is that of the call's messages, if it had some.
pub(crate) fn meet(call: &'static str, context: u64) -> Result<()> {
    if attempt(|engine| engine.arrive_at_board(context))? {
        return Ok(());
    }
    let mut looks = 0;
    wait::until_by_turns(call, YIELDS, |engine| {
        let board = engine.board.as_ref()?;
        looks += 1;
        let is_met = if looks > YIELDS { board.is_met_or_tells() } else { board.is_met() };
        is_met.then_some(Ok(()))
    })
}

impl Engine {
    /// Whether all are there.
    fn arrive_at_board(&mut self, context: u64) -> Result<bool> {
        let Some(board) = &mut self.board else { return Ok(true) };
        let (mut asleep, is_met) = (board.arrive(context), board.is_met());
        while asleep > 0 {
            let rank = asleep.trailing_zeros();
            asleep &= asleep - 1;
            let wake = Header { kind: Kind::Wake, context: 0, tag: 0, number: 0 };
            self.send_control(Self::addr(rank), wake)?;
        }
        Ok(is_met)
    }
}
