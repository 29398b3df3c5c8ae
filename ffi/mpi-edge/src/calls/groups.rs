//! Groups.

use super::communicators::comparison;
use crate::abi::Abi;
use crate::args::{length, slice, slice_mut};
use crate::constants::{MPI_PROC_NULL, MPI_UNDEFINED};
use crate::handles::{Comm, Group};
use crate::raise::Answer;
use libc::c_int;
use skifch_mpi::error::Error;
use skifch_mpi::group;

/// Reads an array of ranks.
///
/// # Safety
/// The array has `n` elements.
unsafe fn ranks(n: c_int, base: *const c_int) -> Answer<Vec<usize>> {
    // SAFETY: the caller's promise.
    let ranks = unsafe { slice("ranks", base, length("n", n)?) }?;
    let whole: Result<_, Error> = ranks.iter().map(|rank| length("a rank", *rank)).collect();
    Ok(whole?)
}

/// Reads an array of triples: first, last, stride.
///
/// # Safety
/// The array has `n` elements.
unsafe fn triples(n: c_int, base: *mut [c_int; 3]) -> Answer<Vec<(i64, i64, i64)>> {
    // SAFETY: the caller's promise.
    let ranges = unsafe { slice("ranges", base.cast_const(), length("n", n)?) }?;
    let wide = ranges.iter().map(|range| range.map(i64::from));
    Ok(wide.map(|[first, last, stride]| (first, last, stride)).collect())
}

/// `MPI_Group_size`.
pub unsafe fn group_size(group: Group) -> Answer<i32> {
    Ok(group::size(group)? as i32)
}

/// `MPI_Group_rank`.
pub unsafe fn group_rank(group: Group) -> Answer<i32> {
    Ok(group::rank(group)?.map_or(MPI_UNDEFINED, |rank| rank as i32))
}

/// `MPI_Group_translate_ranks`.
pub unsafe fn group_translate_ranks<A: Abi>(
    group1: Group,
    n: c_int,
    ranks1: *const c_int,
    group2: Group,
    ranks2: *mut c_int,
) -> Answer {
    let len = length("n", n)?;
    // SAFETY: the standard's contract.
    let (from, to) = unsafe { (slice("ranks1", ranks1, len)?, slice_mut("ranks2", ranks2, len)?) };
    let from: Vec<_> = from.iter().map(|rank| A::rank_in(*rank)).collect();
    // `MPI_PROC_NULL` is the same in every group.
    let real: Vec<_> = from.iter().copied().filter(|rank| *rank != MPI_PROC_NULL).collect();
    // SAFETY: a slice has its length.
    let real = unsafe { ranks(real.len() as c_int, real.as_ptr()) }?;
    let mut found = group::translate_ranks(group1, &real, group2)?.into_iter();
    for (place, rank) in to.iter_mut().zip(from) {
        *place = A::rank_out(match rank {
            MPI_PROC_NULL => MPI_PROC_NULL,
            _ => found.next().flatten().map_or(MPI_UNDEFINED, |rank| rank as c_int),
        });
    }
    Ok(())
}

/// `MPI_Group_compare`.
pub unsafe fn group_compare(group1: Group, group2: Group) -> Answer<i32> {
    Ok(comparison(group::compare(group1, group2)?))
}

/// `MPI_Group_union`.
pub unsafe fn group_union(group1: Group, group2: Group) -> Answer<Group> {
    Ok(group::union(group1, group2)?)
}

/// `MPI_Group_intersection`.
pub unsafe fn group_intersection(group1: Group, group2: Group) -> Answer<Group> {
    Ok(group::intersection(group1, group2)?)
}

/// `MPI_Group_difference`.
pub unsafe fn group_difference(group1: Group, group2: Group) -> Answer<Group> {
    Ok(group::difference(group1, group2)?)
}

/// `MPI_Group_incl`.
pub unsafe fn group_incl(group: Group, n: c_int, list: *const c_int) -> Answer<Group> {
    // SAFETY: the standard's contract.
    Ok(group::incl(group, &unsafe { ranks(n, list) }?)?)
}

/// `MPI_Group_excl`.
pub unsafe fn group_excl(group: Group, n: c_int, list: *const c_int) -> Answer<Group> {
    // SAFETY: the standard's contract.
    Ok(group::excl(group, &unsafe { ranks(n, list) }?)?)
}

/// `MPI_Group_range_incl`.
pub unsafe fn group_range_incl(group: Group, n: c_int, list: *mut [c_int; 3]) -> Answer<Group> {
    // SAFETY: the standard's contract.
    Ok(group::range_incl(group, &unsafe { triples(n, list) }?)?)
}

/// `MPI_Group_range_excl`.
pub unsafe fn group_range_excl(group: Group, n: c_int, list: *mut [c_int; 3]) -> Answer<Group> {
    // SAFETY: the standard's contract.
    Ok(group::range_excl(group, &unsafe { triples(n, list) }?)?)
}

/// `MPI_Group_free`.
pub unsafe fn group_free(group: &mut Group) -> Answer {
    group::free(*group)?;
    *group = Group::NULL;
    Ok(())
}

/// `MPI_Comm_group`.
pub unsafe fn comm_group(comm: Comm) -> Answer<Group> {
    Ok(group::of_comm(comm)?)
}

/// `MPI_Comm_remote_group`.
pub unsafe fn comm_remote_group(comm: Comm) -> Answer<Group> {
    Ok(group::of_comm_remote(comm)?)
}
