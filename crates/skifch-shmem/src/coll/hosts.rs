//! Steps of members on several hosts: shared memory inside a host, one PE each between hosts.
//!
//! A short value, or none, goes up a tree to the first PE of the host; the first PEs combine by
//! recursive doubling, and each notifies those on its host. Data is put to one PE of each other
//! host, and the PEs beside it copy it from there; then they synchronise, since that PE may change
//! the data afterwards.

use super::data::{pull, push};
use super::joined::{Row, Short, double, receive, rounds, send};
use super::line::{Step, count_here};
use super::meet::{AFTER, hosts_at, put_control, word as control_word};
use crate::error::Result;
use crate::state::State;
use crate::team::{Hosts, ROUNDS_HERE, TeamData};

/// [`combine_short`](super::joined::combine_short) on several hosts.
pub(super) fn combine(
    state: &State,
    team: &TeamData,
    hosts: &Hosts,
    value: &mut Short,
    len: usize,
    combine: &impl Fn(&mut Short, &Short),
) -> Result<()> {
    let (step, here, me) = (Step::next(team), hosts.here(), hosts.me);
    let mut other = Short::default();
    let mut round = 0;
    while me + (1 << round) < here.len() && me & (1 << round) == 0 {
        receive(state, step, round, &mut other, len)?;
        combine(value, &other);
        round += 1;
    }
    if me > 0 {
        // A round in which no PE notifies this one does not count.
        let round = me.trailing_zeros() as usize;
        send(state, step, here[me - (1 << round)], round, value, len)?;
        return receive(state, step, AFTER, value, len);
    }
    let row = Row { pes: &hosts.firsts, me: hosts.mine, round: ROUNDS_HERE };
    double(state, step, row, value, len, combine)?;
    here[1..].iter().try_for_each(|&pe| send(state, step, pe, AFTER, value, len))
}

/// Synchronises the members on this host.
pub(super) fn meet_here(state: &State, team: &TeamData, hosts: &Hosts) -> Result<()> {
    match hosts.here() {
        [_] => Ok(()),
        here => count_here(state, team, here),
    }
}

/// Writes to `dest` of all members on this host, and of the first one on each other host.
///
/// # Safety
/// `source` is readable for `bytes` bytes.
pub(super) unsafe fn spread(
    state: &'static State,
    hosts: &Hosts,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
) -> Result<()> {
    let here = hosts.here().iter().copied();
    for pe in hosts.other_firsts().chain(here) {
        // SAFETY: our caller's promise.
        unsafe { push(state, dest, source, bytes, pe)? };
    }
    Ok(())
}

/// Copies the data that members of other hosts have spread, at `part(member)` each, from the first
/// PE of this host, if this PE is another one; then the members on this host synchronise. Call it
/// after a step of all members.
///
/// # Safety
/// The parts are writable.
pub(super) unsafe fn fetch(
    state: &'static State,
    team: &TeamData,
    hosts: &Hosts,
    part: impl Fn(usize) -> (*mut u8, usize),
) -> Result<()> {
    if hosts.me > 0 {
        let members = 0..team.members.len();
        for member in members.filter(|&member| hosts.host_of(member) != hosts.mine) {
            let (at, bytes) = part(member);
            // SAFETY: our caller's promise.
            unsafe { pull(state, at, at, bytes, hosts.here()[0])? };
        }
    }
    meet_here(state, team, hosts)
}

/// All PEs tell each other which PE is the first on their host: each round doubles the number of
/// entries that a PE knows. Returns the table.
///
/// # Errors
/// An error of the network.
pub(crate) fn know(state: &State, world: &TeamData) -> Result<Box<[u32]>> {
    let (step, me, n) = (Step::next(world), state.me as usize, state.pes as usize);
    let table = control_word(state, hosts_at(state.pes)).as_ptr();
    // SAFETY: the table of this PE; others write entries that this PE does not write.
    unsafe { table.add(me).write(state.near()[0].into()) };
    let mut known = 1;
    for (round, distance) in rounds(n) {
        let to = ((me + distance) % n) as u32;
        let more = known.min(n - known);
        // The entries up to this PE's own, which may wrap around the start of the table.
        let first = (me + n + 1 - more) % n;
        let behind = more.min(n - first);
        for (at, count) in
            [(first, behind), (0, more - behind)].into_iter().filter(|part| part.1 > 0)
        {
            // SAFETY: inside the table; nobody writes there now.
            unsafe {
                put_control(
                    state,
                    to,
                    hosts_at(state.pes) + 8 * at,
                    table.add(at).cast(),
                    8 * count,
                )?;
            };
        }
        step.line(round).signal(state, to)?;
        step.line(round).wait(state)?;
        known += more;
    }
    // SAFETY: all of it was written.
    let table = unsafe { std::slice::from_raw_parts(table, n) };
    Ok(table.iter().map(|&first| first as u32).collect())
}
