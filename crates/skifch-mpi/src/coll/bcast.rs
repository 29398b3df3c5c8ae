//! Broadcast.

use super::builder::{Builder, Team};
use crate::error::Result;
use crate::p2p::Buffer;

/// From here on parts are dealt out and gathered again, so that the root does not send all bytes
/// log2(n) times.
const SCATTER_FROM_BYTES: usize = 64 << 10;

pub(crate) fn choose(b: &mut Builder, team: &Team, data: &Buffer, root: usize) -> Result<()> {
    if data.bytes < SCATTER_FROM_BYTES || team.size() <= 2 {
        binomial(b, team, data, root);
        return Ok(());
    }
    if data.ty.is_none() {
        scatter_allgather(b, team, data, root);
        return Ok(());
    }
    let packed = Buffer::dense(b.memory(data.bytes), data.bytes);
    if team.rank == root {
        b.copy(data.clone(), packed.clone());
    }
    scatter_allgather(b, team, &packed, root);
    if team.rank != root {
        b.copy(packed, data.clone());
    }
    Ok(())
}

/// Down a binomial tree.
pub(crate) fn binomial(b: &mut Builder, team: &Team, data: &Buffer, root: usize) {
    let size = team.size();
    let place = (team.rank + size - root) % size;
    let mut bit = 1;
    while bit < size {
        if place & bit != 0 {
            b.recv(team, data.clone(), (place - bit + root) % size);
            b.join();
            break;
        }
        bit *= 2;
    }
    bit /= 2;
    while bit > 0 {
        if place + bit < size {
            b.send(team, data.clone(), (place + bit + root) % size);
        }
        bit /= 2;
    }
    b.join();
}

/// Parts go down a binomial tree, and then round a ring until everybody has all (van de Geijn).
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
