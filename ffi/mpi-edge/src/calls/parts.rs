//! The buffers of collective calls, from C arguments.
//!
//! Arguments that are not significant at a rank may have any value there: counts and arrays of the
//! root are not read on other ranks, nor those of a buffer that is `MPI_IN_PLACE`.

use super::memory::{elements, is_in_place, is_odd, not_in_place};
use crate::args::{count as checked, null};
use crate::constants::{MPI_IN_PLACE, MPI_PROC_NULL, MPI_ROOT};
use crate::handles::{Array, Comm, Type};
use crate::ints::Ints;
use crate::raise::Answer;
use libc::c_void;
use skifch_mpi::coll::{Block, Layout, Parts};
use skifch_mpi::comm;
use skifch_mpi::datatype::Basic;
use skifch_mpi::error::Error;
use skifch_mpi::p2p::IN_PLACE;

/// The address, with the engine's value for `MPI_IN_PLACE`.
pub(super) fn place(buf: *const c_void) -> *mut u8 {
    if buf.addr() == MPI_IN_PLACE { IN_PLACE.cast_mut() } else { buf.cast_mut().cast() }
}

/// The number of ranks that have a part: those of the remote group, if there is one.
fn peers(comm: Comm) -> Result<usize, Error> {
    match comm::remote_size(comm).map_err(Error::unnamed)? {
        Some(size) => Ok(size),
        None => comm::size(comm).map_err(Error::unnamed),
    }
}

/// Whether it has two sides, for a call that has another name.
pub(super) fn is_inter(comm: Comm) -> Result<bool, Error> {
    comm::is_inter(comm).map_err(Error::unnamed)
}

/// The own rank, for such a call.
pub(super) fn rank(comm: Comm) -> Result<usize, Error> {
    comm::rank(comm).map_err(Error::unnamed)
}

/// That there is such a communicator, for a call that needs no more of it.
pub(super) fn check(comm: Comm) -> Answer {
    rank(comm)?;
    Ok(())
}

/// Whether the arguments of the root are significant here.
pub(super) fn is_root(root: i32, comm: Comm) -> Result<bool, Error> {
    if is_inter(comm)? {
        return Ok(root == MPI_ROOT);
    }
    let rank = rank(comm)?;
    Ok(usize::try_from(root).is_ok_and(|root| root == rank))
}

/// An empty block, or `MPI_IN_PLACE`.
pub(super) fn no_block(buf: *const c_void) -> Block {
    Block { buf: place(buf), count: 0, datatype: Basic::Byte.into() }
}

/// One block.
pub(super) fn block(buf: *const c_void, count: i64, datatype: Type) -> Answer<Block> {
    Ok(Block { buf: place(buf), count: elements(buf, count, datatype)?, datatype })
}

/// [`block`] of a call with a root, significant on all ranks that take part.
pub(super) fn block_of(root: i32, buf: *const c_void, count: i64, datatype: Type) -> Answer<Block> {
    if root == MPI_PROC_NULL { Ok(no_block(buf)) } else { block(buf, count, datatype) }
}

/// [`block`] that may be `MPI_IN_PLACE`, except on an intercommunicator.
pub(super) fn own_block(
    comm: Comm,
    buf: *const c_void,
    count: i64,
    datatype: Type,
) -> Answer<Block> {
    if is_in_place_within(comm, buf)? { Ok(no_block(buf)) } else { block(buf, count, datatype) }
}

/// [`block`] that a rank has for the root. The root itself may pass `MPI_IN_PLACE`; a root on the
/// other side has none.
pub(super) fn leaf(
    root: i32,
    comm: Comm,
    buf: *const c_void,
    count: i64,
    datatype: Type,
) -> Answer<Block> {
    let is_outside = [MPI_ROOT, MPI_PROC_NULL].contains(&root);
    let is_nothing = (is_outside || is_odd(buf)) && is_insignificant(root, comm, buf)?;
    if is_nothing { Ok(no_block(buf)) } else { block(buf, count, datatype) }
}

/// Whether a rank has no part for the root, or is the root and passes `MPI_IN_PLACE`.
#[cold]
pub(super) fn is_insignificant(root: i32, comm: Comm, buf: *const c_void) -> Answer<bool> {
    if is_inter(comm)? {
        return Ok([MPI_ROOT, MPI_PROC_NULL].contains(&root));
    }
    Ok(is_in_place(buf) && is_root(root, comm)?)
}

/// Whether the buffer is `MPI_IN_PLACE`, which only intracommunicators allow.
pub(super) fn is_in_place_within(comm: Comm, buf: *const c_void) -> Answer<bool> {
    match is_in_place(buf) {
        true if is_inter(comm)? => Err(not_in_place()),
        is_it => Ok(is_it),
    }
}

/// Parts of equal size for all ranks.
pub(super) fn even(buf: *const c_void, count: i64, datatype: Type) -> Answer<Parts> {
    let Block { buf, count, datatype } = block(buf, count, datatype)?;
    Ok(Parts { buf, layout: Layout::Even { count, datatype } })
}

/// Parts, which may be `MPI_IN_PLACE`, except on an intercommunicator.
pub(super) fn own_parts(
    comm: Comm,
    buf: *const c_void,
    parts: impl FnOnce() -> Answer<Parts>,
) -> Answer<Parts> {
    if is_in_place_within(comm, buf)? { Ok(none(buf)) } else { parts() }
}

/// No parts, where they are not significant.
pub(super) fn none(buf: *const c_void) -> Parts {
    Parts { buf: place(buf), layout: Layout::Even { count: 0, datatype: Basic::Byte.into() } }
}

/// [`even`], significant only at the root.
pub(super) fn even_at(
    root: i32,
    comm: Comm,
    buf: *const c_void,
    count: i64,
    datatype: Type,
) -> Answer<Parts> {
    if is_root(root, comm)? { even(buf, count, datatype) } else { Ok(none(buf)) }
}

fn lists(len: usize, counts: Ints, displs: Ints) -> Answer<(Vec<usize>, Vec<isize>)> {
    if len == 0 {
        return Ok((Vec::new(), Vec::new()));
    }
    if counts.is_null() {
        return Err(null("the array of counts"));
    }
    if displs.is_null() {
        return Err(null("the array of displacements"));
    }
    // SAFETY: the standard requires an element for each part.
    let (counts, displs) = unsafe { (counts.to_vec(len), displs.to_vec(len)) };
    let counts: Result<_, Error> = counts.into_iter().map(checked).collect();
    Ok((counts?, displs.into_iter().map(|at| at as isize).collect()))
}

/// Parts of one datatype with different sizes.
pub(super) fn listed(
    comm: Comm,
    buf: *const c_void,
    counts: Ints,
    displs: Ints,
    datatype: Type,
) -> Answer<Parts> {
    listed_of(peers(comm)?, buf, counts, displs, datatype)
}

/// [`listed`] with `len` parts.
pub(super) fn listed_of(
    len: usize,
    buf: *const c_void,
    counts: Ints,
    displs: Ints,
    datatype: Type,
) -> Answer<Parts> {
    let (counts, disps) = lists(len, counts, displs)?;
    if is_odd(buf) {
        let most = counts.iter().max().copied().unwrap_or_default();
        elements(buf, most as i64, datatype)?;
    }
    Ok(Parts { buf: place(buf), layout: Layout::Listed { counts, disps, datatype } })
}

/// [`listed`], significant only at the root.
pub(super) fn listed_at(
    root: i32,
    comm: Comm,
    buf: *const c_void,
    counts: Ints,
    displs: Ints,
    datatype: Type,
) -> Answer<Parts> {
    if is_root(root, comm)? { listed(comm, buf, counts, displs, datatype) } else { Ok(none(buf)) }
}

/// Parts with different datatypes.
pub(super) fn each<R>(
    comm: Comm,
    buf: *const c_void,
    counts: Ints,
    displs: Ints,
    datatypes: Array<R>,
) -> Answer<Parts>
where
    R: Copy,
    Type: From<R>,
{
    match is_in_place(buf) {
        true => Err(not_in_place()),
        false => each_of(peers(comm)?, buf, counts, displs, datatypes),
    }
}

/// [`each`] with `len` parts.
pub(super) fn each_of<R>(
    len: usize,
    buf: *const c_void,
    counts: Ints,
    displs: Ints,
    datatypes: Array<R>,
) -> Answer<Parts>
where
    R: Copy,
    Type: From<R>,
{
    let (counts, disps) = lists(len, counts, displs)?;
    if datatypes.is_null() && len > 0 {
        return Err(null("the array of datatypes"));
    }
    // SAFETY: the standard requires an element for each part.
    let datatypes = unsafe { datatypes.to_vec(len) };
    Ok(Parts { buf: place(buf), layout: Layout::Each { counts, disps, datatypes } })
}

/// The number of elements of the result for each rank.
pub(super) fn shares(counts: Ints, comm: Comm) -> Answer<Vec<usize>> {
    if counts.is_null() {
        return Err(null("recvcounts"));
    }
    // SAFETY: the standard requires an element for each rank.
    let counts = unsafe { counts.to_vec(comm::size(comm)?) };
    let counts: Result<_, Error> = counts.into_iter().map(checked).collect();
    Ok(counts?)
}

/// The same number of elements for each rank.
pub(super) fn same_shares(count: i64, comm: Comm) -> Answer<Vec<usize>> {
    Ok(vec![checked(count)?; comm::size(comm)?])
}
