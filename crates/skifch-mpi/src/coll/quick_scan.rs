//! Short blocking prefix reductions without a schedule, as in [`quick`](super::quick).

use super::api::Reduce;
use super::quick::{Call, Room, bytes, bytes_mut, scan};
use super::{board_parts, scan_chain};
use crate::Comm;
use crate::engine::attempt;
use crate::error::Result;
use crate::op::Reduction;
use crate::p2p::IN_PLACE;

/// Inclusive or exclusive scan; whether it was done here.
///
/// # Safety
/// The elements at `from` are readable, those at `into` writable.
pub(super) unsafe fn prefix(ops: Reduce, is_exclusive: bool, comm: Comm) -> Result<bool> {
    // SAFETY: our caller's promise.
    if unsafe { board_parts::prefix(ops, is_exclusive, comm) }? {
        return Ok(true);
    }
    let begun = attempt(|engine| {
        let Some(len) = engine.few_bytes(ops.count, ops.datatype) else { return Ok(None) };
        let (reduction, _) = engine.reduction(ops.op, ops.datatype)?;
        if matches!(reduction, Reduction::User(..)) {
            return Ok(None);
        }
        Ok(engine.quick(comm, scan(is_exclusive))?.map(|call| (call, len, reduction)))
    })?;
    let Some((call, len, reduction)) = begun else { return Ok(false) };
    let from = if ops.from == IN_PLACE { ops.into.cast_const() } else { ops.from };
    let add = |other: &[u8], own: &mut [u8]| {
        // SAFETY: both have `count` elements, suitably aligned.
        unsafe { reduction.apply(other.as_ptr(), own.as_mut_ptr(), ops.count) }
    };
    let (mut total, mut room) = (Room::new(), Room::new());
    let (total, other) = (total.first(len), room.first(len));
    if is_exclusive || !call.is_crowded {
        // SAFETY: our caller's promise.
        total.copy_from_slice(unsafe { bytes(from, len) });
    }
    if !is_exclusive && ops.from != IN_PLACE && len > 0 {
        // SAFETY: as above.
        unsafe { ops.into.copy_from(from, len) };
    }
    // Rank 0 of an exclusive scan has no result, and perhaps no buffer for one.
    let room = if is_exclusive && call.rank == 0 { 0 } else { len };
    // SAFETY: as above; nobody else uses them.
    let into = unsafe { bytes_mut(ops.into, room) };
    match call.is_crowded {
        true => scan_chain::combine(&call, into, is_exclusive.then_some(total), other, add)?,
        false => doubling(&call, into, [total, other], is_exclusive, add)?,
    }
    call.done()
}

/// In log2(n) rounds, as [`scan`](mod@super::scan): `total` combines the operands of ranks
/// rank-2^k+1..=rank.
fn doubling(
    call: &Call,
    into: &mut [u8],
    [total, other]: [&mut [u8]; 2],
    is_exclusive: bool,
    add: impl Fn(&[u8], &mut [u8]) -> Result<()>,
) -> Result<()> {
    let (rank, size, mut is_empty) = (call.rank, call.size(), is_exclusive);
    let mut step = 1;
    while step < size {
        if rank + step < size {
            call.send(rank + step, total)?;
        }
        if rank >= step {
            call.recv(rank - step, other)?;
            match std::mem::take(&mut is_empty) {
                true => into.copy_from_slice(other),
                false => add(other, into)?,
            }
            if rank + 2 * step < size {
                add(other, total)?;
            }
        }
        step *= 2;
    }
    Ok(())
}
