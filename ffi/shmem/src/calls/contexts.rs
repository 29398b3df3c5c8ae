//! Contexts.

use crate::fault::done;
use libc::{c_int, c_long};
use skifch_shmem::{Ctx, Team, ctx};

pub(crate) unsafe fn create(call: &str, options: c_long, to: *mut Ctx) -> c_int {
    let made = done(call, ctx::create(options));
    // SAFETY: the standard's contract.
    unsafe { given(made, to) }
}

pub(crate) unsafe fn team_create(call: &str, team: Team, options: c_long, to: *mut Ctx) -> c_int {
    let made = match team {
        Team::INVALID => None,
        _ => done(call, ctx::create_on(team, options)),
    };
    // SAFETY: the standard's contract.
    unsafe { given(made, to) }
}

/// Stores the new context, if any, and returns 0 on success or -1.
unsafe fn given(made: Option<Ctx>, to: *mut Ctx) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { *to = made.unwrap_or(Ctx::INVALID) };
    if made.is_some() { 0 } else { -1 }
}

pub(crate) fn destroy(call: &str, ctx: Ctx) {
    if ctx != Ctx::INVALID {
        done(call, ctx::destroy(ctx));
    }
}

pub(crate) unsafe fn get_team(call: &str, ctx: Ctx, team: *mut Team) -> c_int {
    let of = if ctx == Ctx::INVALID { Team::INVALID } else { done(call, ctx::team_of(ctx)) };
    // SAFETY: the standard's contract.
    unsafe { *team = of };
    if of == Team::INVALID { -1 } else { 0 }
}
