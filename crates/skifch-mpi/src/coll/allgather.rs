//! Allgather. Each rank's own part is already in its slot, unless noted otherwise.

use super::builder::{Builder, Team};
use super::parts::Slots;
use super::peers;
use crate::error::Result;
use crate::p2p::Buffer;

/// Up to this total size, log2(n) rounds are worth two more copies.
pub(super) const BRUCK_UP_TO_BYTES: usize = 4 << 10;
/// Limits of [`Way::Spread`], used where ranks share CPUs. More ranks would send too many messages;
/// longer parts would be announced and waited for, unless the network can copy them directly.
const SPREAD_UP_TO_RANKS: usize = 32;
const SPREAD_UP_TO_BYTES: usize = 16_000;

/// Allgather algorithms.
pub(super) enum Way {
    /// Each rank sends its part to every other at once: where ranks share CPUs, a round costs more
    /// than a message.
    Spread,
    Bruck,
    Ring,
}

/// Selects the algorithm for parts of `each` bytes.
pub(super) fn way(is_crowded: bool, has_copies: bool, size: usize, each: usize) -> Way {
    let is_short = each <= SPREAD_UP_TO_BYTES || has_copies;
    match each * size {
        _ if is_crowded && size <= SPREAD_UP_TO_RANKS && is_short => Way::Spread,
        ..=BRUCK_UP_TO_BYTES if size > 2 => Way::Bruck,
        _ => Way::Ring,
    }
}

/// Allgather; the own part is in its slot.
pub(crate) fn choose(b: &mut Builder, team: &Team, slots: &Slots) -> Result<()> {
    choose_from(b, team, None, slots)
}

/// Allgather; the own part is at `mine`, if given, and is sent from there: memory that a core has
/// just written takes other cores longest to read.
pub(crate) fn choose_from(
    b: &mut Builder,
    team: &Team,
    mine: Option<Buffer>,
    slots: &Slots,
) -> Result<()> {
    let slot = slots.get(team.rank);
    let own = mine.as_ref().unwrap_or(&slot);
    let keep = |b: &mut Builder| mine.iter().for_each(|mine| b.copy(mine.clone(), slot.clone()));
    let each = slots.bytes(0);
    let is_even = (1..team.size()).all(|at| slots.bytes(at) == each);
    match way(b.is_crowded, b.has_copies, team.size(), each) {
        Way::Spread => spread(b, team, own, slots, keep),
        Way::Bruck if is_even => {
            keep(b);
            bruck(b, team, slots, each)
        }
        _ => ring(b, team, own, slots, keep),
    }
}

/// The own part goes to all other ranks, beginning with the next.
fn spread(
    b: &mut Builder,
    team: &Team,
    own: &Buffer,
    slots: &Slots,
    keep: impl FnOnce(&mut Builder),
) -> Result<()> {
    let (rank, size) = (team.rank, team.size());
    for peer in peers::before(rank, size) {
        b.recv(team, slots.get(peer), peer);
    }
    for peer in peers::after(rank, size) {
        b.send(team, own.clone(), peer);
    }
    keep(b);
    b.join();
    Ok(())
}

/// Ring algorithm.
fn ring(
    b: &mut Builder,
    team: &Team,
    own: &Buffer,
    slots: &Slots,
    keep: impl FnOnce(&mut Builder),
) -> Result<()> {
    let mut keep = Some(keep);
    let (rank, size) = (team.rank, team.size());
    let (next, previous) = ((rank + 1) % size, (rank + size - 1) % size);
    for round in 0..size - 1 {
        b.recv(team, slots.get((rank + size - round - 1) % size), previous);
        match keep.take() {
            Some(keep) => {
                b.send(team, own.clone(), next);
                keep(b);
            }
            None => b.send(team, slots.get((rank + size - round) % size), next),
        }
        b.join();
    }
    keep.into_iter().for_each(|keep| keep(b));
    Ok(())
}

/// Bruck's algorithm: in round k each rank receives all that the rank 2^k further on has (Bruck et
/// al. 1997).
fn bruck(b: &mut Builder, team: &Team, slots: &Slots, each: usize) -> Result<()> {
    let (rank, size) = (team.rank, team.size());
    let base = b.memory(each * size);
    let piece =
        |first: usize, count: usize| Buffer::dense(base.wrapping_add(first * each), count * each);
    b.copy(slots.get(rank), piece(0, 1));
    let mut have = 1;
    while have < size {
        let count = have.min(size - have);
        b.recv(team, piece(have, count), (rank + have) % size);
        b.send(team, piece(0, count), (rank + size - have) % size);
        b.join();
        have += count;
    }
    for at in 1..size {
        b.copy(piece(at, 1), slots.get((rank + at) % size));
    }
    Ok(())
}
