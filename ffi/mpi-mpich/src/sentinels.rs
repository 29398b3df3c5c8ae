//! Addresses that mean something else, where they are not the standard's.

use libc::c_void;
use skifch_mpi_edge::constants::MPI_IN_PLACE;

/// `MPI_IN_PLACE` of this interface.
const IN_PLACE: usize = usize::MAX;

/// A buffer that may be in place.
#[inline(always)]
pub(crate) fn buffer(buf: *const c_void) -> *const c_void {
    if buf.addr() == IN_PLACE { std::ptr::without_provenance(MPI_IN_PLACE) } else { buf }
}

/// [`buffer`], to be written.
#[inline(always)]
pub(crate) fn buffer_mut(buf: *mut c_void) -> *mut c_void {
    buffer(buf).cast_mut()
}
