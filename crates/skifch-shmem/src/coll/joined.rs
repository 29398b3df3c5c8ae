//! A group that this PE is in, and the steps in which its members synchronise.

use super::line::Step;
use super::meet::{self, AFTER, BEFORE, Counted, LINE_BYTES};
use super::{ActiveSet, Group, exchange, hosts, network};
use crate::error::{Result, fail};
use crate::rma::copy;
use crate::state::State;
use crate::team::{Hosts, Members, TeamData};
use std::borrow::Cow;

/// A group with this PE's place in it.
pub(crate) struct Joined {
    pub(super) members: Cow<'static, Members>,
    /// The number of this PE in the group.
    pub(super) me: usize,
    at: At,
}

enum At {
    Team(&'static TeamData),
    Counted(Counted),
}

impl Joined {
    pub(crate) fn of_team(team: &'static TeamData) -> Self {
        Self { members: Cow::Borrowed(&team.members), me: team.me, at: At::Team(team) }
    }

    /// # Errors
    /// No such group, or this PE is not in it.
    pub(super) fn new(state: &'static State, group: Group) -> Result<Self> {
        match group {
            Group::Team(team) => Ok(Self::of_team(state.teams.get(team)?)),
            Group::Active(set) => {
                let pes = set.pes(state)?;
                meet::check(state, set.p_sync)?;
                Self::counted(state, pes, Counted::PSync(set.p_sync))
            }
        }
    }

    /// A group of these PEs, which synchronise by a word for each pair.
    ///
    /// # Errors
    /// This PE is not among them.
    pub(crate) fn of_pairs(state: &'static State, pes: Vec<u32>) -> Result<Self> {
        Self::counted(state, pes, Counted::Pairs)
    }

    fn counted(state: &'static State, pes: Vec<u32>, at: Counted) -> Result<Self> {
        let is_near = pes.iter().all(|&pe| state.is_near(pe));
        let members = Members::new(pes, is_near);
        let Some(me) = members.index_of(state.me) else {
            return fail!("PE {} is not in the group that it calls for", state.me);
        };
        Ok(Self { members: Cow::Owned(members), me, at: At::Counted(at) })
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Waits until all members have called.
    ///
    /// # Errors
    /// An error of the network.
    pub(crate) fn sync(&self, state: &'static State) -> Result<()> {
        match &self.at {
            At::Team(team) => sync_team(state, team),
            At::Counted(words) => {
                let (n, me) = (self.len(), self.me);
                rounds(n).try_for_each(|(round, step)| {
                    words.signal(state, self.members.at((me + step) % n), round)?;
                    words.wait(state, self.members.at((me + n - step) % n), round)
                })
            }
        }
    }

    /// [`sync`](Self::sync) after all puts to this PE have arrived, but perhaps not those to
    /// others. Over a network a few members notify each other directly, behind their puts, which
    /// then need not be confirmed.
    pub(super) fn settle_mine(&self, state: &'static State) -> Result<()> {
        let is_direct = !self.members.is_near && !state.network.is_there();
        match self.team().filter(|team| is_direct && exchange::suits(team, 0)) {
            Some(team) => {
                meet::order(state)?;
                exchange::meet(state, team)
            }
            None => self.settle(state),
        }
    }

    /// [`sync`](Self::sync) after all puts of all members have arrived.
    pub(super) fn settle(&self, state: &'static State) -> Result<()> {
        if !self.members.is_near {
            meet::quiet(state)?;
        }
        self.sync(state)
    }

    /// The sum of the values of the members before this PE. A full step: the members wrap around,
    /// and what has wrapped is not added.
    pub(super) fn sum_before(&self, state: &'static State, mine: u64) -> Result<u64> {
        let (n, me) = (self.len(), self.me);
        let (mut before, mut all) = (0_u64, mine);
        let step = self.team().map(Step::next);
        for (round, distance) in rounds(n) {
            let to = self.members.at((me + distance) % n);
            let got = match (&self.at, step) {
                (At::Counted(words), _) => {
                    words.send(state, to, round, all)?;
                    words.receive(state, round)?
                }
                // SAFETY: bytes of a number; data of a line, aligned, which nobody writes now.
                (_, Some(step)) => unsafe {
                    let line = step.line(round);
                    line.send(state, to, (&raw const all).cast(), 8)?;
                    line.receive(state)?.cast::<u64>().read()
                },
                _ => 0,
            };
            if me >= distance {
                (before, all) = (before.wrapping_add(got), all.wrapping_add(got));
            }
        }
        Ok(before)
    }

    /// The team, unless it is an active set or a group of pairs.
    pub(super) fn team(&self) -> Option<&'static TeamData> {
        match self.at {
            At::Team(team) => Some(team),
            At::Counted(_) => None,
        }
    }

    /// The team whose lines can carry a value of `bytes` bytes, if there is one.
    pub(super) fn lines(&self, bytes: usize) -> Option<&'static TeamData> {
        self.team().filter(|_| bytes <= LINE_BYTES)
    }

    /// The team and its hosts, if its members are on several hosts.
    pub(super) fn hosts(&self) -> Option<(&'static TeamData, &'static Hosts)> {
        let team = self.team()?;
        Some((team, team.hosts.get()?))
    }
}

/// The rounds of a dissemination among `n` members: the number of the round and its distance.
pub(super) fn rounds(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..usize::BITS as usize).map(|round| (round, 1 << round)).take_while(move |&(_, at)| at < n)
}

/// Waits until all members have called.
#[inline(always)]
pub(super) fn sync_team(state: &State, team: &TeamData) -> Result<()> {
    if let Some(pair) = &team.pair {
        return pair.meet(state, team.next_epoch());
    }
    sync_all(state, team)
}

fn sync_all(state: &State, team: &TeamData) -> Result<()> {
    let (members, me) = (&team.members, team.me);
    let n = members.len();
    if state.network.suits(state, team) {
        return network::meet(state, team);
    }
    if let Some(hosts) = team.hosts.get() {
        return hosts::combine(state, team, hosts, &mut Short::default(), 0, &|_, _| {});
    }
    let step = Step::next(team);
    if n > 2 && members.is_near && state.pace.all_share_cpus() {
        return step.count(state, members.all());
    }
    let (mut distance, mut round) = (1, 0);
    while distance < n {
        let to = if me + distance < n { me + distance } else { me + distance - n };
        step.line(round).signal(state, members.at(to))?;
        step.line(round).wait(state)?;
        (distance, round) = (distance * 2, round + 1);
    }
    Ok(())
}

/// The data of a line, aligned for any element type.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub(super) struct Short(pub(super) [u8; LINE_BYTES]);

impl Default for Short {
    fn default() -> Self {
        Self([0; LINE_BYTES])
    }
}

/// Combines short values of all members with `combine`, whose first argument comes from the members
/// that are first in order on one host. The result is the same for all. Each member hears from each
/// other, so it is a full step.
pub(super) fn combine_short(
    state: &State,
    team: &TeamData,
    value: &mut Short,
    len: usize,
    combine: impl Fn(&mut Short, &Short),
) -> Result<()> {
    match team.hosts.get() {
        Some(hosts) => hosts::combine(state, team, hosts, value, len, &combine),
        None => {
            let row = Row { pes: team.members.all(), me: team.me, round: 0 };
            double(state, Step::next(team), row, value, len, &combine)
        }
    }
}

/// A set of PEs that combine values, in the rounds from `round` on.
pub(super) struct Row<'a> {
    pub(super) pes: &'a [u32],
    /// The index of this PE among them.
    pub(super) me: usize,
    pub(super) round: usize,
}

/// Recursive doubling: each round doubles the number of values that a PE has combined.
pub(super) fn double(
    state: &State,
    step: Step,
    row: Row<'_>,
    value: &mut Short,
    len: usize,
    combine: &impl Fn(&mut Short, &Short),
) -> Result<()> {
    let (me, n) = (row.me, row.pes.len());
    let half = 1 << n.ilog2();
    let mut other = Short::default();
    if me >= half {
        send(state, step, row.pes[me - half], BEFORE, value, len)?;
        return receive(state, step, AFTER, value, len);
    }
    let has_other = me + half < n;
    if has_other {
        receive(state, step, BEFORE, &mut other, len)?;
        combine(value, &other);
    }
    for (round, distance) in rounds(half) {
        let round = row.round + round;
        send(state, step, row.pes[me ^ distance], round, value, len)?;
        receive(state, step, round, &mut other, len)?;
        if me & distance == 0 {
            combine(value, &other);
        } else {
            combine(&mut other, value);
            *value = other;
        }
    }
    if has_other {
        send(state, step, row.pes[me + half], AFTER, value, len)?;
    }
    Ok(())
}

pub(super) fn send(
    state: &State,
    step: Step,
    pe: u32,
    round: usize,
    value: &Short,
    len: usize,
) -> Result<()> {
    // SAFETY: a value has the size of a line's data.
    unsafe { step.line(round).send(state, pe, value.0.as_ptr(), len) }
}

pub(super) fn receive(
    state: &State,
    step: Step,
    round: usize,
    value: &mut Short,
    len: usize,
) -> Result<()> {
    let from = step.line(round).receive(state)?;
    // SAFETY: a value has the size of a line's data, which nobody writes now.
    unsafe { copy(value.0.as_mut_ptr(), from, len.min(LINE_BYTES)) };
    Ok(())
}

/// Combines words of all members with the same result for all; at most as many as fit into a line.
pub(crate) fn agree<const N: usize>(
    state: &State,
    joined: &Joined,
    words: [u64; N],
    combine: impl Fn(u64, u64) -> u64,
) -> Result<[u64; N]> {
    const { assert!(N * 8 <= LINE_BYTES) };
    let At::Team(team) = joined.at else { return fail!("only teams agree on words") };
    let word = |short: &Short, at: usize| {
        u64::from_ne_bytes(std::array::from_fn(|byte| short.0[at * 8 + byte]))
    };
    let mut value = Short([0; LINE_BYTES]);
    for (at, word) in words.iter().enumerate() {
        value.0[at * 8..at * 8 + 8].copy_from_slice(&word.to_ne_bytes());
    }
    combine_short(state, team, &mut value, N * 8, |value, other| {
        for at in 0..N {
            let both = combine(word(value, at), word(other, at));
            value.0[at * 8..at * 8 + 8].copy_from_slice(&both.to_ne_bytes());
        }
    })?;
    Ok(std::array::from_fn(|at| word(&value, at)))
}

impl ActiveSet {
    /// The PEs of the set.
    ///
    /// # Errors
    /// The numbers do not describe a set of existing PEs.
    fn pes(&self, state: &State) -> Result<Vec<u32>> {
        let world = state.teams.get(crate::Team::WORLD)?;
        let stride = u32::try_from(self.log2_stride).ok().and_then(|log| 1_i32.checked_shl(log));
        let pes = stride.filter(|&stride| stride > 0 || self.size == 1);
        let pes = pes.and_then(|stride| world.members.strided(self.start, stride, self.size));
        match pes {
            Some(pes) => Ok(pes),
            None => fail!(
                "the active set of {} PEs from {} with stride 2^{} is not within the PEs 0 to {}",
                self.size,
                self.start,
                self.log2_stride,
                state.pes - 1
            ),
        }
    }
}
