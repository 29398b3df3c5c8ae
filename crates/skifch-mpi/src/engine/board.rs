//! The board: memory shared by all ranks of a job that share CPUs, for collective calls.
//!
//! A rank writes its part at its place, counts itself as arrived, and reads the parts of the others
//! when all have arrived: one wait per rank. With messages, every rank must be scheduled once per
//! round. There are two places per rank, for even and odd steps: a rank that has arrived for a step
//! has read the parts of the step before.
//!
//! Only blocking calls on communicators of the whole job use it: all ranks make these in the same
//! order if each makes one at a time, so one step counter serves all communicators.
//!
//! A rank writes beside its part which call it is in, and adds a hash of that to the count. The
//! last rank to arrive sees a wrong sum if ranks are in different calls, and a rank that reads a
//! part sees which call the part belongs to.

use super::{Engine, ThreadLevel, attempt, wait};
use crate::coll::Which;
use crate::coll::spare::HALF_PAGE;
use crate::error::{Class, Error, Result, fail};
use crate::p2p::{Header, Kind};
use skifch::{Job, Segment};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};

/// Most bytes that a rank may write for one step.
pub(crate) const PLACE_BYTES: usize = 64 << 10;
/// Bytes before the places: the page of the control words, and what puts the places where copies
/// from and to programs' arrays are fast.
const HEAD_BYTES: usize = 4096 + HALF_PAGE;
/// The length of a part and the mark of its call precede its bytes.
const NOTE_BYTES: usize = 16;
/// Distance between the two places in bytes.
const STRIDE: usize = PLACE_BYTES + 64;
/// The sleeping ranks are bits of one word.
const MAX_RANKS: u32 = 64;
/// Yields of the CPU before a waiting rank sleeps.
const YIELDS: u32 = 32;
/// The low bits of the word count the ranks that have arrived; the sum of hashes is above them.
const COUNT_BITS: u32 = 48;
/// Multiplier of the hash (golden ratio).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Control words of a rank. All ranks use the first three of rank 0; each uses `own` of its own
/// head.
#[repr(C, align(64))]
struct Head {
    /// Ranks that have arrived, summed over all steps, and the sum of the hashes they added.
    arrived: AtomicU64,
    /// The value of `arrived` when the last rank of a step arrived, for the last rank of the next
    /// step.
    before: AtomicU64,
    /// Ranks that wait for a message when all have arrived, as bits.
    sleepers: AtomicU64,
    own: Own,
}

#[repr(C, align(64))]
struct Own {
    /// 1 if the rank can use the board.
    is_ready: AtomicU64,
    /// The last step that the rank has arrived for.
    step: AtomicU64,
    /// The mark of the call in that step.
    mark: AtomicU64,
}

/// This rank's view of the board; see the module.
pub(crate) struct Board {
    /// The address here of each rank's part of the segment.
    parts: Box<[*mut u8]>,
    rank: usize,
    /// The last step that this rank has arrived for.
    step: u64,
    /// The context of the communicator of that step.
    pub(super) context: u64,
    /// The mark of this rank's call: its tag, below a hash of the context.
    mark: u64,
    _segment: Segment,
}

// SAFETY: the memory is that of the segment, which any thread may use.
unsafe impl Send for Board {}

impl Board {
    /// Creates the board (collective), if all ranks can use it.
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
        // With several threads, calls on several communicators may overlap.
        if let Some(board) = board.as_ref().filter(|_| level != ThreadLevel::Multiple) {
            // SYNC board-ready: pairs with the loads below, which come after the job's barrier.
            board.head(board.rank).own.is_ready.store(1, Release);
        }
        job.barrier()?;
        // SYNC board-ready: pairs with the store above.
        let is_ready = |board: &Self| {
            (0..board.parts.len()).all(|rank| board.head(rank).own.is_ready.load(Acquire) == 1)
        };
        Ok(board.filter(is_ready))
    }

    fn head(&self, rank: usize) -> &Head {
        // SAFETY: each part begins at a page, is initially zero, and is accessed through atomics
        // there; the segment is open as long as the board exists.
        unsafe { &*self.parts[rank].cast::<Head>() }
    }

    fn place(&self, rank: usize, step: u64) -> *mut u8 {
        self.parts[rank].wrapping_add(HEAD_BYTES + (step & 1) as usize * STRIDE)
    }

    /// Begins a call; `context` and `tag` are those its messages would have.
    pub(crate) fn begin(&mut self, context: u64, tag: i32) {
        self.context = context;
        self.mark = context.wrapping_mul(SPREAD) >> 32 << 32 | tag as u64;
        self.next(0);
    }

    /// Where this rank writes its part of the next step, of `len` bytes; there is room for
    /// [`PLACE_BYTES`].
    pub(crate) fn next(&self, len: usize) -> *mut u8 {
        let place = self.place(self.rank, self.step + 1);
        // SAFETY: within this rank's part, which others read after they have seen that it arrived.
        unsafe {
            place.cast::<[u64; 2]>().write([len as u64, self.mark]);
            place.add(NOTE_BYTES)
        }
    }

    /// The part that a rank of the job has written for the step that all have just arrived for.
    ///
    /// # Errors
    /// `Truncate` if it has not `len` bytes; `Other` if it belongs to another call.
    pub(crate) fn of(&self, rank: usize, len: usize) -> Result<*const u8> {
        let place = self.place(rank, self.step).cast_const();
        // SAFETY: within the rank's part, which it overwrites only after this rank has gone on.
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

    /// The error for a rank that is in another call.
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

    /// The error for the last rank to arrive, if at least one rank is in another call.
    #[cold]
    fn different_calls(&self) -> Error {
        let is_other = |rank: &usize| {
            let own = &self.head(*rank).own;
            // SYNC board-mark: a rank that has gone on to the next step stores the mark after the
            // step.
            own.mark.load(Acquire) != self.mark && own.step.load(Relaxed) == self.step
        };
        match (0..self.parts.len()).find(is_other) {
            Some(rank) => self.other_call(rank, self.head(rank).own.mark.load(Relaxed)),
            None => Error::new(Class::Other, "ranks are in different collective calls"),
        }
    }

    /// What a rank in this call adds to the arrival word: 1, and a hash above the count.
    fn share(&self) -> u64 {
        self.mark.wrapping_mul(SPREAD) >> COUNT_BITS << COUNT_BITS | 1
    }

    /// Whether a value of the arrival word counts all ranks for this step (and perhaps some for the
    /// next).
    fn is_all(&self, arrived: u64) -> bool {
        let target = self.step.wrapping_mul(self.parts.len() as u64);
        (arrived.wrapping_sub(target) << (64 - COUNT_BITS)).cast_signed() >= 0
    }

    /// Counts this rank as arrived. Returns the sleeping ranks to be woken, as bits, and whether
    /// all are in the same call as far as this rank can tell.
    fn arrive(&mut self) -> (u64, bool) {
        self.step += 1;
        let (own, head) = (&self.head(self.rank).own, self.head(0));
        own.step.store(self.step, Relaxed);
        // SYNC board-mark: stored after the step.
        own.mark.store(self.mark, Release);
        let share = self.share();
        // SYNC board-arrive: releases this rank's part; pairs with the load in `is_met`.
        // SYNC board-sleep: a rank that goes to sleep either sees this count or is seen as a
        // sleeper below: pairs with `is_met_or_tells`.
        let arrived = head.arrived.fetch_add(share, SeqCst).wrapping_add(share);
        if !self.is_all(arrived) {
            return (0, true);
        }
        // The last rank of the previous step stored this before it arrived for this step.
        let before = head.before.load(Relaxed);
        head.before.store(arrived, Relaxed);
        let is_same = arrived.wrapping_sub(before) == share.wrapping_mul(self.parts.len() as u64);
        // SYNC board-sleep: read after the count was added to.
        (head.sleepers.load(SeqCst) & !(1 << self.rank), is_same)
    }

    /// Whether all ranks have arrived for this step.
    fn is_met(&self) -> bool {
        // SYNC board-arrive: pairs with the count of each rank, whose part is then visible.
        self.is_all(self.head(0).arrived.load(Acquire))
    }

    /// As [`is_met`](Self::is_met); if false, this rank is registered to be woken by a message.
    fn is_met_or_tells(&self) -> bool {
        let (head, own) = (self.head(0), 1 << self.rank);
        // SYNC board-sleep: set before the count is read; the last rank adds to the count before it
        // reads the sleepers.
        head.sleepers.fetch_or(own, SeqCst);
        let is_met = self.is_all(head.arrived.load(SeqCst));
        if is_met {
            head.sleepers.fetch_and(!own, Relaxed);
        }
        is_met
    }

    /// The ranks that this one is waiting for.
    pub(super) fn missing(&self) -> impl Iterator<Item = i32> + '_ {
        let is_missing = |&rank: &usize| self.head(rank).own.step.load(Relaxed) < self.step;
        (0..self.parts.len()).filter(is_missing).map(|rank| rank as i32)
    }
}

/// Marks this rank's part of the next step as written, and waits for those of all ranks.
///
/// # Errors
/// `Other` if this rank is the last to arrive and others are in another call.
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
    /// Counts this rank as arrived and wakes the sleepers if it is the last; whether all have
    /// arrived.
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
