//! Steps of members on several hosts: inside a host by shared memory, between hosts by one PE each.
//!
//! A short value, or none, goes up a tree to the first of the host; these combine by doubling, and
//! each tells those on its host. Data goes to one PE of each other host, and those beside it copy
//! it from there; then they meet, since it may change it after that.

use super::data::{pull, push};
use super::joined::{Row, Short, double, receive, rounds, send};
use super::line::{Step, count_here};
use super::meet::{AFTER, hosts_at, put_control, word as control_word};
use crate::error::Result;
use crate::state::State;
use crate::team::{Hosts, ROUNDS_HERE, TeamData};

/// See the module.
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
        // A round in which nobody tells this PE anything does not count.
        let round = me.trailing_zeros() as usize;
        send(state, step, here[me - (1 << round)], round, value, len)?;
        return receive(state, step, AFTER, value, len);
    }
    let row = Row { pes: &hosts.firsts, me: hosts.mine, round: ROUNDS_HERE };
    double(state, step, row, value, len, combine)?;
    here[1..].iter().try_for_each(|&pe| send(state, step, pe, AFTER, value, len))
}

/// Waits for those on this host.
pub(super) fn meet_here(state: &State, team: &TeamData, hosts: &Hosts) -> Result<()> {
    match hosts.here() {
        [_] => Ok(()),
        here => count_here(state, team, here),
    }
}

/// Writes to `dest` of all on this host, and of the first on each other.
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

/// Copies what members of other hosts have spread, each `part(member)` of it, from the first of
/// this host, if this PE is another; then those here meet. All members have come to a step since.
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

/// For each PE the first of its host, which all tell each other: in each round everybody knows of
/// twice as many before it.
///
/// # Errors
/// What the network answers.
pub(crate) fn know(state: &State, world: &TeamData) -> Result<Box<[u32]>> {
    let (step, me, n) = (Step::next(world), state.me as usize, state.pes as usize);
    let table = control_word(state, hosts_at(state.pes)).as_ptr();
    // SAFETY: the table of this PE, of which others write what they know and it does not.
    unsafe { table.add(me).write(state.near()[0].into()) };
    let mut known = 1;
    for (round, distance) in rounds(n) {
        let to = ((me + distance) % n) as u32;
        let more = known.min(n - known);
        // Those up to this one, which may begin behind the end of the table.
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
