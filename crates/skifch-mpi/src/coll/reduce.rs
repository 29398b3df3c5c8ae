//! Reduction to one rank, down a binomial tree.

use super::builder::{Builder, Data, Team};
use crate::error::Result;
use crate::op::Reduction;

/// What is combined, and how.
pub(crate) struct Work<'a> {
    pub(crate) count: usize,
    pub(crate) reduction: &'a Reduction,
    pub(crate) is_commutative: bool,
}

/// Combines the elements at `from` of all ranks; the result is at `into` of the root.
///
/// Each rank combines what comes from ranks behind it to its own, so that the order of operands is
/// that of ranks. Where it matters, the tree has its root at rank 0.
pub(crate) fn binomial(
    b: &mut Builder,
    team: &Team,
    work: &Work<'_>,
    from: &Data,
    into: Option<&Data>,
    root: usize,
) -> Result<()> {
    let (size, count) = (team.size(), work.count);
    let top = if work.is_commutative { root } else { 0 };
    let place = (team.rank + size - top) % size;
    let mut own = match into {
        Some(into) => into.clone(),
        None => b.elements(&from.ty, count),
    };
    if own.base != from.base {
        b.copy(from.part(0, count)?, own.part(0, count)?);
    }
    let mut other = b.elements(&from.ty, count);
    let mut bit = 1;
    while bit < size {
        if place & bit != 0 {
            b.send(team, own.part(0, count)?, (place - bit + top) % size);
            b.join();
            break;
        }
        if place + bit < size {
            b.recv(team, other.part(0, count)?, (place + bit + top) % size);
            b.join();
            if work.is_commutative {
                b.reduce(work.reduction, other.base, own.base, count);
            } else {
                b.reduce(work.reduction, own.base, other.base, count);
                std::mem::swap(&mut own, &mut other);
            }
        }
        bit *= 2;
    }
    if top != root {
        if team.rank == top {
            b.send(team, own.part(0, count)?, root);
        }
        if let Some(into) = into.filter(|_| team.rank == root) {
            b.recv(team, into.part(0, count)?, top);
        }
        b.join();
    } else if let Some(into) = into.filter(|into| team.rank == root && into.base != own.base) {
        b.copy(own.part(0, count)?, into.part(0, count)?);
    }
    Ok(())
}
