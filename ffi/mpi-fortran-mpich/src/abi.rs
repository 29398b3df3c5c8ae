//! The types and numbers of MPICH's binary interface, as far as Fortran sees them.

pub use crate::types::*;
use libc::{c_int, c_void};

/// A handle of any kind, the same number as in Fortran.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Handle(c_int);

impl Handle {
    /// The handle with this Fortran number.
    #[inline(always)]
    pub(crate) fn of(number: c_int) -> Self {
        Self(number)
    }

    /// Its number.
    #[inline(always)]
    pub(crate) fn int(self) -> c_int {
        self.0
    }
}

/// The standard's `MPI_File`: an opaque pointer, never dereferenced.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct MPI_File(*mut c_void);

impl MPI_File {
    /// The handle with this Fortran number.
    pub(crate) fn of(number: c_int) -> Self {
        Self(std::ptr::without_provenance_mut(number as u32 as usize))
    }

    /// Its number.
    pub(crate) fn int(self) -> c_int {
        self.0.addr() as c_int
    }
}

/// The standard's `MPI_Status`, with the same layout in Fortran.
pub type MPI_Status = [c_int; 5];

/// `MPI_COMM_WORLD`.
pub(crate) const COMM_WORLD: Handle = Handle(0x4400_0000);

/// `MPI_COMM_NULL`.
pub(crate) const COMM_NULL: Handle = Handle(0x0400_0000);

/// Addresses with a special meaning in C.
pub(crate) const IN_PLACE: usize = usize::MAX;
pub(crate) const BUFFER_AUTOMATIC: usize = usize::MAX - 1;
pub(crate) const STATUS_IGNORE: usize = 1;

unsafe extern "C" {
    static MPI_UNWEIGHTED: *const c_int;
    static MPI_WEIGHTS_EMPTY: *const c_int;
}

/// The value of `MPI_UNWEIGHTED`.
pub(crate) fn unweighted() -> *const c_int {
    // SAFETY: the C library never writes it.
    unsafe { MPI_UNWEIGHTED }
}

/// The value of `MPI_WEIGHTS_EMPTY`.
pub(crate) fn weights_empty() -> *const c_int {
    // SAFETY: as above.
    unsafe { MPI_WEIGHTS_EMPTY }
}

/// Kinds of topologies.
pub(crate) const CART: c_int = 2;
pub(crate) const GRAPH: c_int = 1;
pub(crate) const DIST_GRAPH: c_int = 3;

/// The attribute key in C, and whether it is a predefined key whose attribute points to a number.
/// Predefined keys have other numbers in Fortran: one more.
pub(crate) fn key(keyval: c_int) -> (c_int, bool) {
    const COMM: c_int = 0x6440_0000;
    const WIN: c_int = 0x6600_0000;
    let place = keyval & 0x000f_ffff;
    match keyval & !0x000f_ffff {
        COMM | WIN if (1..=0x10).contains(&place) => {
            let keyval = keyval - c_int::from(place % 2 == 0);
            (keyval, keyval != WIN + 1)
        }
        _ => (keyval, false),
    }
}

/// The key of a window's size, whose attribute points to an `MPI_Aint`.
pub(crate) const WIN_SIZE: c_int = 0x6600_0003;
