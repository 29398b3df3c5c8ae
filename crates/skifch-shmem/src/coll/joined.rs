//! A group that this PE is in, and the steps that all of it take together.

use super::meet::{self, AFTER, BEFORE, Counted, LINE_BYTES, Step};
use super::{ActiveSet, Group, network};
use crate::error::{Result, fail};
use crate::state::State;
use crate::team::{Members, TeamData};
use std::borrow::Cow;

/// See the module.
pub(crate) struct Joined {
    pub(super) members: Cow<'static, Members>,
    /// The number of this PE.
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

    /// These PEs, who meet in words for each pair.
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

    /// Whether it is one of the groups that are no teams.
    pub(super) fn is_active_set(&self) -> bool {
        matches!(self.at, At::Counted(_))
    }

    /// Waits until all have called.
    ///
    /// # Errors
    /// What the network answers.
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

    /// [`sync`](Self::sync) after what this PE has put for the group has arrived.
    pub(super) fn settle(&self, state: &'static State) -> Result<()> {
        if !self.members.is_near {
            meet::quiet(state)?;
        }
        self.sync(state)
    }

    /// The sum of the values of those before this PE. A step in which not all wait for all.
    pub(super) fn sum_before(&self, state: &'static State, mine: u64) -> Result<u64> {
        let (n, me) = (self.len(), self.me);
        let (mut before, mut all) = (0_u64, mine);
        let step = match &self.at {
            At::Team(team) => Some(Step::next(team)),
            At::Counted(_) => None,
        };
        for (round, distance) in rounds(n) {
            if me + distance < n {
                let to = self.members.at(me + distance);
                match (&self.at, step) {
                    (At::Counted(words), _) => words.send(state, to, round, all)?,
                    (_, Some(step)) => step.send(state, to, round, &all.to_ne_bytes())?,
                    _ => {}
                }
            }
            if me >= distance {
                let mut bytes = [0; 8];
                let got = match (&self.at, step) {
                    (At::Counted(words), _) => words.receive(state, round)?,
                    (_, Some(step)) => {
                        step.receive(state, round, &mut bytes)?;
                        u64::from_ne_bytes(bytes)
                    }
                    _ => 0,
                };
                (before, all) = (before.wrapping_add(got), all.wrapping_add(got));
            }
        }
        Ok(before)
    }

    /// The team whose lines carry short results, if it is one and `bytes` fit.
    pub(super) fn lines(&self, bytes: usize) -> Option<&'static TeamData> {
        match self.at {
            At::Team(team) if bytes <= LINE_BYTES => Some(team),
            _ => None,
        }
    }
}

/// The rounds in which `n` hear of each other, and how far they reach.
fn rounds(n: usize) -> impl Iterator<Item = (usize, usize)> {
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
        return network::meet(state, team.next_epoch());
    }
    let step = Step::next(team);
    if n > 2 && members.is_near && state.pace.all_share_cpus() {
        return step.count(state, team);
    }
    let (mut distance, mut round) = (1, 0);
    while distance < n {
        let to = if me + distance < n { me + distance } else { me + distance - n };
        step.signal(state, members.at(to), round)?;
        step.wait(state, round)?;
        (distance, round) = (distance * 2, round + 1);
    }
    Ok(())
}

/// Bytes that are aligned as any element is.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub(super) struct Short(pub(super) [u8; LINE_BYTES]);

/// Combines short values of all members by `combine`, whose first argument has what comes first;
/// the same result for all, by doubling. Each one hears of each other, so it is a full step.
pub(super) fn combine_short(
    state: &State,
    team: &TeamData,
    value: &mut Short,
    len: usize,
    combine: impl Fn(&mut Short, &Short),
) -> Result<()> {
    let (members, me, n) = (&team.members, team.me, team.members.len());
    let step = Step::next(team);
    let half = 1 << n.ilog2();
    let mut other = Short([0; LINE_BYTES]);
    if me >= half {
        step.send(state, members.at(me - half), BEFORE, &value.0[..len])?;
        return step.receive(state, AFTER, &mut value.0[..len]);
    }
    let has_other = me + half < n;
    if has_other {
        step.receive(state, BEFORE, &mut other.0[..len])?;
        combine(value, &other);
    }
    for (round, distance) in rounds(half) {
        step.send(state, members.at(me ^ distance), round, &value.0[..len])?;
        step.receive(state, round, &mut other.0[..len])?;
        if me & distance == 0 {
            combine(value, &other);
        } else {
            combine(&mut other, value);
            *value = other;
        }
    }
    if has_other {
        step.send(state, members.at(me + half), AFTER, &value.0[..len])?;
    }
    Ok(())
}

/// Words of all members combined, the same for all; at most as many as a line has.
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
    /// Its PEs.
    ///
    /// # Errors
    /// Numbers that make no set of PEs.
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
