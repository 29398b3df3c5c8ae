//! Barriers, broadcasts and reductions of the whole job that the network performs itself, where it
//! can.
//!
//! A rank gives the network a message to itself, and receives it like any other message, with the
//! context of the communicator and the tag of the call, when all ranks have given theirs. All ranks
//! must agree to do so, so the choice depends only on what is the same for all: the communicator,
//! the operation and the number of bytes, not the datatype they are described by.

use super::api::Reduce;
use super::parts::Block;
use super::quick::{self, Call};
use super::which::Which;
use crate::Comm;
use crate::datatype::{Basic, Nature};
use crate::engine::{Engine, attempt, wait};
use crate::error::Result;
use crate::op::{Builtin, Operation};
use crate::p2p::{HEADER_BYTES, Header, IN_PLACE, Kind};
use skifch::abi::{JOIN_MAX_BYTES, Join, JoinOp};

/// Most bytes per rank.
const MAX_BYTES: usize = JOIN_MAX_BYTES - HEADER_BYTES;

impl Engine {
    /// Begins a call that the network performs, if it can for this communicator.
    fn joined(&mut self, comm: Comm, which: Which) -> Result<Option<Call>> {
        if !self.joins || self.size < 2 || !self.is_of_all(comm)? {
            return Ok(None);
        }
        self.quick(comm, which)
    }

    /// The network's equivalent of an operation, if there is one.
    fn join_op(&self, ops: &Reduce) -> Result<Option<JoinOp>> {
        let (Operation::Builtin(op), Some(basic)) =
            (self.op(ops.op)?, Basic::ALL.get(ops.datatype.0 as usize))
        else {
            return Ok(None);
        };
        let row = basic.row();
        if row.size != 8 {
            return Ok(None);
        }
        Ok(match (op, row.nature) {
            (Builtin::Sum, Nature::Signed | Nature::Unsigned) => Some(JoinOp::Add),
            (Builtin::Sum, Nature::Float) => Some(JoinOp::AddReal),
            (Builtin::Min, Nature::Signed) => Some(JoinOp::Min),
            (Builtin::Max, Nature::Signed) => Some(JoinOp::Max),
            (Builtin::Min, Nature::Unsigned) => Some(JoinOp::MinUnsigned),
            (Builtin::Max, Nature::Unsigned) => Some(JoinOp::MaxUnsigned),
            (Builtin::Min, Nature::Float) => Some(JoinOp::MinReal),
            (Builtin::Max, Nature::Float) => Some(JoinOp::MaxReal),
            (Builtin::Band, Nature::Signed | Nature::Unsigned) => Some(JoinOp::And),
            (Builtin::Bor, Nature::Signed | Nature::Unsigned) => Some(JoinOp::Or),
            (Builtin::Bxor, Nature::Signed | Nature::Unsigned) => Some(JoinOp::Xor),
            _ => None,
        })
    }
}

impl Call {
    /// Takes part with `data`, which is replaced by the result.
    fn join(&self, op: JoinOp, root: u32, data: &mut [u8]) -> Result<()> {
        let (context, tag) = self.names();
        let header = Header { kind: Kind::Eager, context, tag, number: 0 }.to_bytes();
        let mut message = [0; JOIN_MAX_BYTES];
        let len = HEADER_BYTES + data.len();
        message[..HEADER_BYTES].copy_from_slice(&header);
        message[HEADER_BYTES..len].copy_from_slice(data);
        let join = Join { id: context, op: op as u32, root, head: HEADER_BYTES };
        while !attempt(|engine| engine.port.join(&join, &message[..len]))? {
            wait::progress()?;
        }
        self.recv(self.rank, data)
    }
}

/// Barrier; whether it was done here.
pub(super) fn barrier(comm: Comm) -> Result<bool> {
    let Some(call) = attempt(|engine| engine.joined(comm, quick::BARRIER))? else {
        return Ok(false);
    };
    call.join(JoinOp::Meet, 0, &mut [])?;
    call.done()
}

/// Broadcast; whether it was done here.
///
/// # Safety
/// The elements are readable, and writable except at the root.
pub(super) unsafe fn bcast(data: Block, root: i32, comm: Comm) -> Result<bool> {
    let begun = attempt(|engine| {
        if !engine.joins {
            return Ok(None);
        }
        let buffer = engine.buffer(data.buf, data.count, data.datatype)?;
        let ranks = engine.comm(comm)?.local.len();
        let is_root = usize::try_from(root).is_ok_and(|root| root < ranks);
        if !is_root || buffer.bytes > MAX_BYTES {
            return Ok(None);
        }
        Ok(engine.joined(comm, quick::BCAST)?.map(|call| (call, buffer)))
    })?;
    let Some((call, buffer)) = begun else { return Ok(false) };
    let mut bytes = [0; MAX_BYTES];
    let (len, is_root) = (buffer.bytes, call.rank == root as usize);
    if is_root {
        // SAFETY: our caller's promise; there is room for `len` bytes.
        unsafe { buffer.read(0, bytes.as_mut_ptr(), len) };
    }
    call.join(JoinOp::Copy, call.job_rank(root as usize), &mut bytes[..len])?;
    if !is_root {
        // SAFETY: as above.
        unsafe { buffer.write(0, bytes.as_ptr(), len) };
    }
    call.done()
}

/// Allreduce of 8-byte words; whether it was done here.
///
/// # Safety
/// The elements at `from` are readable, those at `into` writable.
pub(super) unsafe fn allreduce(ops: Reduce, comm: Comm) -> Result<bool> {
    let begun = attempt(|engine| {
        if !engine.joins || ops.count > MAX_BYTES / 8 {
            return Ok(None);
        }
        let Some(op) = engine.join_op(&ops)? else { return Ok(None) };
        Ok(engine.joined(comm, quick::ALLREDUCE)?.map(|call| (call, op)))
    })?;
    let Some((call, op)) = begun else { return Ok(false) };
    let len = 8 * ops.count;
    if ops.from != IN_PLACE && len > 0 {
        // SAFETY: our caller's promise.
        unsafe { ops.into.copy_from(ops.from, len) };
    }
    // SAFETY: our caller's promise; the elements were just written.
    call.join(op, 0, unsafe { quick::bytes_mut(ops.into, len) })?;
    call.done()
}
