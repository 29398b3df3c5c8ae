//! Teams.

use crate::constants;
use crate::fault::done;
use crate::types::TeamConfig;
use libc::{c_int, c_long};
use skifch_shmem::Team;
use skifch_shmem::team::{self, Split};

const NUM_CONTEXTS: c_long = constants::SHMEM_TEAM_NUM_CONTEXTS as c_long;

#[inline]
pub(crate) fn my_pe(call: &str, team: Team) -> c_int {
    done(call, team::my_pe(team))
}

#[inline]
pub(crate) fn n_pes(call: &str, team: Team) -> c_int {
    done(call, team::n_pes(team))
}

pub(crate) unsafe fn get_config(
    call: &str,
    team: Team,
    config_mask: c_long,
    config: *mut TeamConfig,
) -> c_int {
    if team == Team::INVALID {
        return -1;
    }
    if config_mask & NUM_CONTEXTS != 0 {
        let num_contexts = done(call, team::num_contexts(team));
        // SAFETY: the standard's contract.
        unsafe { (*config).num_contexts = num_contexts };
    }
    0
}

pub(crate) fn translate_pe(call: &str, src_team: Team, src_pe: c_int, dest_team: Team) -> c_int {
    done(call, team::translate(src_team, src_pe, dest_team))
}

/// The number of contexts in a configuration; 0 without one.
unsafe fn contexts(config: *const TeamConfig, config_mask: c_long) -> c_int {
    if config_mask & NUM_CONTEXTS == 0 || config.is_null() {
        return 0;
    }
    // SAFETY: the standard's contract.
    unsafe { (*config).num_contexts }
}

#[expect(clippy::too_many_arguments, reason = "the standard has them")]
pub(crate) unsafe fn split_strided(
    call: &str,
    parent: Team,
    start: c_int,
    stride: c_int,
    size: c_int,
    config: *const TeamConfig,
    config_mask: c_long,
    new_team: *mut Team,
) -> c_int {
    // SAFETY: the standard's contract.
    let contexts = unsafe { contexts(config, config_mask) };
    let made = match parent {
        Team::INVALID => Split::NoTeam,
        _ => done(call, team::split_strided(parent, start, stride, size, contexts)),
    };
    // SAFETY: the standard's contract.
    unsafe { *new_team = made.team() };
    match made {
        Split::Member(_) | Split::Outside => 0,
        Split::NoTeam | Split::NoRoom => -1,
    }
}

#[expect(clippy::too_many_arguments, reason = "the standard has them")]
pub(crate) unsafe fn split_2d(
    call: &str,
    parent: Team,
    xrange: c_int,
    xaxis_config: *const TeamConfig,
    xaxis_mask: c_long,
    xaxis_team: *mut Team,
    yaxis_config: *const TeamConfig,
    yaxis_mask: c_long,
    yaxis_team: *mut Team,
) -> c_int {
    // SAFETY: the standard's contract.
    let (x, y) =
        unsafe { (contexts(xaxis_config, xaxis_mask), contexts(yaxis_config, yaxis_mask)) };
    let (row, column) = match parent {
        Team::INVALID => (Team::INVALID, Team::INVALID),
        _ => done(call, team::split_2d(parent, xrange, x, y)),
    };
    // SAFETY: the standard's contract.
    unsafe {
        *xaxis_team = row;
        *yaxis_team = column;
    }
    if row == Team::INVALID || column == Team::INVALID { -1 } else { 0 }
}

pub(crate) fn destroy(call: &str, team: Team) {
    if team != Team::INVALID {
        done(call, team::destroy(team));
    }
}
