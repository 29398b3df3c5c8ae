//! PEs that end while others go on, by `shmem_finalize` or without it. Both enter a last barrier of
//! all PEs, which uses words of its own: a PE in any other call is never matched with it, but waits
//! without end, and reports that.
//!
//! A PE that ends without `shmem_finalize` tells the others at once. One that calls it waits for a
//! second first, as mostly all PEs arrive.

use crate::Team;
use crate::area::is_all_near;
use crate::coll::meet::{ENDED_AT, far_store, fate_at, last_at, near_word, wake, word};
use crate::coll::sync_last;
use crate::error::{Error, Result};
use crate::state::State;
use crate::team::TeamData;
use skifch::AtomicOp;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};

/// What a PE tells about itself, in its word at each other PE: these bits, and above them the
/// number of its current wait and how often it has reported it (`vain.rs`).
pub(crate) const HAS_ENDED: u64 = 1;
/// The PE has ended without `shmem_finalize`.
pub(crate) const BY_ITSELF: u64 = 2;

/// Maximum number of ended PEs named in a message.
const MOST_NAMED: usize = 4;

pub(crate) fn others(state: &State) -> impl Iterator<Item = u32> {
    let me = state.me;
    (0..state.pes).filter(move |&pe| pe != me)
}

/// What `pe` has told about itself.
pub(crate) fn fate(state: &State, pe: u32) -> u64 {
    // SYNC ended: pairs with the release store of `tell_word`.
    word(state, fate_at(state.pes, pe)).load(Acquire)
}

/// Tells `pe` about this PE.
///
/// # Errors
/// An error of the network.
pub(crate) fn tell_fate(state: &State, pe: u32, fate: u64) -> Result<()> {
    tell_word(state, pe, fate_at(state.pes, state.me), fate)
}

fn tell_word(state: &State, pe: u32, at: usize, value: u64) -> Result<()> {
    match near_word(state, pe, at) {
        // SYNC ended: pairs with the acquire loads of `fate` and `is_missed`.
        Some(word) => word.store(value, Release),
        None => far_store(state, pe, at, value)?,
    }
    Ok(())
}

/// The last barrier, after which symmetric memory no longer exists. All operations of this PE are
/// complete.
///
/// # Errors
/// An error of the network.
pub(crate) fn meet_last(state: &'static State, is_untold: bool) -> Result<()> {
    state.set_ending();
    if is_untold {
        tell(state, HAS_ENDED | BY_ITSELF)?;
        // The notifications have arrived everywhere before this PE enters the barrier.
        if !is_all_near() {
            state.heap.segment.quiet()?;
        }
    }
    sync_last(state)
}

/// Whether this PE is in its last barrier and has not told the others yet.
pub(crate) fn must_tell(state: &State) -> bool {
    state.is_ending() && state.fate() == 0
}

/// Tells the others that this PE has waited in its last barrier for long, as they may be waiting
/// for it. PEs that have already closed their memory have arrived, so they need not be told.
///
/// # Errors
/// An error of the network.
pub(crate) fn tell_late(state: &State) -> Result<()> {
    match tell(state, HAS_ENDED) {
        Err(error) if error.is_end() => Ok(()),
        told => told,
    }
}

fn tell(state: &State, fate: u64) -> Result<()> {
    state.set_fate(fate);
    let last = state.teams.get(Team::WORLD)?.epoch();
    for pe in others(state) {
        tell_word(state, pe, last_at(state.pes, state.me), last)?;
        tell_fate(state, pe, fate)?;
        match near_word(state, pe, ENDED_AT) {
            // SYNC ended: pairs with the acquire load of `count`: what this PE did before is
            // visible.
            Some(word) => {
                word.fetch_add(1, AcqRel);
                wake(state, pe);
            }
            None => state.heap.segment.atomic_oneway(pe, ENDED_AT, AtomicOp::Add, 8, 1, 0)?,
        }
    }
    Ok(())
}

/// How many other PEs have announced that they end.
pub(crate) fn count(state: &State) -> u64 {
    // SYNC ended: pairs with the increment in `tell`.
    word(state, ENDED_AT).load(Acquire)
}

/// Whether one of them has ended without `shmem_finalize`.
pub(crate) fn is_untold(state: &State) -> bool {
    count(state) > 0 && others(state).any(|pe| fate(state, pe) & BY_ITSELF != 0)
}

/// Text that says which PEs have ended, and how.
pub(crate) fn who(state: &State) -> String {
    let bits = HAS_ENDED | BY_ITSELF;
    let of = |how: u64, does: [&str; 2]| {
        let ended: Vec<_> = others(state)
            .filter(|&pe| fate(state, pe) & bits == how)
            .map(|pe| pe.to_string())
            .collect();
        let (named, rest) = ended.split_at(ended.len().min(MOST_NAMED));
        let (noun, does) = if ended.len() < 2 { ("PE", does[0]) } else { ("PEs", does[1]) };
        let more =
            if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        (!named.is_empty()).then(|| format!("{noun} {}{more} {does}", named.join(", ")))
    };
    const EXIT: &str = "ended without shmem_finalize, by exit or by returning from main";
    let by_itself = of(bits, [&format!("has {EXIT}"), &format!("have {EXIT}")]);
    let told = of(HAS_ENDED, ["is in shmem_finalize", "are in shmem_finalize"]);
    by_itself.into_iter().chain(told).collect::<Vec<_>>().join(", and ")
}

/// Whether this PE is in a step of the world team that some other PE has ended without reaching.
pub(crate) fn is_missed(state: &State) -> bool {
    let step = state.teams.get(Team::WORLD).map_or(0, TeamData::epoch);
    // SYNC ended: pairs with the release store of `tell_word`.
    let last = |pe| word(state, last_at(state.pes, pe)).load(Acquire);
    others(state).any(|pe| fate(state, pe) & HAS_ENDED != 0 && last(pe) < step)
}

/// Whether all other PEs have ended.
pub(crate) fn is_alone(state: &State) -> bool {
    count(state) >= u64::from(state.pes) - 1
}

/// Text that says that the wait cannot end, and why.
pub(crate) fn vain(state: &State) -> String {
    format!("this wait is in vain: {}", who(state))
}

/// The network's error for an endless wait in virtual time, with the reason for it.
pub(crate) fn explain(state: &State, error: Error) -> Error {
    match (state.is_ending(), count(state)) {
        // PEs that are not ending can say better what they wait for.
        (true, _) => error.of_end(),
        (false, 0) => error,
        (false, _) => error.context(vain(state)),
    }
}
