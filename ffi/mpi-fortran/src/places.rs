//! Addresses with a special meaning. For programs with `mpif.h` they are variables in COMMON blocks
//! that the program declares too: the linker makes both one object in the process, but not those of
//! shared objects that do not see each other. So they are variables of this library for programs
//! with the module. A program may have both.

use crate::abi::{self, BUFFER_AUTOMATIC, IN_PLACE, MPI_Status, STATUS_IGNORE};
use libc::{c_int, c_void};
use std::cell::UnsafeCell;

/// Memory of a COMMON block, which may be the program's definition of it.
#[derive(Debug)]
#[repr(transparent)]
pub struct Block<T>(UnsafeCell<T>);

// SAFETY: the contents are never read or written; only addresses matter.
unsafe impl<T> Sync for Block<T> {}

/// The COMMON block `MPIPRIV1`.
#[derive(Debug)]
#[repr(C)]
pub struct Single {
    bottom: c_int,
    in_place: c_int,
    status_ignore: MPI_Status,
}

/// The COMMON block `MPIPRIV2`. Its second variable, for error codes of spawned processes, and
/// `MPIPRIVC` have no use yet: the functions that take them are not implemented.
#[derive(Debug)]
#[repr(C)]
pub struct Several {
    statuses_ignore: MPI_Status,
    errcodes_ignore: c_int,
}

/// `MPI_BOTTOM`, `MPI_IN_PLACE` and `MPI_STATUS_IGNORE`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpipriv1_: Block<Single> = Block(UnsafeCell::new(Single {
    bottom: 0,
    in_place: 0,
    status_ignore: [0; size_of::<MPI_Status>() / 4],
}));

/// `MPI_STATUSES_IGNORE` and `MPI_ERRCODES_IGNORE`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpipriv2_: Block<Several> = Block(UnsafeCell::new(Several {
    statuses_ignore: [0; size_of::<MPI_Status>() / 4],
    errcodes_ignore: 0,
}));

/// The block of CHARACTER variables.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpiprivc_: Block<[u8; 2]> = Block(UnsafeCell::new([0; 2]));

/// `MPI_BUFFER_AUTOMATIC`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpiprivb_: Block<c_int> = Block(UnsafeCell::new(0));

/// `MPI_UNWEIGHTED`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpifcmb5_: Block<c_int> = Block(UnsafeCell::new(0));

/// `MPI_WEIGHTS_EMPTY`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpifcmb9_: Block<c_int> = Block(UnsafeCell::new(0));

macro_rules! variables {
    ($($name:ident: $of:ty = $value:expr;)*) => { $(
        /// The constant of this name in the module.
        #[unsafe(no_mangle)]
        #[allow(non_upper_case_globals, reason = "names of C are in lower case")]
        pub static $name: Block<$of> = Block(UnsafeCell::new($value));
    )* };
}

variables! {
    skifch_mpi_bottom: c_int = 0;
    skifch_mpi_in_place: c_int = 0;
    skifch_mpi_buffer_automatic: c_int = 0;
    skifch_mpi_status_ignore: MPI_Status = [0; size_of::<MPI_Status>() / 4];
    skifch_mpi_statuses_ignore: MPI_Status = [0; size_of::<MPI_Status>() / 4];
    skifch_mpi_errcodes_ignore: c_int = 0;
    skifch_mpi_argv_null: u8 = 0;
    skifch_mpi_argvs_null: u8 = 0;
    skifch_mpi_unweighted: c_int = 0;
    skifch_mpi_weights_empty: c_int = 0;
}

/// `MPI_UNDEFINED`: C's value for no index, and for a number out of range.
pub(crate) const UNDEFINED: c_int = -32766;

/// Whether an address is that of one variable or the other.
#[inline(always)]
fn is_either<A, B, C>(address: *const A, one: *const B, other: *const C) -> bool {
    address.addr() == one.addr() || address.addr() == other.addr()
}

/// Whether a buffer is Fortran's `MPI_IN_PLACE`.
#[inline(always)]
pub(crate) fn is_in_place(buf: *const c_void) -> bool {
    // SAFETY: only the address of the variable is taken.
    let place = unsafe { &raw const (*mpipriv1_.0.get()).in_place };
    is_either(buf, place, skifch_mpi_in_place.0.get())
}

/// Translates a buffer to C.
#[inline(always)]
pub(crate) fn buffer(buf: *const c_void) -> *const c_void {
    // SAFETY: only the address of the variable is taken.
    let bottom = unsafe { &raw const (*mpipriv1_.0.get()).bottom };
    if is_in_place(buf) {
        std::ptr::without_provenance(IN_PLACE)
    } else if is_either(buf, bottom, skifch_mpi_bottom.0.get()) {
        std::ptr::null()
    } else if is_either(buf, mpiprivb_.0.get(), skifch_mpi_buffer_automatic.0.get()) {
        std::ptr::without_provenance(BUFFER_AUTOMATIC)
    } else {
        buf
    }
}

/// [`buffer`] for a buffer to be written.
#[inline(always)]
pub(crate) fn buffer_mut(buf: *mut c_void) -> *mut c_void {
    buffer(buf).cast_mut()
}

/// The addresses of `MPI_STATUS_IGNORE` and `MPI_STATUSES_IGNORE` of `mpif.h`.
#[inline(always)]
pub(crate) fn ignored() -> [*mut MPI_Status; 2] {
    // SAFETY: only the addresses of the variables are taken.
    unsafe {
        [&raw mut (*mpipriv1_.0.get()).status_ignore, &raw mut (*mpipriv2_.0.get()).statuses_ignore]
    }
}

/// Translates the destination of one or several statuses to C. Either of the two special addresses
/// is accepted in place of the other.
#[inline(always)]
pub(crate) fn status_place(status: *mut MPI_Status) -> *mut MPI_Status {
    let [one, several] = ignored();
    let (own, own_several) = (skifch_mpi_status_ignore.0.get(), skifch_mpi_statuses_ignore.0.get());
    if is_either(status, one, several) || is_either(status, own, own_several) {
        return std::ptr::without_provenance_mut(STATUS_IGNORE);
    }
    status
}

/// Translates edge weights to C.
pub(crate) fn edge_weights(weights: *const c_int) -> *const c_int {
    if is_either(weights, mpifcmb5_.0.get(), skifch_mpi_unweighted.0.get()) {
        abi::unweighted()
    } else if is_either(weights, mpifcmb9_.0.get(), skifch_mpi_weights_empty.0.get()) {
        abi::weights_empty()
    } else {
        weights
    }
}

/// Converts an index to Fortran's, which begins at 1; `UNDEFINED` is unchanged.
pub(crate) fn from_one(index: c_int) -> c_int {
    if index == UNDEFINED { index } else { index + 1 }
}

/// Converts the first `len` indices of an array.
///
/// # Safety
/// The array has `len` elements.
pub(crate) unsafe fn all_from_one(indices: *mut c_int, len: c_int) {
    for at in 0..usize::try_from(len).unwrap_or(0) {
        // SAFETY: the caller's promise.
        unsafe { *indices.add(at) += 1 }
    }
}
