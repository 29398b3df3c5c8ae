//! Calls on operations.

use super::{Builtin, Operation, UserFunction};
use crate::engine::with;
use crate::error::{Result, fail};
use crate::{Datatype, Op};
use std::sync::Arc;

/// Creates an operation of the program.
///
/// # Errors
/// `Other` when MPI is not initialized.
pub fn create(function: Arc<UserFunction>, is_commutative: bool) -> Result<Op> {
    with(|engine| Op(engine.ops.insert(Operation::User { function, is_commutative })))
}

/// Frees an operation of the program.
///
/// # Errors
/// `Op` for an invalid handle or a predefined operation.
pub fn free(op: Op) -> Result<()> {
    with(|engine| {
        if let Some(builtin) = Builtin::ALL.get(op.0 as usize) {
            let name = builtin.name();
            return fail!(Op, "MPI_Op_free: {name} is predefined and cannot be freed");
        }
        match engine.ops.remove(op.0) {
            Some(_) => Ok(()),
            None => fail!(Op, "MPI_Op_free: there is no operation with the handle {}", op.0),
        }
    })?
}

/// Whether the operation is commutative.
///
/// # Errors
/// `Op` for an invalid handle.
pub fn is_commutative(op: Op) -> Result<bool> {
    with(|engine| engine.op(op).map(Operation::is_commutative))?
}

/// Combines `count` elements at `from` with those at `into`; the result is at `into`.
///
/// # Errors
/// `Op` for an operation that is not defined for the datatype; `Type` for an invalid handle.
///
/// # Safety
/// The elements at `from` are readable, those at `into` writable, and they do not overlap.
pub unsafe fn reduce_local(
    from: *const u8,
    into: *mut u8,
    count: usize,
    datatype: Datatype,
    op: Op,
) -> Result<()> {
    let reduction = with(|engine| engine.reduction(op, datatype))?;
    let (reduction, _) = reduction.map_err(|error| error.context("MPI_Reduce_local"))?;
    // SAFETY: our caller's promise.
    unsafe { reduction.apply(from, into, count) }
}
