//! PEs that end without `shmem_finalize`. Their end is a last barrier, as if they had called it:
//! who waits for anything else of them waits in vain, and says so.

use crate::Team;
use crate::area::is_all_near;
use crate::coll::meet::{ENDED_AT, LAST_AT, LEFT_AT, far_store, fate_at, near_word, wake, word};
use crate::error::{Error, Result};
use crate::state::State;
use crate::team::TeamData;
use skifch::AtomicOp;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};

/// What a PE tells of itself, in the word that it has at each other: bits, and above them which of
/// its waits it is in and how often it has said so (`vain.rs`).
pub(crate) const HAS_ENDED: u64 = 1;
pub(crate) const HAS_LEFT: u64 = 2;

/// So many PEs that have ended are named.
const MOST_NAMED: usize = 4;

pub(crate) fn others(state: &State) -> impl Iterator<Item = u32> {
    let me = state.me;
    (0..state.pes).filter(move |&pe| pe != me)
}

/// What `pe` has told.
pub(crate) fn fate(state: &State, pe: u32) -> u64 {
    // SYNC ended: pairs with the release store of `tell_fate`.
    word(state, fate_at(state.pes, pe)).load(Acquire)
}

/// Tells `pe`.
///
/// # Errors
/// What the network answers.
pub(crate) fn tell_fate(state: &State, pe: u32, fate: u64) -> Result<()> {
    let mine = fate_at(state.pes, state.me);
    match near_word(state, pe, mine) {
        Some(word) => word.store(fate, Release),
        None => far_store(state, pe, mine, fate)?,
    }
    Ok(())
}

/// This PE goes into its last barrier without having been told to; what it has done has arrived.
///
/// # Errors
/// What the network answers.
pub(crate) fn tell(state: &State) -> Result<()> {
    let last = state.teams.get(Team::WORLD)?.epoch() + 1;
    for pe in others(state) {
        tell_fate(state, pe, HAS_ENDED)?;
        match near_word(state, pe, LAST_AT) {
            Some(word) => word.store(last, Release),
            None => far_store(state, pe, LAST_AT, last)?,
        }
        match near_word(state, pe, ENDED_AT) {
            // SYNC ended: pairs with the acquire loads below: what it did before is seen.
            Some(word) => {
                word.fetch_add(1, AcqRel);
                wake(state, pe);
            }
            None => state.heap.segment.atomic_oneway(pe, ENDED_AT, AtomicOp::Add, 8, 1, 0)?,
        }
    }
    // Who meets that barrier knows.
    if is_all_near() { Ok(()) } else { Ok(state.heap.segment.quiet()?) }
}

/// After a step of a team in which data was to come from all: whether it did.
///
/// # Errors
/// Another PE has met this one in its last barrier, with which nothing comes.
#[inline(always)]
pub(crate) fn after_step(state: &State, team: &TeamData) -> Result<()> {
    if count(state) == 0 { Ok(()) } else { after_last(state, team) }
}

#[cold]
#[inline(never)]
fn after_last(state: &State, team: &TeamData) -> Result<()> {
    // One may have ended since, after all the steps that this PE has made.
    let last = word(state, LAST_AT).load(Acquire);
    let is_of_all = team.place == state.teams.get(Team::WORLD)?.place;
    if is_of_all && last != 0 && team.epoch() >= last { Err(vain(state)) } else { Ok(()) }
}

/// It has come out of it. Those far away may have closed their memory.
pub(crate) fn tell_left(state: &State) {
    for pe in others(state) {
        if let Some(word) = near_word(state, pe, LEFT_AT) {
            let _ = tell_fate(state, pe, HAS_ENDED | HAS_LEFT);
            word.fetch_add(1, AcqRel);
            wake(state, pe);
        }
    }
}

/// How many others have told that they end.
pub(crate) fn count(state: &State) -> u64 {
    word(state, ENDED_AT).load(Acquire)
}

/// Who has ended, and how, in words.
pub(crate) fn who(state: &State) -> String {
    let ended: Vec<_> = others(state)
        .filter(|&pe| fate(state, pe) & HAS_ENDED != 0)
        .map(|pe| pe.to_string())
        .collect();
    let (named, rest) = ended.split_at(ended.len().min(MOST_NAMED));
    let (noun, has) = if ended.len() < 2 { ("PE", "has") } else { ("PEs", "have") };
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    let named = named.join(", ");
    format!(
        "{noun} {named}{more} {has} ended without shmem_finalize, by exit or by returning from main"
    )
}

/// Why a wait is in vain that finds nothing when it looks once more. `by_others` says that no other
/// thread of this PE can end it.
pub(crate) fn in_vain(state: &State, by_others: bool) -> Option<Error> {
    let is_left = word(state, LEFT_AT).load(Acquire) > 0;
    let is_alone = by_others && count(state) >= u64::from(state.pes) - 1;
    if state.is_ending() || !is_left && !is_alone {
        return None;
    }
    Some(vain(state))
}

/// What is waited for does not come any more.
pub(crate) fn vain(state: &State) -> Error {
    Error::new(format!("this wait is in vain: {}", who(state)))
}
