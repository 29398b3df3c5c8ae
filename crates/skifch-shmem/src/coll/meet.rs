//! Where the PEs of a group meet: words in each other's memory.
//!
//! A team has a place of its own in the control memory: two sets of lines that take turns, one line
//! for each round of a step. A line holds the number of the step, and up to 48 bytes that come with
//! it. Whoever finishes a step knows that all have begun it, and so that all have finished the step
//! before: lines of the step before that may be written again. So every step but a scan is one that
//! all wait for all in, and a scan is followed by such a step. Broadcasts are no steps: they have
//! lines of their own (`broadcast.rs`).
//!
//! An active set of before 1.5 meets in the `pSync` of the program, by words that are counted up by
//! who comes and down by who has waited: they are zero again in the end. Groups without either, by
//! mask and stride, count in words for each pair of PEs.

use crate::error::{Result, fail};
use crate::job::PORT;
use crate::remote::{Place, place_at};
use crate::rma::copy;
use crate::state::{Kind, State};
use crate::team::{LAST_PLACE, TeamData};
use crate::wait::{Awaited, Told, until};
use skifch::{AtomicOp, netaddr};
use std::hint::spin_loop;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicPtr, AtomicU64, fence};

use super::line::Step;
pub(crate) use super::pair::Pair;

/// Rounds of a step, at most: 2^20 PEs, and two for those beyond a power of two.
pub(super) const ROUNDS: usize = 24;
/// The line that members beyond a power of two send their part on, and that they get the result on.
pub(super) const BEFORE: usize = ROUNDS - 2;
pub(super) const AFTER: usize = ROUNDS - 1;
pub(super) const LINE: usize = 64;
/// Where in a line the bytes are that come with a step.
pub(super) const BYTES_AT: usize = 16;
/// How many these are.
pub(super) const LINE_BYTES: usize = LINE - BYTES_AT;
/// Two sets of lines, a line to count in, one to be released by, records of a pair, and the lines
/// of broadcasts, which are a page of their own.
const PLACE: usize = 8192;
pub(super) const COUNT_AT: usize = 2 * ROUNDS * LINE;
pub(super) const RELEASE_AT: usize = COUNT_AT + LINE;
/// Between two PEs a broadcast of a word has a record, a number and the word, of which four are in
/// a line: so a line that goes over and comes back is for four of them.
pub(super) const RECORDS_AT: usize = RELEASE_AT + LINE;
pub(super) const RECORD: usize = 16;
/// Such broadcasts that a root may be ahead.
pub(super) const RECORDS: u64 = ((LEADS_AT - RECORDS_AT) / RECORD) as u64;
pub(super) const LEADS_AT: usize = 4096;
/// Broadcasts that a root may be ahead.
pub(super) const LEADS: u64 = ((PLACE - LEADS_AT) / LINE) as u64;
/// Two places beside those of teams, and before them: what all use lies close together, so that few
/// page tables are needed for it.
const NOTIFY_AT: usize = 0;
const FAST_AT: usize = PLACE;
/// The word that says that this PE sleeps, in a line of its own beside those of the fast barrier.
pub(crate) const SLEEP_AT: usize = FAST_AT + 4 * LINE;
/// In the control memory of the first PE of a host: how many there sleep for a word.
const SLEEPERS_AT: usize = SLEEP_AT + LINE;
/// How many others have told that they end.
pub(crate) const ENDED_AT: usize = SLEEPERS_AT + LINE;
const TEAMS_AT: usize = 2 * PLACE;
/// What all use: the words above, and the places of the world and of the PEs of a host.
pub(crate) const COMMON_BYTES: usize = TEAMS_AT + 2 * PLACE;
/// After the places of teams that of the last barrier.
const PAIRS_AT: usize = TEAMS_AT + (LAST_PLACE + 1) * PLACE;

const _: () = assert!(RECORDS_AT + LINE <= LEADS_AT);

/// Looks before a wait that counts time.
const LOOKS: u32 = 256;

/// Where the words of a team begin.
pub(super) fn place_of(team: &TeamData) -> usize {
    TEAMS_AT + team.place * PLACE
}

/// For each PE: the first of its host.
pub(crate) fn hosts_at(pes: u32) -> usize {
    PAIRS_AT + pes as usize * size_of::<u64>()
}

/// Words of a `pSync` array: every `SHMEM_…_SYNC_SIZE`. `SHMEM_SYNC_VALUE` is 0.
pub const SYNC_WORDS: usize = 64;
/// The first that values come with.
const VALUES_AT: usize = SYNC_WORDS / 2;

/// For each PE: what it has told of itself when some have ended (`ended.rs`).
pub(crate) fn fate_at(pes: u32, pe: u32) -> usize {
    hosts_at(pes) + (pes + pe) as usize * size_of::<u64>()
}

/// Bytes of the control memory of each of so many PEs.
pub(crate) fn control_bytes(pes: u32) -> usize {
    // What comes after it is aligned as the segment is.
    fate_at(pes, pes).next_multiple_of(2 << 20)
}

/// Waits until a word has come to this number.
#[inline(always)]
pub(super) fn come(state: &State, word: &AtomicU64, number: u64) -> Result<()> {
    if state.pace.spins() {
        for _ in 0..LOOKS {
            // SYNC step: pairs with the release stores of `Line::signal`, and of pairs.
            if word.load(Acquire) >= number {
                return Ok(());
            }
            spin_loop();
        }
    }
    come_late(state, word, number)
}

#[cold]
#[inline(never)]
fn come_late(state: &State, word: &AtomicU64, number: u64) -> Result<()> {
    until(state, || word.load(Acquire) >= number)
}

/// A word of the control memory of this PE.
pub(crate) fn word(state: &State, offset: usize) -> &AtomicU64 {
    // SAFETY: inside the control memory, aligned, and shared by atomics only.
    unsafe { &*state.control.mine(offset).cast::<AtomicU64>() }
}

/// The same word of `pe`, if it is near.
#[inline(always)]
pub(crate) fn near_word(state: &State, pe: u32, offset: usize) -> Option<&AtomicU64> {
    // SAFETY: as above, in that PE's part.
    state.control.of(pe, offset).map(|at| unsafe { &*at.cast::<AtomicU64>() })
}

/// How many on this host sleep for a word; before the start, a word that stays 0.
static SLEEPERS: AtomicPtr<AtomicU64> = AtomicPtr::new((&raw const NOBODY).cast_mut());
static NOBODY: AtomicU64 = AtomicU64::new(0);

#[inline(always)]
fn sleepers() -> &'static AtomicU64 {
    // SAFETY: a word that is always there, or one of the control memory, which lives from
    // `find_sleepers` to `forget_sleepers`, between which calls are made.
    unsafe { &*SLEEPERS.load(Relaxed) }
}

/// Whether somebody on this host sleeps for a word.
#[inline(always)]
pub(crate) fn has_sleepers() -> bool {
    sleepers().load(Relaxed) != 0
}

/// From now on sleepers are counted where `first`, the first PE on this host, has its word.
pub(crate) fn find_sleepers(state: &State, first: u32) {
    if let Some(word) = near_word(state, first, SLEEPERS_AT) {
        SLEEPERS.store(std::ptr::from_ref(word).cast_mut(), Release);
    }
}

/// There is no such word any more.
pub(crate) fn forget_sleepers() {
    SLEEPERS.store((&raw const NOBODY).cast_mut(), Release);
}

/// Says that this PE is about to sleep, and what for. Its caller looks once more before it does.
#[cold]
pub(crate) fn announce_sleep(state: &State, told: Told) {
    word(state, SLEEP_AT + 8).store(told.value, Relaxed);
    word(state, SLEEP_AT + 16).store(told.how, Relaxed);
    // SYNC sleep: pairs with `told_by`: with the word, the rest is there.
    word(state, SLEEP_AT).store(told.awaited.0, Release);
    if told.awaited.is_word() {
        sleepers().fetch_add(1, Relaxed);
    }
    fence(SeqCst);
}

/// It does not sleep any more.
#[cold]
pub(crate) fn take_back_sleep(state: &State, told: Told) {
    word(state, SLEEP_AT).store(0, Relaxed);
    if told.awaited.is_word() {
        sleepers().fetch_sub(1, Relaxed);
    }
}

/// What `pe`, which is near, has said that it sleeps for, and the word that it sleeps by.
pub(crate) fn told_by(state: &State, pe: u32) -> Option<(Told, &AtomicU64)> {
    let at = |offset| near_word(state, pe, SLEEP_AT + offset);
    let (sleeps, value, how) = (at(0)?, at(8)?, at(16)?);
    let awaited = Awaited(sleeps.load(Acquire));
    Some((Told { awaited, value: value.load(Relaxed), how: how.load(Relaxed) }, sleeps))
}

/// Wakes `pe` if it sleeps: to be called after the store that it may wait for. That store may not
/// have arrived where the PE looks last, and yet it may be too early to see that it sleeps: then it
/// is not woken, and wakes by itself. A fence in each meeting would cost more than that.
#[inline(always)]
pub(crate) fn wake(state: &State, pe: u32) {
    if let Some(sleeps) = near_word(state, pe, SLEEP_AT)
        && sleeps.load(Relaxed) != 0
    {
        send_wake(state, pe, sleeps);
    }
}

#[cold]
#[inline(never)]
pub(crate) fn send_wake(state: &State, pe: u32, sleeps: &AtomicU64) {
    // One message for each sleep.
    if sleeps.swap(0, AcqRel) != 0
        && let Some(mut channel) = state.try_channel()
    {
        // Who is on its way out needs none, and a full lane has one.
        let _ = channel.send(netaddr(pe, PORT), &[0]);
    }
}

/// Writes to the control memory of `pe`, before what is told it next.
///
/// # Safety
/// `bytes` is readable for `len`, and nobody else reads or writes there now.
#[inline(always)]
pub(super) unsafe fn put_control(
    state: &State,
    pe: u32,
    offset: usize,
    bytes: *const u8,
    len: usize,
) -> Result<()> {
    match near_word(state, pe, offset) {
        // SAFETY: inside the control memory; our caller's promise, here and below.
        Some(to) => unsafe { copy(std::ptr::from_ref(to).cast_mut().cast(), bytes, len) },
        None if len > 0 => {
            // SAFETY: as above.
            let bytes = unsafe { std::slice::from_raw_parts(bytes, len) };
            state.heap.segment.put(pe, offset, bytes)?;
            state.heap.segment.fence()?;
        }
        None => {}
    }
    Ok(())
}

pub(crate) fn far_store(state: &State, pe: u32, offset: usize, value: u64) -> Result<()> {
    Ok(state.heap.segment.atomic_oneway(pe, offset, AtomicOp::Store, 8, value, 0)?)
}

/// Words that are counted up and down.
pub(super) enum Counted {
    /// The `pSync` of an active set: a word for each round.
    PSync(*mut i64),
    /// A word for each pair.
    Pairs,
}

impl Counted {
    pub(super) fn signal(&self, state: &'static State, pe: u32, round: usize) -> Result<()> {
        match *self {
            Self::PSync(words) => add(state, words.wrapping_add(round), pe),
            Self::Pairs => {
                let mine = PAIRS_AT + state.me as usize * 8;
                match near_word(state, pe, mine) {
                    // SYNC counted: pairs with the acquire load in `down`.
                    Some(word) => {
                        word.fetch_add(1, AcqRel);
                        wake(state, pe);
                    }
                    None => {
                        state.heap.segment.atomic_oneway(pe, mine, AtomicOp::Add, 8, 1, 0)?;
                    }
                }
                Ok(())
            }
        }
    }

    pub(super) fn wait(&self, state: &'static State, from: u32, round: usize) -> Result<()> {
        match *self {
            Self::PSync(words) => {
                // SAFETY: symmetric and aligned, as `check` has tested.
                down(state, unsafe { &*words.wrapping_add(round).cast::<AtomicU64>() })
            }
            Self::Pairs => down(state, word(state, PAIRS_AT + from as usize * 8)),
        }
    }

    /// [`signal`](Self::signal) with a value.
    pub(super) fn send(
        &self,
        state: &'static State,
        pe: u32,
        round: usize,
        value: u64,
    ) -> Result<()> {
        let Self::PSync(words) = *self else {
            return fail!("these groups exchange no values");
        };
        let to = words.wrapping_add(VALUES_AT + round).cast::<u8>();
        match place_at(state, to, 8, pe)? {
            // SAFETY: an aligned word of symmetric memory.
            Place::Near(to) => unsafe { &*to.cast::<AtomicU64>() }.store(value, Relaxed),
            Place::Far(far) => {
                far.atomic_oneway(AtomicOp::Store, 8, value)?;
                far.after_others()?;
            }
        }
        self.signal(state, pe, round)
    }

    /// Waits for a value, and leaves zeros.
    pub(super) fn receive(&self, state: &State, round: usize) -> Result<u64> {
        let Self::PSync(words) = *self else {
            return fail!("these groups exchange no values");
        };
        // SAFETY: symmetric and aligned, as `check` has tested.
        let (count, value) = unsafe {
            let count = &*words.wrapping_add(round).cast::<AtomicU64>();
            (count, &*words.wrapping_add(VALUES_AT + round).cast::<AtomicU64>())
        };
        until(state, || count.load(Acquire) > 0)?;
        let got = value.swap(0, Relaxed);
        count.fetch_sub(1, AcqRel);
        Ok(got)
    }
}

/// Counts a word of `pe` up.
fn add(state: &'static State, word: *mut i64, pe: u32) -> Result<()> {
    match place_at(state, word.cast(), 8, pe)? {
        Place::Near(at) => {
            // SYNC counted: pairs with the acquire load in `down`.
            // SAFETY: an aligned word of symmetric memory.
            unsafe { &*at.cast::<AtomicU64>() }.fetch_add(1, AcqRel);
            wake(state, pe);
        }
        Place::Far(far) => far.atomic_oneway(AtomicOp::Add, 8, 1)?,
    }
    Ok(())
}

/// Waits until a word of this PE is counted up, and counts it down.
fn down(state: &State, word: &AtomicU64) -> Result<()> {
    // SYNC counted: pairs with the count of who has come.
    until(state, || word.load(Acquire) > 0)?;
    word.fetch_sub(1, AcqRel);
    Ok(())
}

/// Whether a `pSync` can be used.
///
/// # Errors
/// It is not symmetric or not aligned.
pub(super) fn check(state: &State, p_sync: *mut i64) -> Result<()> {
    let found = state.find(p_sync.cast(), SYNC_WORDS * 8);
    found.map_err(|error| error.context("pSync"))?;
    if !p_sync.is_aligned() {
        return fail!("pSync at {p_sync:p}: it is aligned to 8 bytes");
    }
    Ok(())
}

/// Barriers of the world that are no collective calls of its team: the one in two halves, and the
/// one that looks only at what comes in. Both have words of their own, and count their steps.
#[derive(Default)]
pub(crate) struct Split {
    notified: AtomicU64,
    waited: AtomicU64,
    fast: AtomicU64,
}

impl Split {
    fn step(epoch: u64) -> Step {
        Step::at(NOTIFY_AT, epoch)
    }

    /// The PE that hears of this one in a round of so far a reach.
    fn to(state: &State, distance: u32) -> u32 {
        (state.me + distance) % state.pes
    }

    /// # Errors
    /// The last one was not waited for; what the network answers.
    pub(crate) fn notify(&self, state: &State) -> Result<()> {
        let epoch = self.waited.load(Acquire) + 1;
        if self.notified.swap(epoch, AcqRel) == epoch {
            return fail!("a barrier was notified already: wait for it first");
        }
        if state.pes > 1 {
            Self::step(epoch).line(0).signal(state, Self::to(state, 1))?;
        }
        Ok(())
    }

    /// # Errors
    /// Not notified; what the network answers.
    pub(crate) fn wait(&self, state: &State) -> Result<()> {
        let epoch = self.notified.load(Acquire);
        if self.waited.load(Acquire) == epoch {
            return fail!("no barrier was notified: do so first");
        }
        let (step, mut distance, mut round) = (Self::step(epoch), 1, 0);
        while distance < state.pes {
            if round > 0 {
                step.line(round).signal(state, Self::to(state, distance))?;
            }
            step.line(round).wait(state)?;
            (distance, round) = (distance * 2, round + 1);
        }
        self.waited.store(epoch, Release);
        Ok(())
    }

    /// Tells all others that nothing of before comes any more, and waits for their word.
    ///
    /// # Errors
    /// What the network answers.
    pub(crate) fn fast(&self, state: &State) -> Result<()> {
        // Two words take turns: who is a step ahead counts in the other.
        let turn = self.fast.fetch_add(1, Relaxed) as usize & 1;
        let at = FAST_AT + turn * LINE;
        for pe in (0..state.pes).filter(|&pe| pe != state.me) {
            match near_word(state, pe, at) {
                // SYNC fast: pairs with the acquire load below.
                Some(word) => {
                    word.fetch_add(1, AcqRel);
                    wake(state, pe);
                }
                None => state.heap.segment.atomic_oneway(pe, at, AtomicOp::Add, 8, 1, 0)?,
            }
        }
        let (word, all) = (word(state, at), u64::from(state.pes - 1));
        until(state, || word.load(Acquire) >= all)?;
        word.fetch_sub(all, AcqRel);
        Ok(())
    }
}

/// Waits until everything that was put over a network has arrived: what is told next may go by
/// other ways.
pub(super) fn quiet(state: &State) -> Result<()> {
    for kind in [Kind::Heap, Kind::Data] {
        if let Some(part) = state.part(kind) {
            part.segment.quiet()?;
        }
    }
    Ok(())
}
