//! The types and numbers of the standard's binary interface, as far as Fortran sees them.

pub use crate::types::*;
use libc::{c_int, c_uint};

/// A handle of any kind.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Handle(usize);

impl Handle {
    /// The handle with this Fortran number: the same number, as in `MPI_…_fromint`.
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

/// The standard's `MPI_File`, a handle like any other here.
pub type MPI_File = Handle;
/// The standard's `MPI_Status`, with the same layout in Fortran.
pub type MPI_Status = [c_int; 8];

/// `MPI_COMM_WORLD`.
pub(crate) const COMM_WORLD: Handle = Handle(0x101);

/// `MPI_COMM_NULL`.
pub(crate) const COMM_NULL: Handle = Handle(0x100);

/// Addresses with a special meaning in C.
pub(crate) const IN_PLACE: usize = 1;
pub(crate) const BUFFER_AUTOMATIC: usize = 2;
pub(crate) const STATUS_IGNORE: usize = 0;

/// The value of `MPI_UNWEIGHTED`.
pub(crate) fn unweighted() -> *const c_int {
    std::ptr::without_provenance(10)
}

/// The value of `MPI_WEIGHTS_EMPTY`.
pub(crate) fn weights_empty() -> *const c_int {
    std::ptr::without_provenance(11)
}

/// Kinds of topologies.
pub(crate) const CART: c_int = 211;
pub(crate) const GRAPH: c_int = 212;
pub(crate) const DIST_GRAPH: c_int = 213;

/// The attribute key in C, and whether it is a predefined key whose attribute points to a number.
pub(crate) fn key(keyval: c_int) -> (c_int, bool) {
    (keyval, (501..=507).contains(&keyval) || (602..=605).contains(&keyval))
}

/// The key of a window's size, whose attribute points to an `MPI_Aint`.
pub(crate) const WIN_SIZE: c_int = 603;
