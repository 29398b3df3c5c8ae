//! The types and numbers of MPICH's binary interface, as far as Fortran sees them.

pub use crate::types::*;
use libc::{c_int, c_void};

/// A handle of any sort: the number of Fortran itself.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Handle(c_int);

impl Handle {
    /// The handle with this number of Fortran.
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

/// The standard's `MPI_File`: a pointer, which nobody follows.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct MPI_File(*mut c_void);

impl MPI_File {
    /// The handle with this number of Fortran.
    pub(crate) fn of(number: c_int) -> Self {
        Self(std::ptr::without_provenance_mut(number as u32 as usize))
    }

    /// Its number.
    pub(crate) fn int(self) -> c_int {
        self.0.addr() as c_int
    }
}

/// The standard's `MPI_Status`, the same in Fortran.
pub type MPI_Status = [c_int; 5];

/// All ranks of the job.
pub(crate) const COMM_WORLD: Handle = Handle(0x4400_0000);

/// Addresses that mean something else in C.
pub(crate) const IN_PLACE: usize = usize::MAX;
pub(crate) const BUFFER_AUTOMATIC: usize = usize::MAX - 1;
pub(crate) const STATUS_IGNORE: usize = 1;

unsafe extern "C" {
    static MPI_UNWEIGHTED: *const c_int;
    static MPI_WEIGHTS_EMPTY: *const c_int;
}

/// The address that says that there are no weights.
pub(crate) fn unweighted() -> *const c_int {
    // SAFETY: the C library never writes it.
    unsafe { MPI_UNWEIGHTED }
}

/// The address that says that there are no edges to have weights.
pub(crate) fn weights_empty() -> *const c_int {
    // SAFETY: as above.
    unsafe { MPI_WEIGHTS_EMPTY }
}

/// Topologies.
pub(crate) const CART: c_int = 2;
pub(crate) const GRAPH: c_int = 1;
pub(crate) const DIST_GRAPH: c_int = 3;

/// The key in C, and whether the standard sets attributes of it, which are addresses of numbers.
/// Keys of the standard's have numbers of their own in Fortran: one more.
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

/// That of the size of a window, which is an address of a longer number.
pub(crate) const WIN_SIZE: c_int = 0x6600_0003;
