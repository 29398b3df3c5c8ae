//! Addresses that mean something else. In Fortran they are places of blocks of COMMON, which the
//! program has too: there is one of each in a process, and which one the linker says.

use crate::abi::{self, BUFFER_AUTOMATIC, IN_PLACE, MPI_Status, STATUS_IGNORE};
use libc::{c_int, c_void};
use std::cell::UnsafeCell;

/// Memory that a program may have instead of us.
#[derive(Debug)]
#[repr(transparent)]
pub struct Block<T>(UnsafeCell<T>);

// SAFETY: nobody reads or writes what is in it; only addresses count.
unsafe impl<T> Sync for Block<T> {}

/// `MPIPRIV1`.
#[derive(Debug)]
#[repr(C)]
pub struct Single {
    bottom: c_int,
    in_place: c_int,
    status_ignore: MPI_Status,
}

/// `MPIPRIV2`. Its second place, for error codes of new processes, and `MPIPRIVC` have no meaning
/// yet: what takes them is not there.
#[derive(Debug)]
#[repr(C)]
pub struct Several {
    statuses_ignore: MPI_Status,
    errcodes_ignore: c_int,
}

/// The block of single places.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpipriv1_: Block<Single> = Block(UnsafeCell::new(Single {
    bottom: 0,
    in_place: 0,
    status_ignore: [0; size_of::<MPI_Status>() / 4],
}));

/// The block of arrays.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpipriv2_: Block<Several> = Block(UnsafeCell::new(Several {
    statuses_ignore: [0; size_of::<MPI_Status>() / 4],
    errcodes_ignore: 0,
}));

/// The block of characters.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpiprivc_: Block<[u8; 2]> = Block(UnsafeCell::new([0; 2]));

/// A buffer as large as it has to be.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpiprivb_: Block<c_int> = Block(UnsafeCell::new(0));

/// No weights.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpifcmb5_: Block<c_int> = Block(UnsafeCell::new(0));

/// No edges.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is that of Fortran")]
pub static mpifcmb9_: Block<c_int> = Block(UnsafeCell::new(0));

/// The number that C gives for no place in an array, and for one that is out of range.
pub(crate) const UNDEFINED: c_int = -32766;

/// Whether a buffer says that the data is in the other one.
#[inline(always)]
pub(crate) fn is_in_place(buf: *const c_void) -> bool {
    // SAFETY: only the address of the place is taken.
    let place = unsafe { &raw const (*mpipriv1_.0.get()).in_place };
    std::ptr::eq(buf, place.cast())
}

/// A buffer as C has it.
#[inline(always)]
pub(crate) fn buffer(buf: *const c_void) -> *const c_void {
    // SAFETY: only the address of the place is taken.
    let bottom = unsafe { &raw const (*mpipriv1_.0.get()).bottom };
    if is_in_place(buf) {
        std::ptr::without_provenance(IN_PLACE)
    } else if std::ptr::eq(buf, bottom.cast()) {
        std::ptr::null()
    } else if std::ptr::eq(buf, mpiprivb_.0.get().cast()) {
        std::ptr::without_provenance(BUFFER_AUTOMATIC)
    } else {
        buf
    }
}

/// [`buffer`], to be written.
#[inline(always)]
pub(crate) fn buffer_mut(buf: *mut c_void) -> *mut c_void {
    buffer(buf).cast_mut()
}

/// The places of a status that nobody wants, and of several.
#[inline(always)]
pub(crate) fn ignored() -> [*mut MPI_Status; 2] {
    // SAFETY: only addresses of the places are taken.
    unsafe {
        [&raw mut (*mpipriv1_.0.get()).status_ignore, &raw mut (*mpipriv2_.0.get()).statuses_ignore]
    }
}

/// Where a status goes, or an array of them, as C has it. The place for one may stand where that
/// for several is asked for.
#[inline(always)]
pub(crate) fn status_place(status: *mut MPI_Status) -> *mut MPI_Status {
    if ignored().contains(&status) {
        return std::ptr::without_provenance_mut(STATUS_IGNORE);
    }
    status
}

/// Weights as C has them.
pub(crate) fn edge_weights(weights: *const c_int) -> *const c_int {
    if std::ptr::eq(weights, mpifcmb5_.0.get()) {
        abi::unweighted()
    } else if std::ptr::eq(weights, mpifcmb9_.0.get()) {
        abi::weights_empty()
    } else {
        weights
    }
}

/// A place in an array, counted from 1; `UNDEFINED` stays.
pub(crate) fn from_one(index: c_int) -> c_int {
    if index == UNDEFINED { index } else { index + 1 }
}

/// The same for the first `len` of an array.
///
/// # Safety
/// There are as many.
pub(crate) unsafe fn all_from_one(indices: *mut c_int, len: c_int) {
    for at in 0..usize::try_from(len).unwrap_or(0) {
        // SAFETY: the caller's promise.
        unsafe { *indices.add(at) += 1 }
    }
}
