//! Allreduce; the result is at `data` on every rank.

use super::builder::{Builder, Data, Team};
use super::reduce::Work;
use super::{allreduce_spread, star};
use crate::error::Result;

/// From this size on, each rank combines one part and the parts go round a ring.
const RING_FROM_BYTES: usize = 32 << 10;

/// The operands are at `from`, which may be `data`. Long operands are not copied to `data` first:
/// memory that a core has just written takes other cores longest to read.
pub(crate) fn choose(
    b: &mut Builder,
    team: &Team,
    work: &Work<'_>,
    from: &Data,
    data: &Data,
) -> Result<()> {
    let bytes = work.count * data.ty.size();
    let can_ring = work.is_commutative && work.count >= team.size() && team.size() > 1;
    if can_ring && bytes >= RING_FROM_BYTES {
        return match allreduce_spread::suits(b.is_crowded, team.size()) {
            true => allreduce_spread::allreduce(b, team, work, from, data),
            false => ring(b, team, work, from, data),
        };
    }
    if from.base != data.base {
        b.copy(from.part(0, work.count)?, data.part(0, work.count)?);
    }
    match star::suits(b.is_crowded, team.size(), bytes) {
        true => star::allreduce(b, team, work, data),
        false => recursive_doubling(b, team, work, data),
    }
}

/// Recursive doubling: in round k, ranks that differ in bit k exchange their partial results. Ranks
/// beyond the largest power of two give their operands to a neighbour before and get the result
/// after. Operands are combined in rank order even if the operation commutes: a result may depend
/// on the order all the same, as with NaN, and both ranks of a pair must get the same.
fn recursive_doubling(b: &mut Builder, team: &Team, work: &Work<'_>, data: &Data) -> Result<()> {
    let (rank, size, count) = (team.rank, team.size(), work.count);
    let power = 1 << size.ilog2();
    let extra = size - power;
    let (mut own, mut other) = (data.clone(), b.elements(&data.ty, count));
    let is_paired = rank < 2 * extra;
    if is_paired && rank % 2 == 0 {
        b.send(team, own.part(0, count)?, rank + 1);
        b.join();
        b.recv(team, data.part(0, count)?, rank + 1);
        b.join();
        return Ok(());
    }
    if is_paired {
        b.recv(team, other.part(0, count)?, rank - 1);
        b.join();
        b.reduce(work.reduction, other.base, own.base, count);
    }
    let place = if is_paired { rank / 2 } else { rank - extra };
    let rank_at = |place: usize| if place < extra { 2 * place + 1 } else { place + extra };
    let mut bit = 1;
    while bit < power {
        let peer = rank_at(place ^ bit);
        b.recv(team, other.part(0, count)?, peer);
        b.send(team, own.part(0, count)?, peer);
        b.join();
        if peer < rank {
            b.reduce(work.reduction, other.base, own.base, count);
        } else {
            b.reduce(work.reduction, own.base, other.base, count);
            std::mem::swap(&mut own, &mut other);
        }
        bit *= 2;
    }
    if own.base != data.base {
        b.copy(own.part(0, count)?, data.part(0, count)?);
    }
    if is_paired {
        b.send(team, data.part(0, count)?, rank - 1);
        b.join();
    }
    Ok(())
}

/// Ring: the parts are combined on the way round (reduce-scatter), then the results go round
/// (allgather).
fn ring(b: &mut Builder, team: &Team, work: &Work<'_>, from: &Data, data: &Data) -> Result<()> {
    let (rank, size, count) = (team.rank, team.size(), work.count);
    let first = |part: usize| part * count / size;
    let len = |part: usize| first(part + 1) - first(part);
    let (next, previous) = ((rank + 1) % size, (rank + size - 1) % size);
    // Incoming parts may be received where the result goes, unless this rank's operands are there.
    let is_apart = from.base != data.base;
    let room = if is_apart { None } else { Some(b.elements(&data.ty, count.div_ceil(size) + 1)) };
    for round in 0..size - 1 {
        let out = (rank + size - round) % size;
        let come = (rank + size - round - 1) % size;
        let (at, own) = (data.part(first(come) as isize, len(come))?, first(come) as isize);
        let source = if round == 0 { from } else { data };
        match &room {
            Some(room) => b.recv(team, room.part(0, len(come))?, previous),
            None => b.recv(team, at, previous),
        }
        b.send(team, source.part(first(out) as isize, len(out))?, next);
        b.join();
        let operand = room.as_ref().map_or(from.at(own), |room| room.base);
        b.reduce(work.reduction, operand, data.at(own), len(come));
    }
    for round in 0..size - 1 {
        let out = (rank + size + 1 - round) % size;
        let come = (rank + size - round) % size;
        b.recv(team, data.part(first(come) as isize, len(come))?, previous);
        b.send(team, data.part(first(out) as isize, len(out))?, next);
        b.join();
    }
    Ok(())
}
