//! Calls of NICEVT's machines that OpenSHMEM does not have: split-phase barriers, a barrier that
//! only waits for incoming data, and barriers of groups by mask and stride. Counted reads are
//! [`crate::rma::get_nbi`] and [`crate::order::syncreads`].

use crate::coll::{self, Group, Joined};
use crate::error::{Result, fail};
use crate::state::{State, state};
use crate::{Ctx, Team};

/// From this number of PEs on, a full barrier done by the network is faster than a word to each
/// other PE.
const MANY: u32 = 16;

/// Announces that this PE has come to a barrier of all PEs, without waiting. Its earlier puts are
/// visible to the others after their [`barrier_wait`].
///
/// # Errors
/// Not started; the last barrier was not waited for; an error of the network.
pub fn barrier_notify() -> Result<()> {
    let state = state()?;
    crate::order::quiet(Ctx::DEFAULT)?;
    state.split.notify(state)
}

/// Waits until all PEs have come to the barrier of the last [`barrier_notify`].
///
/// # Errors
/// As [`barrier_notify`], or that was not called.
pub fn barrier_wait() -> Result<()> {
    let state = state()?;
    state.split.wait(state)
}

/// Waits until everything that other PEs have sent to this one before the barrier has arrived here.
/// It says nothing about what other PEs have received: two calls make a full barrier.
///
/// # Errors
/// As [`barrier_notify`].
pub fn barrier_fast() -> Result<()> {
    let state = state()?;
    if state.network.is_there() && state.pes >= MANY {
        return coll::barrier(Group::Team(Team::WORLD));
    }
    crate::order::fence_control()?;
    state.split.fast(state)
}

/// A barrier of the PEs `pe` with `pe & mask == my_pe & mask`.
///
/// # Errors
/// As [`barrier_notify`].
pub fn barrier_mask(mask: i32) -> Result<()> {
    let state = state()?;
    let mask = mask.cast_unsigned();
    let pes = (0..state.pes).filter(|pe| pe & mask == state.me & mask).collect();
    barrier_of(state, pes)
}

/// A barrier of `size` PEs: `start`, `start + stride` and so on; this PE must be one of them.
///
/// # Errors
/// As [`barrier_notify`]; this PE is not one of them.
pub fn barrier_stride(start: i32, stride: i32, size: i32) -> Result<()> {
    let state = state()?;
    let world = &state.teams.get(Team::WORLD)?.members;
    match world.strided(start, stride, size) {
        Some(pes) => barrier_of(state, pes),
        None => fail!(
            "{size} PEs from {start} with stride {stride} are not within the PEs 0 to {}",
            state.pes - 1
        ),
    }
}

fn barrier_of(state: &'static State, pes: Vec<u32>) -> Result<()> {
    crate::order::quiet(Ctx::DEFAULT)?;
    Joined::of_pairs(state, pes)?.sync(state)
}
