//! The operands of reductions, from C arguments.

use super::apart::operands_apart;
use super::memory::{elements, is_odd};
use super::parts::{is_in_place_within, is_insignificant, is_inter, is_root, place, rank};
use crate::args::count as checked;
use crate::constants::MPI_PROC_NULL;
use crate::handles::{Comm, Op, Type};
use crate::raise::Answer;
use libc::c_void;
use skifch_mpi::coll::Reduce;

/// The engine's description of a reduction, without checks of the addresses.
fn reduce(from: *const c_void, into: *mut c_void, count: usize, datatype: Type, op: Op) -> Reduce {
    Reduce { from: place(from), into: place(into), count, datatype, op }
}

/// A reduction with operands and result on all ranks.
pub(super) fn reduction(
    comm: Comm,
    from: *const c_void,
    into: *mut c_void,
    count: i64,
    datatype: Type,
    op: Op,
) -> Answer<Reduce> {
    elements(into, count, datatype)?;
    operands_apart(from, into, datatype, || Ok(count > 0))?;
    given(comm, from, into, count, datatype, op)
}

/// [`reduction`] of an exclusive scan: rank 0 gets no result.
pub(super) fn reduction_before(
    comm: Comm,
    from: *const c_void,
    into: *mut c_void,
    count: i64,
    datatype: Type,
    op: Op,
) -> Answer<Reduce> {
    if is_odd(into) && rank(comm)? > 0 {
        elements(into, count, datatype)?;
    }
    operands_apart(from, into, datatype, || Ok(count > 0 && rank(comm)? > 0))?;
    given(comm, from, into, count, datatype, op)
}

/// [`reduction`] after the result's address has been checked.
fn given(
    comm: Comm,
    from: *const c_void,
    into: *mut c_void,
    count: i64,
    datatype: Type,
    op: Op,
) -> Answer<Reduce> {
    if is_odd(from) && !is_in_place_within(comm, from)? {
        elements(from, count, datatype)?;
    }
    Ok(reduce(from, into, checked(count)?, datatype, op))
}

/// [`reduction`] with the result at the root only. A rank that takes no part gives nothing,
/// whatever its arguments are.
pub(super) fn reduction_at(
    root: i32,
    comm: Comm,
    from: *const c_void,
    into: *mut c_void,
    count: i64,
    datatype: Type,
    op: Op,
) -> Answer<Reduce> {
    if root == MPI_PROC_NULL {
        return Ok(reduce(from, into, 0, datatype, op));
    }
    if is_odd(into) && is_root(root, comm)? {
        elements(into, count, datatype)?;
    }
    if is_odd(from) && !is_insignificant(root, comm, from)? {
        elements(from, count, datatype)?;
    }
    // The root on the other side has only a result, no operands.
    let has_both = || Ok(count > 0 && !is_inter(comm)? && is_root(root, comm)?);
    operands_apart(from, into, datatype, has_both)?;
    Ok(reduce(from, into, checked(count)?, datatype, op))
}

/// [`reduction`] of a reduce-scatter: each rank gets its share.
pub(super) fn reduction_in_shares(
    comm: Comm,
    from: *const c_void,
    into: *mut c_void,
    shares: impl Fn() -> Answer<Vec<usize>>,
    datatype: Type,
    op: Op,
) -> Answer<Reduce> {
    if is_odd(into) {
        let own = shares()?[rank(comm)?];
        elements(into, own as i64, datatype)?;
    }
    if is_odd(from) && !is_in_place_within(comm, from)? {
        let all: usize = shares()?.iter().sum();
        elements(from, all as i64, datatype)?;
    }
    operands_apart(from, into, datatype, || Ok(shares()?[rank(comm)?] > 0))?;
    Ok(reduce(from, into, 0, datatype, op))
}
