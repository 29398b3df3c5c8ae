//! The words in each other's memory by which the PEs of a group synchronise.
//!
//! A team has a place of its own in the control memory: two sets of lines used in turn, one line
//! for each round of a step. A line holds the number of the step, and up to 48 bytes that come with
//! it. A PE that finishes a step knows that all have begun it, and so that all have finished the
//! step before: the lines of that earlier step may be written again. So in every step all wait for
//! all, even if a PE needs nothing from some of them, as in a scan. Broadcasts are not steps: they
//! have lines of their own (`broadcast.rs`).
//!
//! An active set, from before OpenSHMEM 1.5, synchronises in the `pSync` of the program: an
//! arriving PE increments a word of another, and the PE that has waited for it decrements it, so
//! that all are zero again in the end. Groups without either, given by mask or stride, count in a
//! word for each pair of PEs.

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

/// Maximum rounds of a step: for 2^20 PEs, and two for the PEs beyond a power of two.
pub(super) const ROUNDS: usize = 24;
/// The line to which a PE beyond the power of two sends its part, and the line in which it gets the
/// result.
pub(super) const BEFORE: usize = ROUNDS - 2;
pub(super) const AFTER: usize = ROUNDS - 1;
pub(super) const LINE: usize = 64;
/// Offset in a line of the bytes that come with a step.
pub(super) const BYTES_AT: usize = 16;
/// Number of these bytes.
pub(super) const LINE_BYTES: usize = LINE - BYTES_AT;
/// Layout of a place: two sets of lines, a line to count in, a release line, the records of a pair,
/// and the lines of broadcasts, which fill the second page.
const PLACE: usize = 8192;
pub(super) const COUNT_AT: usize = 2 * ROUNDS * LINE;
pub(super) const RELEASE_AT: usize = COUNT_AT + LINE;
/// Between two PEs a broadcast of a word uses a record, which is a number and the word. Four
/// records share a line, so one transfer of a line each way serves four of them.
pub(super) const RECORDS_AT: usize = RELEASE_AT + LINE;
pub(super) const RECORD: usize = 16;
/// How many such broadcasts a root may be ahead.
pub(super) const RECORDS: u64 = ((LEADS_AT - RECORDS_AT) / RECORD) as u64;
pub(super) const LEADS_AT: usize = 4096;
/// How many broadcasts a root may be ahead.
pub(super) const LEADS: u64 = ((PLACE - LEADS_AT) / LINE) as u64;
/// Two places before those of teams, for the split-phase and the fast barrier. What all PEs use
/// lies close together, so that it needs few page tables.
const NOTIFY_AT: usize = 0;
const FAST_AT: usize = PLACE;
/// The word that says that this PE sleeps, in a line of its own behind those of the fast barrier.
pub(crate) const SLEEP_AT: usize = FAST_AT + 4 * LINE;
/// In the control memory of the first PE of a host: how many PEs of the host sleep for a word.
const SLEEPERS_AT: usize = SLEEP_AT + LINE;
/// How many other PEs have announced that they end.
pub(crate) const ENDED_AT: usize = SLEEPERS_AT + LINE;
const TEAMS_AT: usize = 2 * PLACE;
/// What all PEs use: the words above, and the places of the world and of the PEs of a host.
pub(crate) const COMMON_BYTES: usize = TEAMS_AT + 2 * PLACE;
/// The place of the last barrier follows those of the teams.
const PAIRS_AT: usize = TEAMS_AT + (LAST_PLACE + 1) * PLACE;

const _: () = assert!(RECORDS_AT + LINE <= LEADS_AT);

/// Polls before a wait that looks at the clock.
const LOOKS: u32 = 256;

/// Offset of a team's place.
pub(super) fn place_of(team: &TeamData) -> usize {
    TEAMS_AT + team.place * PLACE
}

/// Offset of a table with an entry for each PE: the first PE of its host.
pub(crate) fn hosts_at(pes: u32) -> usize {
    PAIRS_AT + pes as usize * size_of::<u64>()
}

/// Words in a `pSync` array: every `SHMEM_…_SYNC_SIZE`. `SHMEM_SYNC_VALUE` is 0.
pub const SYNC_WORDS: usize = 64;
/// The first word of a `pSync` that carries values.
const VALUES_AT: usize = SYNC_WORDS / 2;

/// Offset of what `pe` has published about itself when some PEs have ended (`ended.rs`).
pub(crate) fn fate_at(pes: u32, pe: u32) -> usize {
    hosts_at(pes) + (pes + pe) as usize * size_of::<u64>()
}

/// Offset of the last step of the world team that `pe` has come to, if it has ended.
pub(crate) fn last_at(pes: u32, pe: u32) -> usize {
    fate_at(pes, pes + pe)
}

/// Size in bytes of the control memory of each PE in a job of `pes` PEs.
pub(crate) fn control_bytes(pes: u32) -> usize {
    // What follows the control memory is aligned as the segment is.
    last_at(pes, pes).next_multiple_of(2 << 20)
}

/// Waits until a word has reached `number`.
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

/// The same word of `pe`, if it is directly accessible.
#[inline(always)]
pub(crate) fn near_word(state: &State, pe: u32, offset: usize) -> Option<&AtomicU64> {
    // SAFETY: as above, in that PE's part.
    state.control.of(pe, offset).map(|at| unsafe { &*at.cast::<AtomicU64>() })
}

/// Address of the counter of PEs on this host that sleep for a word; before the start, of a word
/// that stays 0.
static SLEEPERS: AtomicPtr<AtomicU64> = AtomicPtr::new((&raw const NOBODY).cast_mut());
static NOBODY: AtomicU64 = AtomicU64::new(0);

#[inline(always)]
fn sleepers() -> &'static AtomicU64 {
    // SAFETY: a static word, or one of the control memory, which lives from `find_sleepers` to
    // `forget_sleepers`; calls are made only between these.
    unsafe { &*SLEEPERS.load(Relaxed) }
}

/// Whether some PE of this host sleeps for a word.
#[inline(always)]
pub(crate) fn has_sleepers() -> bool {
    sleepers().load(Relaxed) != 0
}

/// From now on sleepers are counted in the control memory of `first`, the first PE of this host.
pub(crate) fn find_sleepers(state: &State, first: u32) {
    if let Some(word) = near_word(state, first, SLEEPERS_AT) {
        SLEEPERS.store(std::ptr::from_ref(word).cast_mut(), Relaxed);
    }
}

/// Stops using that word: its memory is about to be unmapped.
pub(crate) fn forget_sleepers() {
    SLEEPERS.store((&raw const NOBODY).cast_mut(), Relaxed);
}

/// Announces that this PE is about to sleep, and what for. The caller polls once more before it
/// sleeps.
#[cold]
pub(crate) fn announce_sleep(state: &State, told: Told) {
    word(state, SLEEP_AT + 8).store(told.value, Relaxed);
    word(state, SLEEP_AT + 16).store(told.how, Relaxed);
    // SYNC sleep: pairs with `told_by`: a PE that sees this word sees the two others.
    word(state, SLEEP_AT).store(told.awaited.0, Release);
    if told.awaited.is_word() {
        sleepers().fetch_add(1, Relaxed);
    }
    // SYNC sleepers: pairs with the fences of a quiet and of a wait: the announcement comes before
    // the last poll, and their stores come before they look for sleepers.
    fence(SeqCst);
}

/// Withdraws the announcement: this PE is awake.
#[cold]
pub(crate) fn take_back_sleep(state: &State, told: Told) {
    word(state, SLEEP_AT).store(0, Relaxed);
    if told.awaited.is_word() {
        sleepers().fetch_sub(1, Relaxed);
    }
}

/// What `pe`, which is directly accessible, has announced that it sleeps for, and the word by which
/// it sleeps.
pub(crate) fn told_by(state: &State, pe: u32) -> Option<(Told, &AtomicU64)> {
    let at = |offset| near_word(state, pe, SLEEP_AT + offset);
    let (sleeps, value, how) = (at(0)?, at(8)?, at(16)?);
    // SYNC sleep: pairs with the release store in `announce_sleep`.
    let awaited = Awaited(sleeps.load(Acquire));
    Some((Told { awaited, value: value.load(Relaxed), how: how.load(Relaxed) }, sleeps))
}

/// Wakes `pe` if it sleeps. Call it after the store that `pe` may wait for. Without a fence, the
/// store may arrive too late for the last poll of `pe`, and yet this check may be too early to see
/// the announcement: then `pe` is not woken, and wakes by itself. A fence in each synchronisation
/// would cost more than that.
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
    // Send one message for each sleep. The exchange only decides who sends, so Relaxed.
    if sleeps.swap(0, Relaxed) != 0
        && let Some(mut channel) = state.try_channel()
    {
        // A PE that is about to exit needs none, and a full lane already holds a message.
        let _ = channel.send(netaddr(pe, PORT), &[0]);
    }
}

/// Writes to the control memory of `pe`, ordered before the next notification to it.
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

/// Words that are counted up by one PE and down by another.
pub(super) enum Counted {
    /// The `pSync` of an active set: one word for each round.
    PSync(*mut i64),
    /// One word for each pair of PEs.
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

    /// [`signal`](Self::signal) together with a value.
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

    /// Waits for a value and returns it; leaves both words zero.
    pub(super) fn receive(&self, state: &State, round: usize) -> Result<u64> {
        let Self::PSync(words) = *self else {
            return fail!("these groups exchange no values");
        };
        // SAFETY: symmetric and aligned, as `check` has tested.
        let (count, value) = unsafe {
            let count = &*words.wrapping_add(round).cast::<AtomicU64>();
            (count, &*words.wrapping_add(VALUES_AT + round).cast::<AtomicU64>())
        };
        // SYNC counted: pairs with the increments in `add` and `signal`.
        until(state, || count.load(Acquire) > 0)?;
        let got = value.swap(0, Relaxed);
        count.fetch_sub(1, Relaxed);
        Ok(got)
    }
}

/// Increments a word of `pe`.
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

/// Waits until a word of this PE is not zero, and decrements it.
fn down(state: &State, word: &AtomicU64) -> Result<()> {
    // SYNC counted: pairs with the increments in `add` and `signal`. The decrement publishes
    // nothing.
    until(state, || word.load(Acquire) > 0)?;
    word.fetch_sub(1, Relaxed);
    Ok(())
}

/// Checks that a `pSync` can be used.
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

/// Barriers of the world that are not collective calls of its team: the split-phase barrier, and
/// the fast one, which waits only for notifications. Each has words of its own and counts its
/// steps.
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

    /// The PE that is `distance` after this one, which it notifies in a round.
    fn to(state: &State, distance: u32) -> u32 {
        (state.me + distance) % state.pes
    }

    /// # Errors
    /// The last barrier was not waited for; an error of the network.
    pub(crate) fn notify(&self, state: &State) -> Result<()> {
        // SYNC waited: pairs with the release store in `wait`, perhaps of another thread.
        let epoch = self.waited.load(Acquire) + 1;
        // SYNC notified: pairs with the acquire load in `wait`.
        if self.notified.swap(epoch, Release) == epoch {
            return fail!("a barrier was notified already: wait for it first");
        }
        if state.pes > 1 {
            Self::step(epoch).line(0).signal(state, Self::to(state, 1))?;
        }
        Ok(())
    }

    /// # Errors
    /// No barrier was notified; an error of the network.
    pub(crate) fn wait(&self, state: &State) -> Result<()> {
        // SYNC notified: pairs with the release exchange in `notify`, perhaps of another thread.
        let epoch = self.notified.load(Acquire);
        if self.waited.load(Relaxed) == epoch {
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
        // SYNC waited: pairs with the acquire load in `notify`.
        self.waited.store(epoch, Release);
        Ok(())
    }

    /// Notifies all other PEs and waits for a notification from each.
    ///
    /// # Errors
    /// An error of the network.
    pub(crate) fn fast(&self, state: &State) -> Result<()> {
        // Two words are used in turn: a PE that is a step ahead counts in the other one.
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
        // SYNC fast: pairs with the increment of each other PE. The subtraction publishes nothing
        // by itself: the increments of the next step do.
        until(state, || word.load(Acquire) >= all)?;
        word.fetch_sub(all, Relaxed);
        Ok(())
    }
}

/// Orders everything that was put over a network before the next notification of the same PE, which
/// is a word of the heap's segment.
pub(super) fn order(state: &State) -> Result<()> {
    state.heap.segment.fence()?;
    state.part(Kind::Data).map_or(Ok(()), |part| Ok(part.segment.quiet()?))
}

/// Waits until everything that was put over a network has arrived, because the next notification
/// may take another way.
pub(super) fn quiet(state: &State) -> Result<()> {
    for kind in [Kind::Heap, Kind::Data] {
        if let Some(part) = state.part(kind) {
            part.segment.quiet()?;
        }
    }
    Ok(())
}
