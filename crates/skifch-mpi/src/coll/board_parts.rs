//! Blocking reductions whose result differs between ranks, where ranks share CPUs: all operands are
//! on the board ([`board`](super::board)), and each rank combines those of its own result.

use super::api::Reduce;
use super::board::{Work, with_board};
use super::quick::{MAX_BYTES, REDUCE_SCATTER, scan};
use crate::Comm;
use crate::error::Result;

/// Reduce-scatter; whether it was done here.
///
/// # Safety
/// The elements at `from` are readable, those at `into` writable.
pub(super) unsafe fn reduce_scatter(ops: Reduce, counts: &[usize], comm: Comm) -> Result<bool> {
    let begun = with_board(comm, |engine| {
        let Some(counts) = counts.get(..engine.size as usize) else { return Ok(None) };
        let all = Reduce { count: counts.iter().sum(), ..ops };
        // SAFETY: our caller's promise.
        unsafe { Work::begin(engine, REDUCE_SCATTER, all, comm) }
    })?;
    let Some(work) = begun else { return Ok(false) };
    work.call.meet("MPI_Reduce_scatter")?;
    let first = counts[..work.call.rank].iter().sum();
    // SAFETY: our caller's promise.
    unsafe { work.combine(work.all(), first, counts[work.call.rank], ops.into) }.map(|()| true)
}

/// Inclusive or exclusive scan of operands too long to be sent before the receivers are ready;
/// whether it was done here.
///
/// # Safety
/// The elements at `from` are readable, those at `into` writable.
pub(super) unsafe fn prefix(ops: Reduce, is_exclusive: bool, comm: Comm) -> Result<bool> {
    let begun = with_board(comm, |engine| {
        let size = engine.committed(ops.datatype)?.size();
        match size.checked_mul(ops.count) {
            // SAFETY: our caller's promise.
            Some(len) if len > MAX_BYTES => unsafe {
                Work::begin(engine, scan(is_exclusive), ops, comm)
            },
            _ => Ok(None),
        }
    })?;
    let Some(work) = begun else { return Ok(false) };
    work.call.meet(if is_exclusive { "MPI_Exscan" } else { "MPI_Scan" })?;
    let end = work.call.rank + usize::from(!is_exclusive);
    // SAFETY: our caller's promise.
    unsafe { work.combine(0..end, 0, ops.count, ops.into) }.map(|()| true)
}
