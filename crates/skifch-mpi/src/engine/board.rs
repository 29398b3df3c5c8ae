//! Memory of all ranks of a job that share CPUs, in which each puts its part of a collective call.
//!
//! A rank puts its part at its place, counts itself as there, and when all are there reads theirs:
//! one wait for each rank. By messages every rank has to be on a CPU for as many turns as there are
//! rounds. There are two places, of steps with even and odd numbers: whoever is there for a step
//! has read what was put for the one before.
//!
//! Blocking calls on communicators of the whole job alone: all ranks make these in one order, if
//! each of them makes one at a time, so that one count of steps is enough for all communicators.
//!
//! Each rank says which call it is in, beside its part, and adds a hash of that to the count. The
//! last one to come finds the sum wrong where ranks are in different calls, and who reads a part
//! finds of which call it is.

use super::{Engine, ThreadLevel, attempt, wait};
use crate::coll::Which;
use crate::error::{Class, Error, Result, fail};
use crate::p2p::{Header, Kind};
use skifch::{Job, Segment};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};

/// Bytes that a rank may put for a step.
pub(crate) const PLACE_BYTES: usize = 64 << 10;
/// Words that come before the places.
const HEAD_BYTES: usize = 4096;
/// Before the bytes of a part there are their number, and the mark of the call.
const NOTE_BYTES: usize = 16;
/// From one place to the other.
const STRIDE: usize = PLACE_BYTES + 64;
/// Those that sleep are the bits of a word.
const MAX_RANKS: u32 = 64;
/// Turns that a wait leaves to others before it sleeps.
const YIELDS: u32 = 32;
/// Ranks that have come are counted in the low bits of a word; above is the sum of hashes.
const COUNT_BITS: u32 = 48;
/// Spreads what a call is known by over a word.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The words of a rank; of those of rank 0 all use the first three, each its own of the others.
#[repr(C, align(64))]
struct Head {
    /// Ranks that have come, for all steps together, and the sum of what they have added.
    arrived: AtomicU64,
    /// What that was when the last one came, for the last one of the next step.
    before: AtomicU64,
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
    /// Of the call that this was for.
    mark: AtomicU64,
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
    /// Of the call that this rank is in: its tag, below a hash of the communicator.
    mark: u64,
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
            is_whole.then_some(Self {
                parts,
                rank,
                step: 0,
                context: 0,
                mark: 0,
                _segment: segment,
            })
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

    /// Begins a call that messages would be known by so.
    pub(crate) fn begin(&mut self, context: u64, tag: i32) {
        self.context = context;
        self.mark = context.wrapping_mul(SPREAD) >> 32 << 32 | tag as u64;
        self.next(0);
    }

    /// Where this rank puts its part of the next step, of so many bytes; there is room for
    /// [`PLACE_BYTES`].
    pub(crate) fn next(&self, len: usize) -> *mut u8 {
        let place = self.place(self.rank, self.step + 1);
        // SAFETY: within the own part, which others read when they have seen that this rank came.
        unsafe {
            place.cast::<[u64; 2]>().write([len as u64, self.mark]);
            place.add(NOTE_BYTES)
        }
    }

    /// What a rank of the job has put for the step that all have just been there for.
    ///
    /// # Errors
    /// `Truncate` if these are not `len` bytes; `Other` if they are of another call.
    pub(crate) fn of(&self, rank: usize, len: usize) -> Result<*const u8> {
        let place = self.place(rank, self.step).cast_const();
        // SAFETY: within the part of the rank, which writes there again when this one has gone on.
        let ([there, mark], part) =
            unsafe { (place.cast::<[u64; 2]>().read_volatile(), place.add(NOTE_BYTES)) };
        if mark != self.mark {
            return Err(self.other_call(rank, mark));
        }
        match there == len as u64 {
            true => Ok(part),
            false => fail!(Truncate, "rank {rank} of the job has {there} bytes, not {len}"),
        }
    }

    /// A rank is in another call.
    #[cold]
    fn other_call(&self, rank: usize, mark: u64) -> Error {
        // The low half is the tag.
        let [theirs, own] = [mark, self.mark].map(|mark| Which::name(mark as i32));
        let text = match theirs == own {
            false => {
                format!("rank {rank} of the job is in its {theirs}, and this rank is in {own}")
            }
            true => format!(
                "rank {rank} of the job is in another {own}: their calls before were not the same, \
                 or the communicator is not"
            ),
        };
        Error::new(Class::Other, text)
    }

    /// One rank at least is in another call than this one.
    #[cold]
    fn different_calls(&self) -> Error {
        let is_other = |rank: &usize| {
            let own = &self.head(*rank).own;
            // SYNC board-mark: a rank that has gone on is seen to have; its mark comes after.
            own.mark.load(Acquire) != self.mark && own.step.load(Relaxed) == self.step
        };
        match (0..self.parts.len()).find(is_other) {
            Some(rank) => self.other_call(rank, self.head(rank).own.mark.load(Relaxed)),
            None => Error::new(Class::Other, "ranks are in different collective calls"),
        }
    }

    /// What a rank of this call adds to the word of those that have come.
    fn share(&self) -> u64 {
        self.mark.wrapping_mul(SPREAD) >> COUNT_BITS << COUNT_BITS | 1
    }

    /// Whether a value of that word is of a time when all have come, for this step at least.
    fn is_all(&self, arrived: u64) -> bool {
        let target = self.step.wrapping_mul(self.parts.len() as u64);
        (arrived.wrapping_sub(target) << (64 - COUNT_BITS)).cast_signed() >= 0
    }

    /// Counts this rank: those that sleep and are to be woken, as bits, and whether all are in the
    /// same call as far as this one can tell.
    fn arrive(&mut self) -> (u64, bool) {
        self.step += 1;
        let (own, head) = (&self.head(self.rank).own, self.head(0));
        own.step.store(self.step, Relaxed);
        // SYNC board-mark: after the step.
        own.mark.store(self.mark, Release);
        let share = self.share();
        // SYNC board-arrive: releases what was put; a rank that sleeps after has seen the count, or
        // is seen as a sleeper here.
        let arrived = head.arrived.fetch_add(share, SeqCst).wrapping_add(share);
        if !self.is_all(arrived) {
            return (0, true);
        }
        // The last one of the step before has come for this one since it wrote that.
        let before = head.before.load(Relaxed);
        head.before.store(arrived, Relaxed);
        let is_same = arrived.wrapping_sub(before) == share.wrapping_mul(self.parts.len() as u64);
        (head.sleepers.load(SeqCst) & !(1 << self.rank), is_same)
    }

    /// Whether all are there.
    fn is_met(&self) -> bool {
        // SYNC board-met: pairs with the count of each rank; what it has put is seen.
        self.is_all(self.head(0).arrived.load(Acquire))
    }

    /// The same for a rank that is to be woken by a message if not.
    fn is_met_or_tells(&self) -> bool {
        let (head, own) = (self.head(0), 1 << self.rank);
        // SYNC board-sleep: before the count is looked at, which the last one changes first.
        head.sleepers.fetch_or(own, SeqCst);
        let is_met = self.is_all(head.arrived.load(SeqCst));
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

/// Says that this rank's part of the next step is at its place, and waits for those of all.
///
/// # Errors
/// `Other` if this rank is the last to come, and others are in another call.
pub(crate) fn meet(call: &'static str) -> Result<()> {
    if attempt(Engine::arrive_at_board)? {
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
    fn arrive_at_board(&mut self) -> Result<bool> {
        let Some(board) = &mut self.board else { return Ok(true) };
        let ((mut asleep, is_same), is_met) = (board.arrive(), board.is_met());
        let verdict = if is_same { Ok(is_met) } else { Err(board.different_calls()) };
        while asleep > 0 {
            let rank = asleep.trailing_zeros();
            asleep &= asleep - 1;
            let wake = Header { kind: Kind::Wake, context: 0, tag: 0, number: 0 };
            self.send_control(Self::addr(rank), wake)?;
        }
        verdict
    }
}
