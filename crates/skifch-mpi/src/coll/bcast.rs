//! Broadcast.

use super::builder::{Builder, Team};
use super::pieces;
use crate::error::Result;
use crate::p2p::Buffer;

/// From this size on, scatter and allgather are used, so that the root does not send all bytes
/// log2(n) times.
const SCATTER_FROM_BYTES: usize = 64 << 10;

/// With more ranks, the root would have too much to send in a flat broadcast.
const FLAT_UP_TO_RANKS: usize = 32;

pub(crate) fn choose(b: &mut Builder, team: &Team, data: &Buffer, root: usize) -> Result<()> {
    if is_flat(b, team.size(), data.bytes) {
        flat(b, team, data, root);
        return Ok(());
    }
    let is_piecewise = (b.is_crowded || team.size() == 2) && pieces::suit(b, data.bytes);
    if !is_piecewise && (data.bytes < SCATTER_FROM_BYTES || team.size() <= 2) {
        binomial(b, team, data, root);
        return Ok(());
    }
    let block = b.block(data);
    if team.rank == root && block.base != data.base {
        b.copy(data.clone(), block.clone());
    }
    match is_piecewise {
        true => in_pieces(b, team, &block, root),
        false => scatter_allgather(b, team, &block, root),
    }
    if team.rank != root && block.base != data.base {
        b.copy(block, data.clone());
    }
    Ok(())
}

/// Whether all ranks copy a long message out of the root's memory at once. Where ranks share CPUs,
/// every byte moved costs all of them and every step of a tree costs a turn; where each rank has a
/// CPU, the ranks of a tree work at the same time.
fn is_flat(b: &Builder, size: usize, bytes: usize) -> bool {
    let suits = size == 2 || b.is_crowded && size <= FLAT_UP_TO_RANKS;
    b.has_copies && b.is_near && suits && bytes > pieces::PIECE_BYTES
}

/// Flat broadcast: from the root to every rank.
fn flat(b: &mut Builder, team: &Team, data: &Buffer, root: usize) {
    let size = team.size();
    match team.rank == root {
        true => (1..size).for_each(|step| b.send(team, data.clone(), (root + step) % size)),
        false => b.recv(team, data.clone(), root),
    }
    b.join();
}

/// The parent of a rank in a binomial tree and its children, the largest subtree first.
pub(super) fn around(team: &Team, root: usize) -> (Option<usize>, impl Iterator<Item = usize>) {
    let size = team.size();
    let place = (team.rank + size - root) % size;
    let rank_at = move |place: usize| (place + root) % size;
    // The parent's place lacks the lowest set bit of this place; the children add one lower bit.
    let last = if place > 0 { place & place.wrapping_neg() } else { size.next_power_of_two() };
    let above = (place > 0).then(|| rank_at(place - last));
    let bits =
        std::iter::successors(Some(last / 2), |bit| Some(bit / 2)).take_while(|&bit| bit > 0);
    (above, bits.map(move |bit| place + bit).filter(move |&place| place < size).map(rank_at))
}

/// Broadcast down a binomial tree.
pub(crate) fn binomial(b: &mut Builder, team: &Team, data: &Buffer, root: usize) {
    let (above, below) = around(team, root);
    if let Some(above) = above {
        b.recv(team, data.clone(), above);
        b.join();
    }
    below.for_each(|rank| b.send(team, data.clone(), rank));
    b.join();
}

/// Broadcast of a long message down a binomial tree, in pieces.
fn in_pieces(b: &mut Builder, team: &Team, data: &Buffer, root: usize) {
    let (above, below) = around(team, root);
    if let Some(above) = above {
        pieces::recv(b, team, data, above);
        b.join();
    }
    below.for_each(|rank| pieces::send(b, team, data, rank));
    b.join();
}

/// Scatter down a binomial tree, then allgather in a ring (van de Geijn).
fn scatter_allgather(b: &mut Builder, team: &Team, data: &Buffer, root: usize) {
    let size = team.size();
    let place = (team.rank + size - root) % size;
    let chunk = data.bytes.div_ceil(size);
    let piece = |first: usize, count: usize| {
        let from = (first * chunk).min(data.bytes);
        let to = ((first + count) * chunk).min(data.bytes);
        Buffer::dense(data.base.wrapping_add(from), to - from)
    };
    let rank_at = |place: usize| (place + root) % size;
    let mut bit = 1;
    while bit < size && place & bit == 0 {
        bit *= 2;
    }
    if place > 0 {
        let count = bit.min(size - place);
        b.recv(team, piece(place, count), rank_at(place - bit));
        b.join();
    }
    bit /= 2;
    while bit > 0 {
        if place + bit < size {
            let count = bit.min(size - place - bit);
            b.send(team, piece(place + bit, count), rank_at(place + bit));
        }
        bit /= 2;
    }
    b.join();
    let (next, previous) = (rank_at((place + 1) % size), rank_at((place + size - 1) % size));
    for round in 0..size - 1 {
        let out = (place + size - round) % size;
        let come = (place + size - round - 1) % size;
        b.recv(team, piece(come, 1), previous);
        b.send(team, piece(out, 1), next);
        b.join();
    }
}
