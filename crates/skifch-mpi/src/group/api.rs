//! Calls on groups. None of them communicates.

use super::{Comparison, Members};
use crate::engine::{Engine, with};
use crate::error::{Result, fail};
use crate::{Comm, Group};
use std::sync::Arc;

fn call<R>(name: &str, f: impl FnOnce(&mut Engine) -> Result<R>) -> Result<R> {
    with(f)?.map_err(|error| error.context(name))
}

impl Engine {
    pub(crate) fn new_group(&mut self, members: Arc<Members>) -> Group {
        if members.len() == 0 { Group::EMPTY } else { Group(self.groups.insert(members)) }
    }
}

fn make(name: &str, f: impl FnOnce(&Engine) -> Result<Members>) -> Result<Group> {
    call(name, |engine| {
        let members = f(engine)?;
        Ok(engine.new_group(Arc::new(members)))
    })
}

/// Number of members.
///
/// # Errors
/// `Group` for an invalid handle; so do all calls below.
pub fn size(group: Group) -> Result<usize> {
    call("MPI_Group_size", |engine| Ok(engine.group(group)?.len()))
}

/// The rank of this process in the group, if it is a member.
///
/// # Errors
/// As [`size`].
pub fn rank(group: Group) -> Result<Option<usize>> {
    call("MPI_Group_rank", |engine| {
        Ok(engine.group(group)?.position(engine.rank).map(|rank| rank as usize))
    })
}

/// The ranks in `to` of the processes that have `ranks` in `from`; `None` for processes that are
/// not in `to`.
///
/// # Errors
/// As [`size`]; `Rank` for a rank outside of `from`.
pub fn translate_ranks(from: Group, ranks: &[usize], to: Group) -> Result<Vec<Option<usize>>> {
    call("MPI_Group_translate_ranks", |engine| {
        let (from, to) = (engine.group(from)?, engine.group(to)?);
        let translate = |&rank: &usize| match from.ranks().get(rank) {
            Some(&world) => Ok(to.position(world).map(|rank| rank as usize)),
            None => fail!(Rank, "rank {rank} is not in a group of {}", from.len()),
        };
        ranks.iter().map(translate).collect()
    })
}

/// Compares two groups; the result is never [`Comparison::Congruent`].
///
/// # Errors
/// As [`size`].
pub fn compare(a: Group, b: Group) -> Result<Comparison> {
    call("MPI_Group_compare", |engine| Ok(engine.group(a)?.compare(engine.group(b)?)))
}

/// The members of `a`, followed by those of `b` that are not in `a`.
///
/// # Errors
/// As [`size`].
pub fn union(a: Group, b: Group) -> Result<Group> {
    make("MPI_Group_union", |engine| Ok(engine.group(a)?.union(engine.group(b)?)))
}

/// The members of both, in the order of `a`.
///
/// # Errors
/// As [`size`].
pub fn intersection(a: Group, b: Group) -> Result<Group> {
    make("MPI_Group_intersection", |engine| Ok(engine.group(a)?.intersection(engine.group(b)?)))
}

/// The members of `a` that are not in `b`.
///
/// # Errors
/// As [`size`].
pub fn difference(a: Group, b: Group) -> Result<Group> {
    make("MPI_Group_difference", |engine| Ok(engine.group(a)?.difference(engine.group(b)?)))
}

/// The members with these ranks, in this order.
///
/// # Errors
/// As [`size`]; `Rank` for a rank that is not in the group or occurs twice.
pub fn incl(group: Group, ranks: &[usize]) -> Result<Group> {
    make("MPI_Group_incl", |engine| {
        let from = engine.group(group)?;
        marks(from, ranks)?;
        Ok(Members::new(ranks.iter().map(|&rank| from.ranks()[rank]).collect()))
    })
}

/// The members except those with these ranks.
///
/// # Errors
/// As [`incl`].
pub fn excl(group: Group, ranks: &[usize]) -> Result<Group> {
    make("MPI_Group_excl", |engine| {
        let from = engine.group(group)?;
        let out = marks(from, ranks)?;
        let left = from.ranks().iter().zip(out).filter(|(_, out)| !out).map(|(&rank, _)| rank);
        Ok(Members::new(left.collect()))
    })
}

/// Marks the named members; none may be named twice.
fn marks(from: &Members, ranks: &[usize]) -> Result<Vec<bool>> {
    let mut marks = vec![false; from.len()];
    for &rank in ranks {
        match marks.get_mut(rank) {
            Some(mark) if !*mark => *mark = true,
            Some(_) => return fail!(Rank, "rank {rank} is named twice"),
            None => return fail!(Rank, "rank {rank} is not in a group of {}", from.len()),
        }
    }
    Ok(marks)
}

/// Expands ranges (first, last, step) to ranks of a group of `size`.
fn expand(ranges: &[(i64, i64, i64)], size: usize) -> Result<Vec<usize>> {
    let mut ranks = Vec::new();
    for &(first, last, step) in ranges {
        let is_empty = if step > 0 { first > last } else { first < last };
        if step == 0 || first < 0 || is_empty && step < 0 {
            return fail!(Arg, "the range {first}, {last}, {step} names no ranks");
        }
        let count = (last - first) / step;
        for at in 0..=count {
            match usize::try_from(first + at * step) {
                Ok(_) if is_empty => {}
                Ok(rank) if rank < size => ranks.push(rank),
                Ok(rank) => return fail!(Rank, "rank {rank} is not in a group of {size}"),
                Err(_) => return fail!(Rank, "the range {first}, {last}, {step} goes below 0"),
            }
        }
    }
    Ok(ranks)
}

fn ranks_in(name: &str, group: Group, ranges: &[(i64, i64, i64)]) -> Result<Vec<usize>> {
    call(name, |engine| expand(ranges, engine.group(group)?.len()))
}

/// [`incl`] with ranges of ranks, each given by first rank, last rank and step.
///
/// # Errors
/// As [`incl`]; `Arg` for a range with step 0.
pub fn range_incl(group: Group, ranges: &[(i64, i64, i64)]) -> Result<Group> {
    incl(group, &ranks_in("MPI_Group_range_incl", group, ranges)?)
}

/// [`excl`] with ranges of ranks.
///
/// # Errors
/// As [`range_incl`].
pub fn range_excl(group: Group, ranges: &[(i64, i64, i64)]) -> Result<Group> {
    excl(group, &ranks_in("MPI_Group_range_excl", group, ranges)?)
}

/// Frees a handle. That of the empty group stays valid.
///
/// # Errors
/// As [`size`].
pub fn free(group: Group) -> Result<()> {
    call("MPI_Group_free", |engine| {
        engine.group(group)?;
        if group != Group::EMPTY {
            engine.groups.remove(group.0);
        }
        Ok(())
    })
}

/// The group of a communicator; of an intercommunicator, the local group.
///
/// # Errors
/// `Comm` for an invalid handle.
pub fn of_comm(comm: Comm) -> Result<Group> {
    call("MPI_Comm_group", |engine| {
        let members = engine.comm(comm)?.local.clone();
        Ok(engine.new_group(members))
    })
}

/// The remote group of an intercommunicator.
///
/// # Errors
/// `Comm` for an invalid handle, or for an intracommunicator.
pub fn of_comm_remote(comm: Comm) -> Result<Group> {
    call("MPI_Comm_remote_group", |engine| {
        let Some(members) = engine.comm(comm)?.remote.clone() else {
            return fail!(Comm, "communicator {} has no other side", comm.0);
        };
        Ok(engine.new_group(members))
    })
}
