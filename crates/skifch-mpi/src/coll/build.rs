//! Builds the schedule of each collective call, for intra- and intercommunicators.

use super::builder::{Builder, Data, Team, root_of};
use super::parts::{Block, Parts, Slots};
use super::reduce::Work;
use super::{allgather as all, allreduce as every, alltoall as exchange, barrier as meet};
use super::{
    bcast as down, gather as one, reduce as up, scan as line, scan_chain, star, two_level,
};
use crate::engine::Engine;
use crate::error::{Result, fail};
use crate::op::Reduction;
use crate::p2p::{Buffer, IN_PLACE, PROC_NULL, ROOT};
use crate::{Datatype, Op};

pub(super) use super::neighbour::{
    allgather as neighbour_allgather, alltoall as neighbour_alltoall,
};

pub(super) fn barrier(_: &Engine, b: &mut Builder) -> Result<()> {
    match b.remote.clone() {
        Some(remote) => meet::two_sided(b, &remote),
        None => {
            let own = b.own.clone();
            match b.hosts.clone() {
                Some(hosts) => two_level::barrier(b, &hosts.levels(&own, 0)),
                None if star::suits(b.is_crowded, own.size(), 0) => star::meet(b, &own),
                None => meet::dissemination(b, &own),
            }
            Ok(())
        }
    }
}

pub(super) fn bcast(e: &Engine, b: &mut Builder, data: Block, root: i32) -> Result<()> {
    b.schedule.is_exact = true;
    let buffer = e.buffer(data.buf, data.count, data.datatype)?;
    let own = b.own.clone();
    let Some(remote) = b.remote.clone() else {
        let root = root_of(&own, root)?;
        return match b.hosts.clone() {
            Some(hosts) => two_level::bcast(b, &hosts.levels(&own, root), &buffer),
            None => down::choose(b, &own, &buffer, root),
        };
    };
    match root {
        PROC_NULL => return Ok(()),
        ROOT => b.send(&remote, buffer, 0),
        _ => {
            let root = root_of(&remote, root)?;
            if own.rank == 0 {
                b.recv(&remote, buffer.clone(), root);
                b.join();
            }
            down::choose(b, &own, &buffer, 0)?;
        }
    }
    b.join();
    Ok(())
}

/// The role of this rank in a rooted call.
enum Part {
    /// The root, with its team and its rank there.
    Root(Team, usize),
    /// A non-root, with the team of the root and the root's rank there.
    Leaf(Team, usize),
    /// No part in the communication (`PROC_NULL`).
    Idle,
}

fn part(b: &Builder, root: i32) -> Result<Part> {
    let Some(remote) = b.remote.clone() else {
        let at = root_of(&b.own, root)?;
        let own = b.own.clone();
        return Ok(if own.rank == at { Part::Root(own, at) } else { Part::Leaf(own, at) });
    };
    Ok(match root {
        PROC_NULL => Part::Idle,
        // The remote team does not contain this rank: no rank there is excluded as the own one.
        ROOT => Part::Root(Team { rank: usize::MAX, ..remote }, usize::MAX),
        _ => {
            let at = root_of(&remote, root)?;
            Part::Leaf(Team { rank: usize::MAX, ..remote }, at)
        }
    })
}

pub(super) fn gather(e: &Engine, b: &mut Builder, from: Block, to: Parts, root: i32) -> Result<()> {
    match part(b, root)? {
        Part::Idle => Ok(()),
        Part::Leaf(team, root) => {
            let own = e.buffer(from.buf, from.count, from.datatype)?;
            one::gather(b, &team, Some(own), None, root)
        }
        Part::Root(team, root) => {
            let slots = to.slots(e, team.size())?;
            let has_own = b.remote.is_none() && !from.is_in_place();
            let own = has_own.then(|| e.buffer(from.buf, from.count, from.datatype)).transpose()?;
            one::gather(b, &at_root(team, root), own, Some(&slots), root)
        }
    }
}

/// For the algorithms, a root on the other side takes its own rank in the team.
fn at_root(team: Team, root: usize) -> Team {
    Team { rank: root, ..team }
}

pub(super) fn scatter(
    e: &Engine,
    b: &mut Builder,
    from: Parts,
    to: Block,
    root: i32,
) -> Result<()> {
    match part(b, root)? {
        Part::Idle => Ok(()),
        Part::Leaf(team, root) => {
            let own = e.buffer(to.buf, to.count, to.datatype)?;
            one::scatter(b, &team, None, Some(own), root)
        }
        Part::Root(team, root) => {
            let slots = from.slots(e, team.size())?;
            let has_own = b.remote.is_none() && !to.is_in_place();
            let own = has_own.then(|| e.buffer(to.buf, to.count, to.datatype)).transpose()?;
            one::scatter(b, &at_root(team, root), Some(&slots), own, root)
        }
    }
}

pub(super) fn allgather(e: &Engine, b: &mut Builder, from: Block, to: Parts) -> Result<()> {
    if let Some(remote) = b.remote.clone() {
        let slots = to.slots(e, remote.size())?;
        let own = e.buffer(from.buf, from.count, from.datatype)?;
        for peer in 0..remote.size() {
            b.recv(&remote, slots.get(peer), peer);
            b.send(&remote, own.clone(), peer);
        }
        b.join();
        return Ok(());
    }
    let own = b.own.clone();
    let slots = to.slots(e, own.size())?;
    let mine = match from.is_in_place() {
        true => None,
        false => Some(e.buffer(from.buf, from.count, from.datatype)?),
    };
    let Some(hosts) = b.hosts.clone() else { return all::choose_from(b, &own, mine, &slots) };
    if let Some(mine) = mine {
        b.copy(mine, slots.get(own.rank));
    }
    two_level::allgather(b, &hosts, &own, &slots)
}

pub(super) fn alltoall(e: &Engine, b: &mut Builder, from: Parts, to: Parts) -> Result<()> {
    if let Some(remote) = b.remote.clone() {
        let (from, to) = (from.slots(e, remote.size())?, to.slots(e, remote.size())?);
        return exchange::across(b, &remote, &from, &to);
    }
    let own = b.own.clone();
    let slots = to.slots(e, own.size())?;
    if from.is_in_place() {
        return exchange::in_place(b, &own, &slots);
    }
    let from = from.slots(e, own.size())?;
    exchange::spread(b, &own, &from, &slots)
}

/// Buffers, count, type and operation of a reduction.
#[derive(Clone, Copy)]
pub(super) struct Operands {
    pub(super) from: *const u8,
    pub(super) into: *mut u8,
    pub(super) count: usize,
    pub(super) datatype: Datatype,
    pub(super) op: Op,
}

struct Known {
    from: Data,
    into: Data,
    reduction: Reduction,
    is_commutative: bool,
}

impl Operands {
    fn known(&self, e: &Engine, b: &mut Builder) -> Result<Known> {
        b.schedule.is_exact = true;
        let (reduction, is_commutative) = e.reduction(self.op, self.datatype)?;
        let from = if self.from == IN_PLACE { self.into } else { self.from.cast_mut() };
        Ok(Known {
            from: Data::of(e, from, self.datatype)?,
            into: Data::of(e, self.into, self.datatype)?,
            reduction,
            is_commutative,
        })
    }
}

impl Known {
    fn work(&self, count: usize) -> Work<'_> {
        Work { count, reduction: &self.reduction, is_commutative: self.is_commutative }
    }

    /// Reduction to member `root` of the own team; the result is at its `into`.
    fn reduce(
        &self,
        b: &mut Builder,
        team: &Team,
        count: usize,
        into: Option<&Data>,
        root: usize,
    ) -> Result<()> {
        let work = self.work(count);
        match b.hosts.clone().filter(|_| self.is_commutative) {
            Some(hosts) => two_level::reduce(b, &hosts.levels(team, root), &work, &self.from, into),
            None => up::binomial(b, team, &work, &self.from, into, root),
        }
    }

    /// A temporary place of `count` elements, holding this rank's operands.
    fn loaded(&self, b: &mut Builder, count: usize) -> Result<Data> {
        let place = b.elements(&self.from.ty, count);
        b.copy(self.from.part(0, count)?, place.part(0, count)?);
        Ok(place)
    }
}

pub(super) fn reduce(e: &Engine, b: &mut Builder, ops: Operands, root: i32) -> Result<()> {
    let count = ops.count;
    match part(b, root)? {
        Part::Idle => Ok(()),
        Part::Root(team, _) if b.remote.is_some() => {
            let known = ops.known(e, b)?;
            b.recv(&team, known.into.part(0, count)?, 0);
            b.join();
            Ok(())
        }
        Part::Leaf(team, at) if b.remote.is_some() => {
            let known = ops.known(e, b)?;
            let result = b.elements(&known.from.ty, count);
            let own = b.own.clone();
            up::binomial(b, &own, &known.work(count), &known.from, Some(&result), 0)?;
            if own.rank == 0 {
                b.send(&team, result.part(0, count)?, at);
                b.join();
            }
            Ok(())
        }
        Part::Root(team, at) => {
            let known = ops.known(e, b)?;
            known.reduce(b, &team, count, Some(&known.into), at)
        }
        Part::Leaf(team, at) => {
            let known = Operands { into: ops.from.cast_mut(), ..ops }.known(e, b)?;
            known.reduce(b, &team, count, None, at)
        }
    }
}

/// On an intercommunicator: the combined operands of the other side, at rank 0 of this side.
fn swapped(b: &mut Builder, remote: &Team, known: &Known, counts: [usize; 2]) -> Result<Data> {
    let own = b.own.clone();
    let [count, count_there] = counts;
    let mine = b.elements(&known.from.ty, count);
    let theirs = b.elements(&known.from.ty, count_there);
    up::binomial(b, &own, &known.work(count), &known.from, Some(&mine), 0)?;
    if own.rank == 0 {
        b.recv(remote, theirs.part(0, count_there)?, 0);
        b.send(remote, mine.part(0, count)?, 0);
        b.join();
    }
    Ok(theirs)
}

pub(super) fn allreduce(e: &Engine, b: &mut Builder, ops: Operands) -> Result<()> {
    let (known, count) = (ops.known(e, b)?, ops.count);
    let own = b.own.clone();
    if let Some(remote) = b.remote.clone() {
        let theirs = swapped(b, &remote, &known, [count, count])?;
        if own.rank == 0 {
            b.copy(theirs.part(0, count)?, known.into.part(0, count)?);
        }
        return down::choose(b, &own, &known.into.part(0, count)?, 0);
    }
    let work = known.work(count);
    let Some(hosts) = b.hosts.clone().filter(|_| known.is_commutative) else {
        return every::choose(b, &own, &work, &known.from, &known.into);
    };
    if known.from.base != known.into.base {
        b.copy(known.from.part(0, count)?, known.into.part(0, count)?);
    }
    two_level::allreduce(b, &hosts.levels(&own, 0), &work, &known.into)
}

/// Reduce-scatter: rank i gets part i of the result.
pub(super) fn reduce_scatter(
    e: &Engine,
    b: &mut Builder,
    ops: Operands,
    counts: Vec<usize>,
) -> Result<()> {
    let own = b.own.clone();
    if counts.len() < own.size() {
        return fail!(Count, "{} counts for {} ranks", counts.len(), own.size());
    }
    let total = counts[..own.size()].iter().sum();
    let known = Operands { count: total, ..ops }.known(e, b)?;
    let at = |rank: usize| counts[..rank].iter().sum::<usize>() as isize;
    let mine = known.into.part(0, counts[own.rank])?;
    let whole = match b.remote.clone() {
        Some(remote) => swapped(b, &remote, &known, [total, total])?,
        None if known.is_commutative && own.size() > 1 => {
            return pairwise(b, &own, &known, &counts);
        }
        None => {
            let whole = known.loaded(b, total)?;
            let result = b.elements(&known.from.ty, total);
            up::binomial(b, &own, &known.work(total), &whole, Some(&result), 0)?;
            result
        }
    };
    let parts = (0..own.size()).map(|rank| whole.part(at(rank), counts[rank]));
    let slots = Slots::of(parts.collect::<Result<_>>()?);
    one::scatter(b, &own, Some(&slots), Some(mine), 0)
}

/// Each rank sends every other rank its part and combines what it receives.
fn pairwise(b: &mut Builder, own: &Team, known: &Known, counts: &[usize]) -> Result<()> {
    let (rank, size) = (own.rank, own.size());
    let first: Vec<_> = (0..size).map(|rank| counts[..rank].iter().sum::<usize>()).collect();
    let mine = counts[rank];
    let sum = b.elements(&known.from.ty, mine);
    b.copy(known.from.part(first[rank] as isize, mine)?, sum.part(0, mine)?);
    let other = b.elements(&known.from.ty, mine);
    for step in 1..size {
        let (to, from) = ((rank + step) % size, (rank + size - step) % size);
        b.recv(own, other.part(0, mine)?, from);
        b.send(own, known.from.part(first[to] as isize, counts[to])?, to);
        b.join();
        b.reduce(&known.reduction, other.base, sum.base, mine);
    }
    b.copy(sum.part(0, mine)?, known.into.part(0, mine)?);
    Ok(())
}

pub(super) fn scan(e: &Engine, b: &mut Builder, ops: Operands) -> Result<()> {
    prefix(e, b, ops, false)
}

pub(super) fn exscan(e: &Engine, b: &mut Builder, ops: Operands) -> Result<()> {
    prefix(e, b, ops, true)
}

fn prefix(e: &Engine, b: &mut Builder, ops: Operands, is_exclusive: bool) -> Result<()> {
    if b.remote.is_some() {
        return fail!(Comm, "a prefix reduction needs a communicator with one side");
    }
    let (known, own) = (ops.known(e, b)?, b.own.clone());
    let work = known.work(ops.count);
    let prefix = if b.is_crowded { scan_chain::prefix } else { line::prefix };
    prefix(b, &own, &work, &known.from, &known.into, is_exclusive)
}

/// Allgather of `each` bytes per rank of the own team, in rank order.
pub(super) fn bytes_of_all(b: &mut Builder, out: &mut [u8], each: usize) -> Result<()> {
    let own = b.own.clone();
    let slots = (0..own.size())
        .map(|rank| Buffer::dense(out.as_mut_ptr().wrapping_add(rank * each), each))
        .collect();
    all::choose(b, &own, &Slots::of(slots))
}
