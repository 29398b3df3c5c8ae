//! Every rank sends to rank 0, which answers all: for ranks that share CPUs.
//!
//! Where ranks share CPUs, a round takes until every rank has had its turn on one, and an algorithm
//! with log2(n) rounds takes log2(n) times as long. Here each rank sends before its turn ends and
//! finds the answer at its next turn: one turn each. Up to some number of ranks, the work of rank 0
//! for all of them takes less than a turn.

use super::barrier::nothing;
use super::builder::{Builder, Data, Team};
use super::quick::Call;
use super::reduce::Work;
use crate::error::Result;
use crate::p2p::Buffer;

/// More ranks are too many for rank 0.
const MAX_RANKS: usize = 64;
/// Most bytes that rank 0 receives for a reduction.
const MAX_BYTES: usize = 64 << 10;

/// Whether to use this algorithm for `bytes` bytes per rank. Between two ranks, one round is best.
pub(super) fn suits(is_crowded: bool, size: usize, bytes: usize) -> bool {
    is_crowded && (3..=MAX_RANKS).contains(&size) && bytes <= MAX_BYTES / size
}

/// A barrier.
pub(super) fn meet(b: &mut Builder, team: &Team) {
    if team.rank > 0 {
        up_and_down(b, team, &nothing());
        return;
    }
    let others = 1..team.size();
    others.clone().for_each(|rank| b.recv(team, nothing(), rank));
    b.join();
    others.for_each(|rank| b.send(team, nothing(), rank));
    b.join();
}

/// The part of the ranks other than 0.
fn up_and_down(b: &mut Builder, team: &Team, data: &Buffer) {
    b.send(team, data.clone(), 0);
    b.join();
    b.recv(team, data.clone(), 0);
    b.join();
}

/// Allreduce of the operands at `data`. They are combined in rank order.
pub(super) fn allreduce(b: &mut Builder, team: &Team, work: &Work<'_>, data: &Data) -> Result<()> {
    let (size, count) = (team.size(), work.count);
    let all = data.part(0, count)?;
    if team.rank > 0 {
        up_and_down(b, team, &all);
        return Ok(());
    }
    let operands: Vec<_> = (1..size).map(|_| b.elements(&data.ty, count)).collect();
    for (rank, operand) in (1..).zip(&operands) {
        b.recv(team, operand.part(0, count)?, rank);
    }
    b.join();
    if let Some((sum, before)) = operands.split_last() {
        for operand in [data].into_iter().chain(before).rev() {
            b.reduce(work.reduction, operand.base, sum.base, count);
        }
        b.copy(sum.part(0, count)?, all.clone());
    }
    (1..size).for_each(|rank| b.send(team, all.clone(), rank));
    b.join();
    Ok(())
}

/// The same without a schedule: `own` becomes the result of combining the bytes of all ranks with
/// `add`; `other` is room for those of one.
pub(super) fn combine(
    call: &Call,
    own: &mut [u8],
    other: &mut [u8],
    mut add: impl FnMut(&[u8], &mut [u8]) -> Result<()>,
) -> Result<()> {
    if call.rank > 0 {
        call.send(0, own)?;
        return call.recv(0, own);
    }
    for rank in 1..call.size() {
        call.recv(rank, other)?;
        add(other, own)?;
    }
    (1..call.size()).try_for_each(|rank| call.send(rank, own))
}
