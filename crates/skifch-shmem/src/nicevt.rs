//! What the machines of NICEVT had beside the calls of today: barriers in two halves, a barrier
//! that looks only at what comes in, and barriers of groups by mask and stride. Counted reads are
//! [`crate::rma::get_nbi`] and [`crate::order::syncreads`].

use crate::coll::{self, Group, Joined};
use crate::error::{Result, fail};
use crate::state::{State, state};
use crate::{Ctx, Team};

/// From so many PEs on a full barrier that the network does by itself takes less than a word to
/// each other PE.
const MANY: u32 = 16;

/// Says that this PE has come to a barrier of all, and does not wait. What it has put before is
/// there for the others after their [`barrier_wait`].
///
/// # Errors
/// Not started; the last one was not waited for; what the network answers.
pub fn barrier_notify() -> Result<()> {
    let state = state()?;
    crate::order::quiet(Ctx::DEFAULT)?;
    state.split.notify(state)
}

/// Waits until all have come to the barrier of the last [`barrier_notify`].
///
/// # Errors
/// As there; it was not called.
pub fn barrier_wait() -> Result<()> {
    let state = state()?;
    state.split.wait(state)
}

/// Waits until everything that anybody has sent to this PE before the barrier has arrived here.
/// Says nothing of what others have got: two of them are a full barrier.
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

/// A barrier of `size` PEs: `start`, `start + stride` and so on, of which this is one.
///
/// # Errors
/// As [`barrier_notify`]; this PE is not among them.
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
