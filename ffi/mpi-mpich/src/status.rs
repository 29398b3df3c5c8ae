//! The status of this interface.

use crate::codes::{error_in, error_out};
use crate::numbers::{rank_in, rank_out, tag_in, tag_out};
use libc::{c_int, c_uint};
use skifch_mpi_edge::edge::{Layout, Status};

/// The standard's `MPI_Status`. The hidden part comes first: the bytes received, with the cancelled
/// flag in the lowest bit of the second word.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[allow(missing_docs, reason = "the names of the standard")]
pub struct MPI_Status {
    pub count_lo: c_int,
    pub count_hi_and_cancelled: c_int,
    pub MPI_SOURCE: c_int,
    pub MPI_TAG: c_int,
    pub MPI_ERROR: c_int,
}

impl From<Status> for MPI_Status {
    #[inline(always)]
    fn from(status: Status) -> Self {
        let high = (status.bytes >> 32) as c_int;
        Self {
            count_lo: status.bytes as c_int,
            count_hi_and_cancelled: high << 1 | c_int::from(status.is_cancelled),
            MPI_SOURCE: rank_out(status.source),
            MPI_TAG: tag_out(status.tag),
            MPI_ERROR: error_out(status.error),
        }
    }
}

impl Layout for MPI_Status {
    const IGNORE: usize = 1;

    #[inline(always)]
    unsafe fn store(at: *mut Self, status: &Status) {
        let whole = Self::from(*status);
        // SAFETY: our caller's promise.
        unsafe {
            (&raw mut (*at).count_lo).write(whole.count_lo);
            (&raw mut (*at).count_hi_and_cancelled).write(whole.count_hi_and_cancelled);
            (&raw mut (*at).MPI_SOURCE).write(whole.MPI_SOURCE);
            (&raw mut (*at).MPI_TAG).write(whole.MPI_TAG);
        }
    }
}

impl From<MPI_Status> for Status {
    fn from(status: MPI_Status) -> Self {
        let high = status.count_hi_and_cancelled.cast_unsigned() >> 1;
        Self {
            source: rank_in(status.MPI_SOURCE),
            tag: tag_in(status.MPI_TAG),
            error: error_in(status.MPI_ERROR),
            bytes: i64::from(high) << 32 | i64::from(status.count_lo as c_uint),
            is_cancelled: status.count_hi_and_cancelled & 1 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_comes_back_as_it_was() {
        let counts = [0, i64::from(u32::MAX), 5 << 33 | 7, i64::MAX];
        for (bytes, is_cancelled) in counts.into_iter().zip([false, true].into_iter().cycle()) {
            let status = Status { source: -3, tag: -2, error: 15, bytes, is_cancelled };
            assert_eq!(Status::from(MPI_Status::from(status)), status);
        }
        assert_eq!((size_of::<MPI_Status>(), align_of::<MPI_Status>()), (20, 4));
    }

    #[test]
    fn its_numbers_are_those_of_mpich() {
        let status = Status { source: -1, tag: -2, error: 15, bytes: 1 << 32, is_cancelled: true };
        let status = MPI_Status::from(status);
        assert_eq!((status.MPI_SOURCE, status.MPI_TAG, status.MPI_ERROR), (-2, -1, 14));
        assert_eq!((status.count_lo, status.count_hi_and_cancelled), (0, 3));
    }
}
