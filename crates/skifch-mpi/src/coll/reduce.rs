//! Reduction to one rank, up a binomial tree.

use super::builder::{Builder, Data, Team};
use crate::error::Result;
use crate::op::Reduction;

/// What is combined, and how.
pub(crate) struct Work<'a> {
    pub(crate) count: usize,
    pub(crate) reduction: &'a Reduction,
    pub(crate) is_commutative: bool,
}

/// Combines the elements at `from` of all ranks; the result is at the root's `into`.
///
/// Each rank combines what it receives from higher ranks with its own operands, so operands are in
/// rank order. If the operation does not commute, the root of the tree is rank 0.
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
    // The operands are not copied: incoming ones are combined with them in place.
    let mut own = from.clone();
    let is_in_place = into.is_some_and(|into| into.base == from.base);
    let (mut is_ours, mut free) = (is_in_place, into.filter(|_| !is_in_place).cloned());
    let mut bit = 1;
    while bit < size {
        if place & bit != 0 {
            b.send(team, own.part(0, count)?, (place - bit + top) % size);
            b.join();
            break;
        }
        if place + bit < size {
            let other = free.take().unwrap_or_else(|| b.elements(&from.ty, count));
            b.recv(team, other.part(0, count)?, (place + bit + top) % size);
            b.join();
            if work.is_commutative && is_ours {
                b.reduce(work.reduction, other.base, own.base, count);
                free = Some(other);
            } else {
                b.reduce(work.reduction, own.base, other.base, count);
                free = Some(std::mem::replace(&mut own, other)).filter(|_| is_ours);
                is_ours = true;
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
