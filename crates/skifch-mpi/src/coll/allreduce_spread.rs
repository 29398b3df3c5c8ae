//! Allreduce in two all-to-all exchanges, of parts of the operands and then of the results, for
//! ranks that share CPUs.
//!
//! As many bytes are sent as in a ring, but in two rounds instead of 2 (n - 1): each round costs a
//! turn on a CPU.

use super::builder::{Builder, Data, Team};
use super::peers;
use super::reduce::Work;
use crate::error::Result;

/// With more ranks, parts would be many and short.
const MAX_RANKS: usize = 32;

/// Whether to use this algorithm.
pub(super) fn suits(is_crowded: bool, size: usize) -> bool {
    is_crowded && (3..=MAX_RANKS).contains(&size)
}

/// The share of elements that a rank combines: index of the first, and how many.
pub(super) fn share(count: usize, size: usize, rank: usize) -> (isize, usize) {
    let first = |rank: usize| rank * count / size;
    (first(rank) as isize, first(rank + 1) - first(rank))
}

/// Reduces the operands at `from`, which may be `data`, with a commutative operation. Each part is
/// combined by one rank, so all ranks get the same result.
pub(super) fn allreduce(
    b: &mut Builder,
    team: &Team,
    work: &Work<'_>,
    from: &Data,
    data: &Data,
) -> Result<()> {
    let (rank, size, count) = (team.rank, team.size(), work.count);
    let of = |rank| share(count, size, rank);
    let (first, len) = of(rank);
    let mut operands = vec![None; size];
    for peer in peers::before(rank, size) {
        let operand = b.elements(&data.ty, len);
        b.recv(team, operand.part(0, len)?, peer);
        operands[peer] = Some(operand);
    }
    for peer in peers::after(rank, size) {
        let (first, len) = of(peer);
        b.send(team, from.part(first, len)?, peer);
    }
    let own = data.at(first);
    if from.base != data.base {
        b.copy(from.part(first, len)?, data.part(first, len)?);
    }
    b.join();
    for operand in operands.into_iter().flatten() {
        b.reduce(work.reduction, operand.base, own, len);
    }
    for peer in peers::before(rank, size) {
        let (first, len) = of(peer);
        b.recv(team, data.part(first, len)?, peer);
    }
    for peer in peers::after(rank, size) {
        b.send(team, data.part(first, len)?, peer);
    }
    b.join();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_cover_all_elements() {
        for (count, size) in [(8192, 3), (7, 4), (2, 5)] {
            let mut end = 0;
            for rank in 0..size {
                let (first, len) = share(count, size, rank);
                assert_eq!(first, end);
                end += len as isize;
            }
            assert_eq!(end, count as isize);
        }
    }
}
