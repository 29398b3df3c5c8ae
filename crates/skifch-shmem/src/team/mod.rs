//! Teams: ordered sets of PEs.

mod hosts;
mod members;
mod table;

pub(crate) use hosts::{Hosts, ROUNDS_HERE};
pub(crate) use members::Members;
pub(crate) use table::{LAST_PLACE, MAX_TEAMS, TeamData, Teams};

use crate::coll::meet::Pair;
use crate::coll::{Joined, agree};
use crate::error::{Result, fail};
use crate::state::{State, state};
use std::ffi::c_void;

/// The handle of a team; the constants are the same in the C interface.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Team(pub usize);

impl Team {
    /// No team.
    pub const INVALID: Self = Self(0);
    /// All PEs.
    pub const WORLD: Self = Self(1);
    /// The PEs whose symmetric memory this PE accesses directly.
    pub const SHARED: Self = Self(2);
}

/// What a split answers to a PE of the parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// This PE is in the new team.
    Member(Team),
    /// The team was created, and this PE is not in it.
    Outside,
    /// The numbers do not describe a team; all PEs get this answer.
    NoTeam,
    /// There are too many teams; all PEs get this answer.
    NoRoom,
}

impl Split {
    /// The new team; `INVALID` without one.
    pub fn team(self) -> Team {
        match self {
            Self::Member(team) => team,
            _ => Team::INVALID,
        }
    }
}

/// The number of this PE in a team; -1 for `INVALID`.
///
/// # Errors
/// Not started, or no such team. The same for all calls of this module.
#[inline]
pub fn my_pe(team: Team) -> Result<i32> {
    match team {
        Team::INVALID => Ok(-1),
        _ => Ok(state()?.teams.get(team)?.me as i32),
    }
}

/// The number of PEs in a team; -1 for `INVALID`.
///
/// # Errors
/// As [`my_pe`].
#[inline]
pub fn n_pes(team: Team) -> Result<i32> {
    match team {
        Team::INVALID => Ok(-1),
        _ => Ok(state()?.teams.get(team)?.members.len() as i32),
    }
}

/// The number in `to` of the PE that has number `pe` in `from`; -1 if it is missing in one of them,
/// or one is `INVALID`.
///
/// # Errors
/// As [`my_pe`].
pub fn translate(from: Team, pe: i32, to: Team) -> Result<i32> {
    let state = state()?;
    if from == Team::INVALID || to == Team::INVALID {
        return Ok(-1);
    }
    let (from, to) = (state.teams.get(from)?, state.teams.get(to)?);
    let found = from.members.world(pe).ok().and_then(|pe| to.members.index_of(pe));
    Ok(found.map_or(-1, |index| index as i32))
}

/// The number of contexts requested when the team was created.
///
/// # Errors
/// As [`my_pe`].
pub fn num_contexts(team: Team) -> Result<i32> {
    Ok(state()?.teams.get(team)?.num_contexts)
}

/// Creates a team of `size` PEs of `parent`: `start`, `start + stride` and so on. Collective over
/// the parent.
///
/// # Errors
/// As [`my_pe`]; an error of the network.
pub fn split_strided(
    parent: Team,
    start: i32,
    stride: i32,
    size: i32,
    num_contexts: i32,
) -> Result<Split> {
    let state = state()?;
    if parent == Team::INVALID {
        return Ok(Split::NoTeam);
    }
    let parent = state.teams.get(parent)?;
    match parent.members.strided(start, stride, size) {
        None => Ok(Split::NoTeam),
        Some(pes) => make(state, parent, pes, num_contexts),
    }
}

/// Creates two teams of this PE: its row of `width` PEs of `parent`, and its column. Collective
/// over the parent. Returns `INVALID` if the width is below 1, or there are too many teams.
///
/// # Errors
/// As [`split_strided`].
pub fn split_2d(
    parent: Team,
    width: i32,
    row_contexts: i32,
    column_contexts: i32,
) -> Result<(Team, Team)> {
    let state = state()?;
    let none = (Team::INVALID, Team::INVALID);
    if parent == Team::INVALID {
        return Ok(none);
    }
    let parent = state.teams.get(parent)?;
    let Some(width) = usize::try_from(width).ok().filter(|&width| width > 0) else {
        return Ok(none);
    };
    let (all, me) = (parent.members.all(), parent.me);
    let width = width.min(all.len());
    let row = all.iter().skip(me - me % width).take(width).copied().collect();
    let column = all.iter().skip(me % width).step_by(width).copied().collect();
    let row = make(state, parent, row, row_contexts)?.team();
    let column = make(state, parent, column, column_contexts)?.team();
    Ok((row, column))
}

/// Creates a team of these PEs; members of the parent may pass different sets. Collective over the
/// parent.
fn make(
    state: &'static State,
    parent: &'static TeamData,
    pes: Vec<u32>,
    num_contexts: i32,
) -> Result<Split> {
    let is_near = pes.iter().all(|&pe| state.is_near(pe));
    let members = Members::new(pes, is_near);
    let me = members.index_of(state.me);
    let Some((place, last)) = agree_on_place(state, parent, me.is_some())? else {
        return Ok(Split::NoRoom);
    };
    let Some(me) = me else { return Ok(Split::Outside) };
    let mut team = TeamData::new(members, me, place, last);
    team.num_contexts = num_contexts;
    team.pair = Pair::of(&state.control, &team);
    if let Some(first_of) = state.hosts.get() {
        team.find_hosts(first_of);
    }
    Ok(Split::Member(state.teams.add(team)))
}

/// Agrees on a place that is free on all members of the parent that want one. Returns it with the
/// last number that was used there; `None` if there is no place. Threads that create teams of other
/// parents may interfere, so a place is claimed, and released if not all could claim it.
fn agree_on_place(
    state: &'static State,
    parent: &'static TeamData,
    wants: bool,
) -> Result<Option<(usize, u64)>> {
    const TAKEN: u64 = u64::MAX;
    let joined = Joined::of_team(parent);
    loop {
        let mine = if wants { state.teams.free() } else { [u64::MAX; MAX_TEAMS / 64] };
        let common = agree(state, &joined, mine, |mine, other| mine & other)?;
        let Some(place) = table::first(&common) else { return Ok(None) };
        let is_ours = wants && state.teams.claim(place);
        let step = match (wants, is_ours) {
            (true, false) => TAKEN,
            (true, true) => state.teams.last_number(place),
            (false, _) => 0,
        };
        let [step] = agree(state, &joined, [step], u64::max)?;
        if step != TAKEN {
            return Ok(Some((place, step)));
        }
        if is_ours {
            state.teams.release(place);
        }
    }
}

/// Destroys a team and its contexts. Collective over the team. Does nothing for `INVALID`.
///
/// # Errors
/// As [`my_pe`]; a predefined team cannot be destroyed.
pub fn destroy(team: Team) -> Result<()> {
    let state = state()?;
    match team {
        Team::INVALID => return Ok(()),
        Team::WORLD => return fail!("SHMEM_TEAM_WORLD cannot be destroyed"),
        Team::SHARED => return fail!("SHMEM_TEAM_SHARED cannot be destroyed"),
        _ => {}
    }
    let data = state.teams.get(team)?;
    crate::ctx::destroy_of(state, team)?;
    Joined::of_team(data).sync(state)?;
    state.teams.remove(team);
    Ok(())
}

/// [`crate::job::ptr`] with the PE's number in a team; null for `INVALID`.
///
/// # Errors
/// As [`crate::job::ptr`], and no such team.
pub fn ptr(team: Team, addr: *const c_void, pe: i32) -> Result<*mut c_void> {
    if team == Team::INVALID {
        return Ok(std::ptr::null_mut());
    }
    let pe = state()?.teams.get(team)?.members.world(pe)?;
    crate::job::ptr(addr, pe.cast_signed())
}
