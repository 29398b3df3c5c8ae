//! Collective calls. Addresses are symmetric on the PEs of the group. The data calls take bytes; of
//! reductions, the operation is a function over arrays ([`Combine`], [`ops`]).
//!
//! | file           | what                                                          |
//! |----------------|---------------------------------------------------------------|
//! | `meet.rs`      | the words by which PEs meet, and where they are               |
//! | `line.rs`      | lines of them by which members of a team tell each other      |
//! | `pair.rs`      | two PEs that meet there                                       |
//! | `network.rs`   | a meeting of all that the network does                        |
//! | `joined.rs`    | a group that this PE is in, and the steps that all of it take |
//! | `hosts.rs`     | steps of a group on several hosts                             |
//! | `broadcast.rs` | broadcast, down a tree                                        |
//! | `share.rs`     | many bytes that two PEs copy together                         |
//! | `exchange.rs`  | short blocks from all to all in one step                      |
//! | `data.rs`      | collect, alltoall: put and meet                               |
//! | `reduce.rs`    | reductions                                                    |
//! | `scan.rs`      | reductions over the PEs up to this one                        |
//! | `ops.rs`       | operations of reductions                                      |

mod broadcast;
mod data;
mod exchange;
mod hosts;
mod joined;
mod line;
pub(crate) mod meet;
mod network;
pub mod ops;
mod pair;
mod reduce;
mod scan;
mod share;

pub use broadcast::broadcast;
pub use data::{alltoall, alltoalls, collect, fcollect};
pub(crate) use hosts::know as know_hosts;
pub(crate) use joined::{Joined, agree};
pub use meet::SYNC_WORDS;
pub(crate) use network::Network;
pub use reduce::{Combine, reduce};
pub use scan::{Scan, scan};

use crate::area::is_all_near;
use crate::error::Result;
use crate::state::{State, state};
use crate::team::TeamData;
use crate::{Ctx, Team};

/// The PEs of a collective call and where they meet.
#[derive(Clone, Copy, Debug)]
pub enum Group {
    /// A team.
    Team(Team),
    /// An active set of the calls of before 1.5.
    Active(ActiveSet),
}

/// PEs `start`, `start + 2^log2_stride`, …, `size` of them, which meet in their `p_sync`.
#[derive(Clone, Copy, Debug)]
pub struct ActiveSet {
    /// The first PE.
    pub start: i32,
    /// Logarithm to base 2 of the distance of one to the next.
    pub log2_stride: i32,
    /// How many.
    pub size: i32,
    /// [`SYNC_WORDS`] symmetric words, 0 before and after.
    pub p_sync: *mut i64,
}

/// Waits until all have called. Says nothing of puts.
///
/// # Errors
/// No such group, or this PE is not in it; addresses that are not symmetric; what the network
/// answers. So for all calls here.
#[inline]
pub fn sync(group: Group) -> Result<()> {
    let state = state()?;
    match group {
        Group::Team(team) => joined::sync_team(state, state.teams.get(team)?),
        Group::Active(_) => Joined::new(state, group)?.sync(state),
    }
}

/// [`sync`] after a quiet of the default context: what any of them has put before is there.
///
/// # Errors
/// As [`sync`].
#[inline]
pub fn barrier(group: Group) -> Result<()> {
    // Stores to memory that is near are seen by whoever sees one that follows, as those are by
    // which the PEs meet: these need no fence.
    if !is_all_near() {
        crate::order::quiet(Ctx::DEFAULT)?;
    }
    sync(group)
}

/// [`sync`] of all at their end, of which other calls know nothing.
///
/// # Errors
/// As there.
pub(crate) fn sync_last(state: &State) -> Result<()> {
    let team = TeamData::last_of(state.teams.get(Team::WORLD)?);
    if let Some(first_of) = state.hosts.get() {
        team.find_hosts(first_of);
    }
    joined::sync_team(state, &team)
}
