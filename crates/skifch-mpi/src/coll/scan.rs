//! Scans: in round k each rank sends its partial result to the rank 2^k further on (Hillis, Steele
//! 1986). Operands are in rank order.

use super::builder::{Builder, Data, Team};
use super::reduce::Work;
use crate::error::Result;

/// Inclusive or exclusive scan of the elements at `from`; the result is at `into`.
pub(crate) fn prefix(
    b: &mut Builder,
    team: &Team,
    work: &Work<'_>,
    from: &Data,
    into: &Data,
    is_exclusive: bool,
) -> Result<()> {
    let (rank, size, count) = (team.rank, team.size(), work.count);
    // The combined operands of ranks rank-2^k+1..=rank.
    let total = b.elements(&from.ty, count);
    b.copy(from.part(0, count)?, total.part(0, count)?);
    if !is_exclusive && into.base != from.base {
        b.copy(from.part(0, count)?, into.part(0, count)?);
    }
    let other = b.elements(&from.ty, count);
    let mut is_empty = is_exclusive;
    let mut step = 1;
    while step < size {
        if rank + step < size {
            b.send(team, total.part(0, count)?, rank + step);
        }
        if rank >= step {
            b.recv(team, other.part(0, count)?, rank - step);
        }
        b.join();
        if rank >= step {
            if is_empty {
                b.copy(other.part(0, count)?, into.part(0, count)?);
                is_empty = false;
            } else {
                b.reduce(work.reduction, other.base, into.base, count);
            }
            b.reduce(work.reduction, other.base, total.base, count);
        }
        step *= 2;
    }
    Ok(())
}
