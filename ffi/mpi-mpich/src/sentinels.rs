//! Addresses with a special meaning whose values differ from the standard's.

use libc::c_void;
use skifch_mpi_edge::constants::MPI_IN_PLACE;

/// `MPI_IN_PLACE` of this interface.
const IN_PLACE: usize = usize::MAX;

/// Translates a buffer that may be `MPI_IN_PLACE`.
#[inline(always)]
pub(crate) fn buffer(buf: *const c_void) -> *const c_void {
    if buf.addr() == IN_PLACE { std::ptr::without_provenance(MPI_IN_PLACE) } else { buf }
}

/// [`buffer`] for a buffer to be written.
#[inline(always)]
pub(crate) fn buffer_mut(buf: *mut c_void) -> *mut c_void {
    buffer(buf).cast_mut()
}
