//! Short blocking reduce-scatter without a schedule, as in [`quick`](super::quick).

use super::api::Reduce;
use super::quick::{REDUCE_SCATTER, Room, bytes, bytes_mut};
use super::quick_parts::MAX_RANKS;
use super::{board_parts, peers};
use crate::Comm;
use crate::engine::attempt;
use crate::error::Result;
use crate::op::Reduction;
use crate::p2p::IN_PLACE;

/// Each rank sends every other its part and combines what it receives; whether it was done here.
///
/// # Safety
/// The elements at `from` are readable, those at `into` writable.
pub(super) unsafe fn reduce_scatter(ops: Reduce, counts: &[usize], comm: Comm) -> Result<bool> {
    // SAFETY: our caller's promise.
    if unsafe { board_parts::reduce_scatter(ops, counts, comm) }? {
        return Ok(true);
    }
    let begun = attempt(|engine| {
        let ranks = engine.comm(comm)?.local.len();
        let Some(longest) = counts.get(..ranks).and_then(|counts| counts.iter().max()) else {
            return Ok(None);
        };
        if ranks > MAX_RANKS || engine.few_bytes(*longest, ops.datatype).is_none() {
            return Ok(None);
        }
        let (reduction, is_commutative) = engine.reduction(ops.op, ops.datatype)?;
        // For these operations the schedule scatters the result of a reduction tree.
        if !is_commutative || matches!(reduction, Reduction::User(..)) {
            return Ok(None);
        }
        let size = engine.dense_bytes(ops.datatype);
        Ok(engine.quick(comm, REDUCE_SCATTER)?.map(|call| (call, reduction, size)))
    })?;
    let Some((call, reduction, size)) = begun else { return Ok(false) };
    let from = if ops.from == IN_PLACE { ops.into.cast_const() } else { ops.from };
    let first = |rank: usize| size * counts[..rank].iter().sum::<usize>();
    let (rank, len) = (call.rank, size * counts[call.rank]);
    for peer in peers::after(rank, call.size()) {
        // SAFETY: our caller's promise.
        call.send(peer, unsafe { bytes(from.wrapping_add(first(peer)), size * counts[peer]) })?;
    }
    if len > 0 {
        // SAFETY: as above; in place they overlap, and all parts of others have gone.
        unsafe { ops.into.copy_from(from.add(first(rank)), len) };
    }
    // SAFETY: as above; nobody else uses them.
    let own = unsafe { bytes_mut(ops.into, len) };
    let mut room = Room::new();
    let other = room.first(len);
    for peer in peers::before(rank, call.size()) {
        call.recv(peer, other)?;
        // SAFETY: both have these elements, suitably aligned.
        unsafe { reduction.apply(other.as_ptr(), own.as_mut_ptr(), counts[rank]) }?;
    }
    call.done()
}
