//! The types and numbers of the standard's binary interface, as far as Fortran sees them.

pub use crate::types::*;
use libc::{c_int, c_uint};

/// A handle of any sort.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Handle(usize);

impl Handle {
    /// The handle with this number of Fortran: the same, as in `MPI_…_fromint`.
    #[inline(always)]
    pub(crate) fn of(number: c_int) -> Self {
        Self(number as c_uint as usize)
    }

    /// Its number.
    #[inline(always)]
    pub(crate) fn int(self) -> c_int {
        self.0 as c_int
    }
}

/// The standard's `MPI_File`, here a handle as any other.
pub type MPI_File = Handle;
/// The standard's `MPI_Status`, the same in Fortran.
pub type MPI_Status = [c_int; 8];

/// All ranks of the job.
pub(crate) const COMM_WORLD: Handle = Handle(0x101);

/// Addresses that mean something else in C.
pub(crate) const IN_PLACE: usize = 1;
pub(crate) const BUFFER_AUTOMATIC: usize = 2;
pub(crate) const STATUS_IGNORE: usize = 0;

/// The address that says that there are no weights.
pub(crate) fn unweighted() -> *const c_int {
    std::ptr::without_provenance(10)
}

/// The address that says that there are no edges to have weights.
pub(crate) fn weights_empty() -> *const c_int {
    std::ptr::without_provenance(11)
}

/// Topologies.
pub(crate) const CART: c_int = 211;
pub(crate) const GRAPH: c_int = 212;
pub(crate) const DIST_GRAPH: c_int = 213;

/// The key in C, and whether the standard sets attributes of it, which are addresses of numbers.
pub(crate) fn key(keyval: c_int) -> (c_int, bool) {
    (keyval, (501..=507).contains(&keyval) || (602..=605).contains(&keyval))
}

/// That of the size of a window, which is an address of a longer number.
pub(crate) const WIN_SIZE: c_int = 603;
