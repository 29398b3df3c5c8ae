//! Teams.

use crate::constants;
use crate::fault::done;
use crate::types::TeamConfig;
use libc::{c_int, c_long};
use skifch_shmem::{Team, team};

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
        Team::INVALID => Team::INVALID,
        _ => done(call, team::split_strided(parent, start, stride, size, contexts)),
    };
    // SAFETY: the standard's contract.
    unsafe { *new_team = made };
    if made != Team::INVALID {
        return 0;
    }
    // A PE outside the new team has made no error.
    let is_in = |parent| is_member(my_pe(call, parent), n_pes(call, parent), start, stride, size);
    match parent {
        Team::INVALID => -1,
        parent if is_in(parent) == Some(false) => 0,
        _ => -1,
    }
}

/// Whether PE `me` of `pes` is in the team of `size` PEs from `start` with this stride; `None` if
/// the arguments do not form a team.
fn is_member(me: c_int, pes: c_int, start: c_int, stride: c_int, size: c_int) -> Option<bool> {
    let [me, pes, start, stride, size] = [me, pes, start, stride, size].map(i64::from);
    let last = start + (size - 1) * stride;
    let range = 0..pes;
    let is_team = size >= 1 && range.contains(&start) && range.contains(&last);
    if !is_team || (stride == 0 && size > 1) {
        return None;
    }
    let step = stride.checked_abs().filter(|&step| step > 0).unwrap_or(1);
    let (low, high) = (start.min(last), start.max(last));
    Some((low..=high).contains(&me) && (me - start) % step == 0)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_strided_teams() {
        let members = |pes, start, stride, size| -> Option<Vec<c_int>> {
            let of = |me| is_member(me, pes, start, stride, size).map(|is_in| (me, is_in));
            let all: Option<Vec<_>> = (0..pes).map(of).collect();
            Some(all?.into_iter().filter(|(_, is_in)| *is_in).map(|(me, _)| me).collect())
        };
        assert_eq!(members(6, 1, 2, 3), Some(vec![1, 3, 5]));
        assert_eq!(members(6, 5, -2, 2), Some(vec![3, 5]));
        assert_eq!(members(6, 4, 0, 1), Some(vec![4]));
        for (start, stride, size) in [(0, 0, 2), (0, 2, 4), (-1, 1, 1), (0, 1, 0), (6, 1, 1)] {
            assert_eq!(members(6, start, stride, size), None, "{start} {stride} {size}");
        }
    }
}
