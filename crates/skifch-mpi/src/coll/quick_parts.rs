//! Short blocking calls with parts of equal size, without a schedule, as in
//! [`quick`](super::quick).

use super::allgather::{self as all, BRUCK_UP_TO_BYTES, Way};
use super::parts::{Block, Layout, Parts};
use super::quick::{ALLGATHER, ALLTOALL, Call, MAX_PARTS, bytes, bytes_mut};
use super::{board, board_copies, peers};
use crate::Comm;
use crate::engine::{Engine, attempt};
use crate::error::Result;

/// With more ranks, receives should be posted before the messages arrive.
pub(super) const MAX_RANKS: usize = MAX_PARTS;

/// Bytes of a part, if not zero, short, and all parts are contiguous.
fn few_bytes(engine: &Engine, parts: &Parts) -> Option<usize> {
    match parts.layout {
        Layout::Even { count, datatype } => {
            engine.few_bytes(count, datatype).filter(|&len| len > 0)
        }
        _ => None,
    }
}

/// Number of ranks of a communicator, if not too many.
fn few_ranks(engine: &Engine, comm: Comm) -> Result<Option<usize>> {
    let size = engine.comm(comm)?.local.len();
    Ok((size <= MAX_RANKS).then_some(size))
}

/// Allgather; whether it was done here.
///
/// # Safety
/// The elements of `from` are readable, those of `to` writable.
pub(super) unsafe fn allgather(from: Block, to: &Parts, comm: Comm) -> Result<bool> {
    // SAFETY: our caller's promise.
    if unsafe { board::allgather(from, to, comm) }? {
        return Ok(true);
    }
    let begun = attempt(|engine| {
        if few_ranks(engine, comm)?.is_none() {
            return Ok(None);
        }
        let Some(len) = few_bytes(engine, to) else { return Ok(None) };
        let is_same =
            from.is_in_place() || engine.few_bytes(from.count, from.datatype) == Some(len);
        if !is_same {
            return Ok(None);
        }
        Ok(engine.quick_in_one(comm, ALLGATHER)?.map(|call| (call, len)))
    })?;
    let Some((call, len)) = begun else { return Ok(false) };
    let (rank, size) = (call.rank, call.size());
    // SAFETY: our caller's promise.
    let all = unsafe { bytes_mut(to.buf, size * len) };
    if !from.is_in_place() {
        // SAFETY: as above.
        all[rank * len..][..len].copy_from_slice(unsafe { bytes(from.buf, len) });
    }
    match all::way(call.is_crowded, false, size, len) {
        Way::Spread => spread(&call, all, len)?,
        Way::Bruck => bruck(&call, all, len)?,
        Way::Ring => ring(&call, all, len)?,
    }
    call.done()
}

fn spread(call: &Call, all: &mut [u8], len: usize) -> Result<()> {
    let (rank, size) = (call.rank, call.size());
    for peer in peers::after(rank, size) {
        call.send(peer, &all[rank * len..][..len])?;
    }
    let base = all.as_mut_ptr();
    // SAFETY: there is a part for each rank.
    unsafe { call.recv_from_all(|peer| (base.add(peer * len), len)) }
}

fn ring(call: &Call, all: &mut [u8], len: usize) -> Result<()> {
    let (rank, size) = (call.rank, call.size());
    for round in 0..size - 1 {
        let (out, come) = ((rank + size - round) % size, (rank + size - round - 1) % size);
        call.send((rank + 1) % size, &all[out * len..][..len])?;
        call.recv((rank + size - 1) % size, &mut all[come * len..][..len])?;
    }
    Ok(())
}

/// Collects the parts of the ranks from this one on, then puts them in rank order.
fn bruck(call: &Call, all: &mut [u8], len: usize) -> Result<()> {
    let (rank, size) = (call.rank, call.size());
    let mut room = [0; BRUCK_UP_TO_BYTES];
    let parts = &mut room[..size * len];
    parts[..len].copy_from_slice(&all[rank * len..][..len]);
    let mut have = 1;
    while have < size {
        let count = have.min(size - have);
        let (known, rest) = parts.split_at_mut(have * len);
        call.send((rank + size - have) % size, &known[..count * len])?;
        call.recv((rank + have) % size, &mut rest[..count * len])?;
        have += count;
    }
    for (at, part) in parts.chunks_exact(len).enumerate() {
        all[(rank + at) % size * len..][..len].copy_from_slice(part);
    }
    Ok(())
}

/// Alltoall; whether it was done here.
///
/// # Safety
/// The elements of `from` are readable, those of `to` writable.
pub(super) unsafe fn alltoall(from: &Parts, to: &Parts, comm: Comm) -> Result<bool> {
    // SAFETY: our caller's promise.
    if unsafe { board::alltoall(from, to, comm)? || board_copies::alltoall(from, to, comm)? } {
        return Ok(true);
    }
    if from.is_in_place() {
        return Ok(false);
    }
    let begun = attempt(|engine| {
        let (out, come) = (few_bytes(engine, from), few_bytes(engine, to));
        match few_ranks(engine, comm)?.and(out) {
            Some(len) if come == out => Ok(engine.quick(comm, ALLTOALL)?.map(|call| (call, len))),
            _ => Ok(None),
        }
    })?;
    let Some((call, len)) = begun else { return Ok(false) };
    let (rank, size) = (call.rank, call.size());
    // SAFETY: our caller's promise.
    let (from, to) = unsafe { (bytes(from.buf, size * len), bytes_mut(to.buf, size * len)) };
    for peer in peers::after(rank, size) {
        call.send(peer, &from[peer * len..][..len])?;
    }
    to[rank * len..][..len].copy_from_slice(&from[rank * len..][..len]);
    let base = to.as_mut_ptr();
    // SAFETY: there is a part for each rank.
    unsafe { call.recv_from_all(|peer| (base.add(peer * len), len)) }?;
    call.done()
}
