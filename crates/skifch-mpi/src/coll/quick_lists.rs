//! Short blocking alltoallv and allgatherv without a schedule, as in [`quick`](super::quick).

use super::allgather::{self as all, Way};
use super::parts::{Block, Layout, Parts};
use super::peers;
use super::places::Places;
use super::quick::{ALLGATHER, ALLTOALL, Call, bytes};
use super::quick_parts::MAX_RANKS;
use crate::Comm;
use crate::engine::{Engine, attempt};
use crate::error::Result;

/// The parts of the ranks of a communicator, if they are listed, few and short.
fn places<'a>(engine: &Engine, parts: &'a Parts, comm: Comm) -> Result<Option<Places<'a>>> {
    let size = engine.comm(comm)?.local.len();
    let is_listed = matches!(parts.layout, Layout::Listed { .. });
    Ok(if is_listed && size <= MAX_RANKS { Places::of(engine, parts, size) } else { None })
}

/// Alltoallv; whether it was done here.
///
/// # Safety
/// The elements of `from` are readable, those of `to` writable.
pub(super) unsafe fn alltoall(from: &Parts, to: &Parts, comm: Comm) -> Result<bool> {
    if from.is_in_place() {
        return Ok(false);
    }
    let begun = attempt(|engine| {
        let Some(out) = places(engine, from, comm)? else { return Ok(None) };
        let Some(come) = places(engine, to, comm)? else { return Ok(None) };
        let rank = engine.comm(comm)?.rank as usize;
        match out.get(rank).1 == come.get(rank).1 {
            true => Ok(engine.quick(comm, ALLTOALL)?.map(|call| (call, out, come))),
            false => Ok(None),
        }
    })?;
    let Some((call, out, come)) = begun else { return Ok(false) };
    for peer in peers::after(call.rank, call.size()) {
        let (place, len) = out.get(peer);
        // SAFETY: our caller's promise.
        call.send(peer, unsafe { bytes(place, len) })?;
    }
    let (place, len) = come.get(call.rank);
    if len > 0 {
        // SAFETY: as above; both have `len` bytes.
        unsafe { place.copy_from(out.get(call.rank).0, len) };
    }
    // SAFETY: as above.
    unsafe { call.recv_from_all(|peer| come.get(peer)) }?;
    call.done()
}

/// Allgatherv; whether it was done here.
///
/// # Safety
/// The elements of `from` are readable, those of `to` writable.
pub(super) unsafe fn allgather(from: Block, to: &Parts, comm: Comm) -> Result<bool> {
    let begun = attempt(|engine| {
        let Some(places) = places(engine, to, comm)? else { return Ok(None) };
        let (rank, size) = (engine.comm(comm)?.rank as usize, engine.comm(comm)?.local.len());
        let len = places.get(rank).1;
        if !from.is_in_place() && engine.few_bytes(from.count, from.datatype) != Some(len) {
            return Ok(None);
        }
        // The schedules do the same: parts of equal size may go in fewer rounds.
        let way = all::way(engine.is_crowded, false, size, places.get(0).1);
        if matches!(way, Way::Bruck) && (1..size).all(|at| places.get(at).1 == places.get(0).1) {
            return Ok(None);
        }
        Ok(engine.quick_in_one(comm, ALLGATHER)?.map(|call| (call, places, way)))
    })?;
    let Some((call, places, way)) = begun else { return Ok(false) };
    let (place, len) = places.get(call.rank);
    if !from.is_in_place() && len > 0 {
        // SAFETY: our caller's promise; both have `len` bytes.
        unsafe { place.copy_from(from.buf, len) };
    }
    // SAFETY: as above.
    unsafe {
        match way {
            Way::Spread => spread(&call, &places)?,
            _ => ring(&call, &places)?,
        }
    }
    call.done()
}

/// # Safety
/// The places are readable and writable, and the own part is in its place.
unsafe fn spread(call: &Call, places: &Places<'_>) -> Result<()> {
    let (place, len) = places.get(call.rank);
    for peer in peers::after(call.rank, call.size()) {
        // SAFETY: our caller's promise.
        call.send(peer, unsafe { bytes(place, len) })?;
    }
    // SAFETY: as above.
    unsafe { call.recv_from_all(|peer| places.get(peer)) }
}

/// # Safety
/// As [`spread`].
unsafe fn ring(call: &Call, places: &Places<'_>) -> Result<()> {
    let (rank, size) = (call.rank, call.size());
    for round in 0..size - 1 {
        let (out, len) = places.get((rank + size - round) % size);
        let (come, room) = places.get((rank + size - round - 1) % size);
        // SAFETY: our caller's promise.
        unsafe {
            call.send((rank + 1) % size, bytes(out, len))?;
            call.recv_up_to((rank + size - 1) % size, come, room)?;
        }
    }
    Ok(())
}
