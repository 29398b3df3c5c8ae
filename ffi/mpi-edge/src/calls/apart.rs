//! Checks for aliased buffers: parts that are sent from the memory in which others are received, so
//! that received data would be sent on, and operands that are where the result goes.
//!
//! Only the mistake that programs make is detected, the same address for both buffers. Uses that
//! give correct results remain allowed, such as this rank's part at its own place.

use super::memory::{is_in_place, is_odd};
use super::parts::{is_inter, rank};
use crate::handles::{Comm, Type};
use crate::raise::{Answer, Failure};
use libc::c_void;
use skifch_mpi::coll::{Block, Layout, Parts};
use skifch_mpi::datatype;
use skifch_mpi::error::Class;

/// The parts to be sent, unless they share places with the parts to be received.
#[inline(always)]
pub(super) fn apart(
    from: Parts,
    into: *const c_void,
    to: impl FnOnce() -> Answer<Parts>,
) -> Answer<Parts> {
    apart_or(one_memory, from, into, to)
}

/// [`apart`] for neighbourhood calls.
#[inline(always)]
pub(super) fn neighbours_apart(
    from: Parts,
    into: *const c_void,
    to: impl FnOnce() -> Answer<Parts>,
) -> Answer<Parts> {
    apart_or(neighbours, from, into, to)
}

#[inline(always)]
fn apart_or(
    refusal: fn() -> Failure,
    from: Parts,
    into: *const c_void,
    to: impl FnOnce() -> Answer<Parts>,
) -> Answer<Parts> {
    if !is_one(from.buf, into) {
        return Ok(from);
    }
    if is_shared(&from.layout, &to()?.layout) { Err(refusal()) } else { Ok(from) }
}

/// This rank's part, sent or received, unless it is at the place of another rank's part.
#[inline(always)]
pub(super) fn beside(
    comm: Comm,
    own: Block,
    into: *const c_void,
    all: impl FnOnce() -> Answer<Parts>,
) -> Answer<Block> {
    // On an intercommunicator, all parts belong to other ranks.
    let mine = || Ok(if is_inter(comm)? { None } else { Some(rank(comm)?) });
    beside_or(one_memory, mine, own, into, all)
}

/// The block sent to all neighbours, unless it is at the place of a part received from one.
#[inline(always)]
pub(super) fn beside_neighbours(
    own: Block,
    into: *const c_void,
    all: impl FnOnce() -> Answer<Parts>,
) -> Answer<Block> {
    beside_or(neighbours, || Ok(None), own, into, all)
}

/// `rank` is this rank's index among the parts in the other buffer, if it has one there.
#[inline(always)]
fn beside_or(
    refusal: fn() -> Failure,
    rank: impl FnOnce() -> Answer<Option<usize>>,
    own: Block,
    into: *const c_void,
    all: impl FnOnce() -> Answer<Parts>,
) -> Answer<Block> {
    if own.count == 0 || !is_one(own.buf, into) {
        return Ok(own);
    }
    let rank = rank()?;
    if begins_with_another(&all()?.layout, rank) { Err(refusal()) } else { Ok(own) }
}

/// Fails if operands are where the result goes and `has_both` says that there are elements of both.
/// Also for `MPI_BOTTOM`: both are described by the same datatype.
#[inline(always)]
pub(super) fn operands_apart(
    from: *const c_void,
    into: *const c_void,
    datatype: Type,
    has_both: impl FnOnce() -> Answer<bool>,
) -> Answer {
    if from.addr() == into.addr() { refuse_one(from, datatype, has_both) } else { Ok(()) }
}

#[cold]
fn refuse_one(
    buf: *const c_void,
    datatype: Type,
    has_both: impl FnOnce() -> Answer<bool>,
) -> Answer {
    if is_in_place(buf) || !has_both()? || datatype::get(datatype)?.size() == 0 {
        return Ok(());
    }
    let words = "the operands lie where the result goes: MPI_IN_PLACE says that they may";
    Err(Failure::new(Class::Buffer, words))
}

fn is_one(buf: *const u8, other: *const c_void) -> bool {
    buf.addr() == other.addr() && !is_odd(other)
}

/// Whether parts with these layouts, at the same address, share places.
#[cold]
fn is_shared(from: &Layout, to: &Layout) -> bool {
    let is_any = |counts: &[usize]| counts.iter().any(|count| *count > 0);
    match (from, to) {
        (Layout::Even { count, .. }, Layout::Even { count: there, .. }) => *count > 0 && *there > 0,
        (
            Layout::Listed { counts, disps, .. } | Layout::Each { counts, disps, .. },
            Layout::Listed { counts: others, disps: there, .. }
            | Layout::Each { counts: others, disps: there, .. },
        ) => is_any(counts) && (counts, disps) == (others, there),
        _ => false,
    }
}

/// Whether a part of another rank begins at the start of the buffer.
#[cold]
fn begins_with_another(all: &Layout, rank: Option<usize>) -> bool {
    match all {
        Layout::Even { count, .. } => *count > 0 && rank != Some(0),
        Layout::Listed { counts, disps, .. } | Layout::Each { counts, disps, .. } => {
            let mut parts = counts.iter().zip(disps).enumerate();
            parts.any(|(of, (count, disp))| *count > 0 && *disp == 0 && rank != Some(of))
        }
    }
}

#[cold]
fn one_memory() -> Failure {
    let words = "what is sent lies where others' parts come: MPI_IN_PLACE says that it may";
    Failure::new(Class::Buffer, words)
}

#[cold]
fn neighbours() -> Failure {
    Failure::new(Class::Buffer, "what is sent lies where neighbours' parts come")
}

#[cfg(test)]
mod tests {
    use super::*;
    use skifch_mpi::datatype::Basic;

    fn even(count: usize) -> Layout {
        Layout::Even { count, datatype: Basic::Int.into() }
    }

    fn listed(counts: &[usize], disps: &[isize]) -> Layout {
        let (counts, disps) = (counts.to_vec(), disps.to_vec());
        Layout::Listed { counts, disps, datatype: Basic::Int.into() }
    }

    #[test]
    fn lists_with_places_of_their_own_may_have_one_address() {
        assert!(is_shared(&even(1), &even(1)) && !is_shared(&even(0), &even(0)));
        assert!(is_shared(&listed(&[1, 2], &[0, 1]), &listed(&[1, 2], &[0, 1])));
        assert!(!is_shared(&listed(&[1, 2], &[0, 1]), &listed(&[1, 2], &[3, 4])));
        assert!(!is_shared(&listed(&[0, 0], &[0, 1]), &listed(&[0, 0], &[0, 1])));
    }

    #[test]
    fn a_part_may_be_at_its_own_place() {
        assert!(!begins_with_another(&even(1), Some(0)) && begins_with_another(&even(1), Some(1)));
        assert!(begins_with_another(&even(1), None) && !begins_with_another(&even(0), None));
        let all = listed(&[1, 1, 0], &[4, 0, 0]);
        assert!(!begins_with_another(&all, Some(1)) && begins_with_another(&all, Some(0)));
        assert!(!begins_with_another(&listed(&[1, 1], &[1, 2]), Some(0)));
    }
}
