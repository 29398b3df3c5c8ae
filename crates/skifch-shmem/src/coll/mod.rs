//! Collective calls. Addresses are symmetric on the PEs of the group. The calls that move data
//! count in bytes; the operation of a reduction is a function over arrays ([`Combine`], [`ops`]).
//!
//! | file           | what                                                          |
//! | -------------- | ------------------------------------------------------------- |
//! | `meet.rs`      | the words by which PEs synchronise, and their layout          |
//! | `line.rs`      | cache lines in which members of a team notify each other      |
//! | `pair.rs`      | synchronisation and words between two PEs of a host           |
//! | `network.rs`   | barriers of all PEs done by the network                       |
//! | `joined.rs`    | a group that this PE is in, and its synchronisation steps     |
//! | `hosts.rs`     | steps of a group on several hosts                             |
//! | `broadcast.rs` | broadcast, down a tree                                        |
//! | `share.rs`     | large data that two PEs copy together                         |
//! | `exchange.rs`  | short blocks from all to all in one step                      |
//! | `data.rs`      | collect, alltoall: put and synchronise                        |
//! | `reduce.rs`    | reductions                                                    |
//! | `scan.rs`      | scans: reductions over the PEs up to this one                 |
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

/// The PEs of a collective call, and the words by which they synchronise.
#[derive(Clone, Copy, Debug)]
pub enum Group {
    /// A team.
    Team(Team),
    /// An active set, from before OpenSHMEM 1.5.
    Active(ActiveSet),
}

/// PEs `start`, `start + 2^log2_stride`, …, `size` of them, which synchronise in their `p_sync`.
#[derive(Clone, Copy, Debug)]
pub struct ActiveSet {
    /// The first PE.
    pub start: i32,
    /// Base-2 logarithm of the distance from one PE to the next.
    pub log2_stride: i32,
    /// Number of PEs.
    pub size: i32,
    /// [`SYNC_WORDS`] symmetric words, 0 before and after the call.
    pub p_sync: *mut i64,
}

/// Waits until all PEs of the group have called. Does not complete any puts.
///
/// # Errors
/// No such group, or this PE is not in it; addresses that are not symmetric; an error of the
/// network. The same for all calls of this module.
#[inline]
pub fn sync(group: Group) -> Result<()> {
    let state = state()?;
    match group {
        Group::Team(team) => joined::sync_team(state, state.teams.get(team)?),
        Group::Active(_) => Joined::new(state, group)?.sync(state),
    }
}

/// [`sync`] after a quiet of the default context: all earlier puts of the group's PEs have arrived.
///
/// # Errors
/// As [`sync`].
#[inline]
pub fn barrier(group: Group) -> Result<()> {
    // A PE that sees a store to directly accessible memory also sees the stores before it, and so
    // does one that sees the words by which the PEs synchronise: no fence is needed for these.
    if !is_all_near() {
        crate::order::quiet(Ctx::DEFAULT)?;
    }
    sync(group)
}

/// [`sync`] of all PEs at their end, with words of its own, so no other call can match it.
///
/// # Errors
/// As [`sync`].
pub(crate) fn sync_last(state: &State) -> Result<()> {
    let team = TeamData::last_of(state.teams.get(Team::WORLD)?);
    if let Some(first_of) = state.hosts.get() {
        team.find_hosts(first_of);
    }
    joined::sync_team(state, &team)
}
