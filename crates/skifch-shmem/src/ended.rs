//! PEs that end without `shmem_finalize`. Their end is a last barrier, as if they had called it:
//! who waits for anything else of them waits in vain, and says so.

use crate::coll::meet::{ENDED_AT, LEFT_AT, near_word, wake, word};
use crate::error::{Error, Result};
use crate::state::State;
use skifch::AtomicOp;
use std::sync::atomic::Ordering::{AcqRel, Acquire};

/// A wait that may be one for a PE that comes no more is told of after so long.
pub(crate) const PATIENCE_NS: u64 = 10_000_000_000;

fn others(state: &State) -> impl Iterator<Item = u32> {
    let me = state.me;
    (0..state.pes).filter(move |&pe| pe != me)
}

/// This PE goes into its last barrier without having been told to; what it has done has arrived.
///
/// # Errors
/// What the network answers.
pub(crate) fn tell(state: &State) -> Result<()> {
    for pe in others(state) {
        match near_word(state, pe, ENDED_AT) {
            // SYNC ended: pairs with the acquire loads below: what it did before is seen.
            Some(word) => {
                word.fetch_add(1, AcqRel);
                wake(state, pe);
            }
            None => state.heap.segment.atomic_oneway(pe, ENDED_AT, AtomicOp::Add, 8, 1, 0)?,
        }
    }
    Ok(())
}

/// It has come out of it. Those far away may have closed their memory.
pub(crate) fn tell_left(state: &State) {
    for pe in others(state) {
        if let Some(word) = near_word(state, pe, LEFT_AT) {
            word.fetch_add(1, AcqRel);
            wake(state, pe);
        }
    }
}

/// How many others have told that they end.
pub(crate) fn count(state: &State) -> u64 {
    word(state, ENDED_AT).load(Acquire)
}

/// Why a wait is in vain that finds nothing when it looks once more. `by_others` says that no other
/// thread of this PE can end it.
pub(crate) fn in_vain(state: &State, by_others: bool) -> Option<Error> {
    let is_left = word(state, LEFT_AT).load(Acquire) > 0;
    let is_alone = by_others && count(state) >= u64::from(state.pes) - 1;
    let who = match (is_left, is_alone) {
        _ if state.is_ending() => return None,
        (_, true) => "all other PEs have",
        (true, _) => "a PE has",
        _ => return None,
    };
    Some(Error::new(format!(
        "this wait is in vain: {who} ended without shmem_finalize, by exit or by returning from main"
    )))
}

/// After [`PATIENCE_NS`]: an error where a PE has left that this one's end waits for, else words.
///
/// # Errors
/// See above.
pub(crate) fn lose_patience(state: &State) -> Result<()> {
    let (count, seconds) = (count(state), PATIENCE_NS / 1_000_000_000);
    let what = format!(
        "{count} of the other PEs ended without shmem_finalize, by exit or by returning from main"
    );
    if word(state, LEFT_AT).load(Acquire) > 0 {
        return Err(Error::new(format!("this end waits in vain for {seconds} s: {what}")));
    }
    eprintln!("PE {} has waited for {seconds} s, and {what}", state.me);
    Ok(())
}
