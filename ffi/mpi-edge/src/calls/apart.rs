//! Parts that are sent out of the memory into which others come: what arrives would be sent on.
//!
//! Looked at is what programs do, the same address for both buffers. What comes out right all the
//! same stays allowed, as a part of this rank's at its own place.

use super::memory::is_odd;
use crate::handles::Comm;
use crate::raise::{Answer, Failure};
use libc::c_void;
use skifch_mpi::coll::{Block, Layout, Parts};
use skifch_mpi::comm;
use skifch_mpi::error::Class;

/// Parts to be sent, if they are not where those that come go.
#[inline(always)]
pub(super) fn apart(
    from: Parts,
    into: *const c_void,
    to: impl FnOnce() -> Answer<Parts>,
) -> Answer<Parts> {
    if !is_one(from.buf, into) {
        return Ok(from);
    }
    if is_shared(&from.layout, &to()?.layout) { Err(one_memory()) } else { Ok(from) }
}

/// A part of this rank's, sent or received, if it is not at the place of another's.
#[inline(always)]
pub(super) fn beside(
    comm: Comm,
    own: Block,
    into: *const c_void,
    all: impl FnOnce() -> Answer<Parts>,
) -> Answer<Block> {
    if own.count == 0 || !is_one(own.buf, into) {
        return Ok(own);
    }
    // The parts of the other side are all of others.
    let rank = if comm::is_inter(comm)? { None } else { Some(comm::rank(comm)?) };
    if begins_with_another(&all()?.layout, rank) { Err(one_memory()) } else { Ok(own) }
}

fn is_one(buf: *const u8, other: *const c_void) -> bool {
    buf.addr() == other.addr() && !is_odd(other)
}

/// Whether parts of these layouts at one address lie in the same places.
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

/// Whether a part of another rank than this one begins where all begin.
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
