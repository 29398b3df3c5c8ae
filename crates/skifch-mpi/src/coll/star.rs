//! Everybody tells rank 0, which tells everybody: for ranks that share CPUs.
//!
//! Where ranks share CPUs a round costs what it takes until everybody has had its turn on one, and
//! log2(n) rounds cost that log2(n) times. Here each rank sends before its turn ends, and finds the
//! answer at its next: one turn each. All that rank 0 does for the others takes less than a turn,
//! up to some number of them.

use super::barrier::nothing;
use super::builder::{Builder, Data, Team};
use super::quick::Call;
use super::reduce::Work;
use crate::error::Result;
use crate::p2p::Buffer;

/// More ranks than this are too many for one.
const MAX_RANKS: usize = 64;
/// The most that rank 0 takes in for a reduction.
const MAX_BYTES: usize = 64 << 10;

/// Whether to do it so, with so many bytes of each rank. Between two ranks one round is the best.
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

/// What another rank than 0 does.
fn up_and_down(b: &mut Builder, team: &Team, data: &Buffer) {
    b.send(team, data.clone(), 0);
    b.join();
    b.recv(team, data.clone(), 0);
    b.join();
}

/// A reduction of what is at `data`, where everybody gets the result. Operands are combined in the
/// order of ranks.
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

/// The same without a schedule: `own` becomes what `add` makes of the bytes of all;
/// `other` is room for those of one.
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
