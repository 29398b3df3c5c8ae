//! Short blocking calls without a schedule: no memory is asked for.
//!
//! Messages are those of the schedules that are chosen for these sizes, so that ranks may go
//! different ways: one that names the same bytes by another datatype does.

use super::api::Reduce;
use super::parts::Block;
use crate::Comm;
use crate::comm::part;
use crate::engine::{Engine, attempt};
use crate::error::Result;
use crate::group::Members;
use crate::op::Reduction;
use crate::p2p::{IN_PLACE, Key, recv_bytes, send_bytes};
use std::sync::Arc;

/// Longer operands take the long way.
const MAX_BYTES: usize = 256;

/// A call that has begun.
struct Call {
    members: Arc<Members>,
    rank: usize,
    context: u64,
    tag: i32,
}

impl Engine {
    /// Begins a call, if the communicator has one side.
    fn quick(&mut self, comm: Comm) -> Result<Option<Call>> {
        let found = self.comm_mut(comm)?;
        if found.remote.is_some() {
            return Ok(None);
        }
        let context = found.context | part::COLLECTIVE;
        let (members, rank) = (found.local.clone(), found.rank as usize);
        Ok(Some(Call { members, rank, context, tag: found.next_collective() }))
    }

    /// Bytes of the elements, if they are few and lie in one block.
    fn few_bytes(&self, count: usize, datatype: crate::Datatype) -> Option<usize> {
        let size = self.dense_bytes(datatype);
        let len = size.checked_mul(count)?;
        (size > 0 && len <= MAX_BYTES).then_some(len)
    }
}

impl Call {
    fn size(&self) -> usize {
        self.members.len()
    }

    fn send(&self, to: usize, bytes: &[u8]) -> Result<()> {
        send_bytes(self.context, self.members.ranks()[to], self.tag, bytes)
    }

    fn recv(&self, from: usize, bytes: &mut [u8]) -> Result<()> {
        let source = self.members.ranks()[from] as i32;
        recv_bytes(&Key { context: self.context, source, tag: self.tag }, bytes)
    }
}

/// A barrier by dissemination; whether it was done.
pub(super) fn barrier(comm: Comm) -> Result<bool> {
    let Some(call) = attempt(|engine| engine.quick(comm))? else { return Ok(false) };
    let (rank, size) = (call.rank, call.size());
    let mut step = 1;
    while step < size {
        call.send((rank + step) % size, &[])?;
        call.recv((rank + size - step) % size, &mut [])?;
        step *= 2;
    }
    Ok(true)
}

/// A broadcast down a binomial tree; whether it was done.
///
/// # Safety
/// The elements are readable, and writable but at the root.
pub(super) unsafe fn bcast(data: Block, root: i32, comm: Comm) -> Result<bool> {
    let begun = attempt(|engine| {
        let Some(len) = engine.few_bytes(data.count, data.datatype) else { return Ok(None) };
        let size = engine.comm(comm)?.local.len();
        if usize::try_from(root).is_ok_and(|root| root < size) {
            return Ok(engine.quick(comm)?.map(|call| (call, len)));
        }
        Ok(None)
    })?;
    let Some((call, len)) = begun else { return Ok(false) };
    let (root, size) = (root as usize, call.size());
    let place = (call.rank + size - root) % size;
    let mut copy = [0; MAX_BYTES];
    let mut bit = 1;
    while bit < size && place & bit == 0 {
        bit *= 2;
    }
    if place > 0 {
        call.recv((place - bit + root) % size, &mut copy[..len])?;
        // SAFETY: our caller's promise.
        unsafe { data.buf.copy_from_nonoverlapping(copy.as_ptr(), len) };
    } else {
        // SAFETY: as above.
        unsafe { copy.as_mut_ptr().copy_from_nonoverlapping(data.buf, len) };
    }
    bit /= 2;
    while bit > 0 {
        if place + bit < size {
            call.send((place + bit + root) % size, &copy[..len])?;
        }
        bit /= 2;
    }
    Ok(true)
}

/// Elements at an address that suits every type.
#[repr(align(16))]
struct Place([u8; MAX_BYTES]);

/// A reduction by recursive doubling; whether it was done.
///
/// # Safety
/// The elements at `from` are readable, those at `into` writable.
pub(super) unsafe fn allreduce(ops: Reduce, comm: Comm) -> Result<bool> {
    let begun = attempt(|engine| {
        let Some(len) = engine.few_bytes(ops.count, ops.datatype) else { return Ok(None) };
        let (reduction, is_commutative) = engine.reduction(ops.op, ops.datatype)?;
        if !is_commutative || matches!(reduction, Reduction::User(..)) {
            return Ok(None);
        }
        Ok(engine.quick(comm)?.map(|call| (call, len, reduction)))
    })?;
    let Some((call, len, reduction)) = begun else { return Ok(false) };
    let from = if ops.from == IN_PLACE { ops.into.cast_const() } else { ops.from };
    let mut own = Place([0; MAX_BYTES]);
    // SAFETY: our caller's promise; `len` is not above what there is room for.
    unsafe { own.0.as_mut_ptr().copy_from_nonoverlapping(from, len) };
    combine(&call, &mut own, len, |other, own| {
        // SAFETY: both have `count` elements.
        unsafe { reduction.apply(other.0.as_ptr(), own.0.as_mut_ptr(), ops.count) }
    })?;
    // SAFETY: as above.
    unsafe { ops.into.copy_from_nonoverlapping(own.0.as_ptr(), len) };
    Ok(true)
}

fn combine(
    call: &Call,
    own: &mut Place,
    len: usize,
    apply: impl Fn(&Place, &mut Place) -> Result<()>,
) -> Result<()> {
    let (rank, size) = (call.rank, call.size());
    let power = 1 << size.ilog2();
    let extra = size - power;
    let is_paired = rank < 2 * extra;
    if is_paired && rank % 2 == 0 {
        call.send(rank + 1, &own.0[..len])?;
        return call.recv(rank + 1, &mut own.0[..len]);
    }
    let mut other = Place([0; MAX_BYTES]);
    if is_paired {
        call.recv(rank - 1, &mut other.0[..len])?;
        apply(&other, own)?;
    }
    let place = if is_paired { rank / 2 } else { rank - extra };
    let mut bit = 1;
    while bit < power {
        let peer = place ^ bit;
        let peer = if peer < extra { 2 * peer + 1 } else { peer + extra };
        call.send(peer, &own.0[..len])?;
        call.recv(peer, &mut other.0[..len])?;
        apply(&other, own)?;
        bit *= 2;
    }
    if is_paired {
        call.send(rank - 1, &own.0[..len])?;
    }
    Ok(())
}
