//! What the interface has beside the functions of the standard: conversion of statuses for Fortran,
//! functions removed from MPI, and data.
#![allow(non_upper_case_globals, reason = "the names are those of the interface")]

use crate::entries::all::MPI_Type_get_extent;
use crate::types::{MPI_Aint, MPI_Comm, MPI_Datatype, MPI_Status};
use libc::{c_int, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

/// An INTEGER of Fortran.
pub type MPI_Fint = c_int;

/// A constant that may be shared between threads, whatever it points to.
#[derive(Debug)]
#[repr(transparent)]
pub struct Constant<T>(T);

// SAFETY: the value is never written.
unsafe impl<T> Sync for Constant<T> {}

/// The value of `MPI_UNWEIGHTED`, which programs read from this variable.
#[unsafe(no_mangle)]
pub static MPI_UNWEIGHTED: Constant<*const c_int> =
    Constant(std::ptr::without_provenance(skifch_mpi_edge::constants::MPI_UNWEIGHTED));

/// The value of `MPI_WEIGHTS_EMPTY`, which programs read from this variable.
#[unsafe(no_mangle)]
pub static MPI_WEIGHTS_EMPTY: Constant<*const c_int> =
    Constant(std::ptr::without_provenance(skifch_mpi_edge::constants::MPI_WEIGHTS_EMPTY));

/// The handle that stands for all handles of a session of the tool interface.
#[unsafe(no_mangle)]
pub static MPI_T_PVAR_ALL_HANDLES: Constant<*const c_void> =
    Constant(std::ptr::without_provenance(skifch_mpi_edge::constants::MPI_T_PVAR_ALL_HANDLES));

/// Memory that is not a status of any program.
static NOWHERE: [MPI_Fint; 5] = [0; 5];

/// The address of Fortran's `MPI_STATUS_IGNORE`. The Fortran library, where it is loaded, stores
/// its own address here.
#[unsafe(no_mangle)]
pub static MPI_F_STATUS_IGNORE: AtomicPtr<MPI_Fint> =
    AtomicPtr::new((&raw const NOWHERE).cast::<MPI_Fint>().cast_mut());

/// The same for `MPI_STATUSES_IGNORE`.
#[unsafe(no_mangle)]
pub static MPI_F_STATUSES_IGNORE: AtomicPtr<MPI_Fint> =
    AtomicPtr::new((&raw const NOWHERE).cast::<MPI_Fint>().cast_mut());

/// Objects whose addresses have a special meaning in the Fortran 2008 bindings.
#[unsafe(no_mangle)]
pub static MPIR_F08_MPI_STATUS_IGNORE_OBJ: [c_int; 5] = [0; 5];
/// As above.
#[unsafe(no_mangle)]
pub static MPIR_F08_MPI_STATUSES_IGNORE_OBJ: [[c_int; 5]; 1] = [[0; 5]];
/// As above.
#[unsafe(no_mangle)]
pub static MPIR_F08_MPI_IN_PLACE: c_int = 0;
/// As above.
#[unsafe(no_mangle)]
pub static MPIR_F08_MPI_BOTTOM: c_int = 0;

/// Pointers to two of them.
#[unsafe(no_mangle)]
pub static MPI_F08_STATUS_IGNORE: Constant<*const [c_int; 5]> =
    Constant(&raw const MPIR_F08_MPI_STATUS_IGNORE_OBJ);
/// As above.
#[unsafe(no_mangle)]
pub static MPI_F08_STATUSES_IGNORE: Constant<*const [[c_int; 5]; 1]> =
    Constant(&raw const MPIR_F08_MPI_STATUSES_IGNORE_OBJ);

/// The attribute copy function that copies the value: `MPI_COMM_DUP_FN` of this interface.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPIR_Dup_fn(
    _comm: MPI_Comm,
    _keyval: c_int,
    _extra_state: *mut c_void,
    attribute_val_in: *mut c_void,
    attribute_val_out: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: the standard's contract of a copy function: both are addresses of places.
    unsafe {
        *attribute_val_out.cast::<*mut c_void>() = attribute_val_in;
        *flag = 1;
    }
    0
}

/// `MPI_ERR_ARG` of this interface.
const ERR_ARG: c_int = 12;

/// Whether the address is not that of a status: NULL, or a status to be ignored in C or Fortran.
fn is_no_status(place: *const MPI_Fint) -> bool {
    place.addr() <= 1 || std::ptr::eq(place, MPI_F_STATUS_IGNORE.load(Ordering::Relaxed))
}

/// Converts a status between the languages, whose layouts are the same.
///
/// # Safety
/// Each address, unless it is not that of a status, is readable or writable as one.
unsafe fn converted(from: *const MPI_Fint, to: *mut MPI_Fint) -> c_int {
    if is_no_status(from) || is_no_status(to) {
        return ERR_ARG;
    }
    // SAFETY: the caller's promise.
    unsafe { to.cast::<MPI_Status>().write(*from.cast::<MPI_Status>()) };
    0
}

/// The standard's `MPI_Status_c2f`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_c2f(status: *const MPI_Status, to: *mut MPI_Fint) -> c_int {
    // SAFETY: the standard's contract.
    unsafe { converted(status.cast(), to) }
}

/// The standard's `MPI_Status_f2c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_f2c(from: *const MPI_Fint, status: *mut MPI_Status) -> c_int {
    // SAFETY: the standard's contract.
    unsafe { converted(from, status.cast()) }
}

/// Stores one of the bounds of a datatype.
///
/// # Safety
/// As `MPI_Type_get_extent`.
unsafe fn bound(
    datatype: MPI_Datatype,
    place: *mut MPI_Aint,
    of: fn(MPI_Aint, MPI_Aint) -> MPI_Aint,
) -> c_int {
    let (mut lb, mut extent) = (0, 0);
    // If `place` is NULL, the function called reports it.
    let size = if place.is_null() { place } else { &raw mut extent };
    // SAFETY: the other output is a local variable.
    let rc = unsafe { MPI_Type_get_extent(datatype, &raw mut lb, size) };
    if rc == 0 {
        // SAFETY: it is not NULL, and the caller's promise.
        unsafe { *place = of(lb, extent) };
    }
    rc
}

/// `MPI_Type_extent` of MPI 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_extent(datatype: MPI_Datatype, extent: *mut MPI_Aint) -> c_int {
    // SAFETY: the standard's contract.
    unsafe { bound(datatype, extent, |_, extent| extent) }
}

/// `MPI_Type_lb` of MPI 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_lb(datatype: MPI_Datatype, lb: *mut MPI_Aint) -> c_int {
    // SAFETY: the standard's contract.
    unsafe { bound(datatype, lb, |lb, _| lb) }
}

/// `MPI_Type_ub` of MPI 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_ub(datatype: MPI_Datatype, ub: *mut MPI_Aint) -> c_int {
    // SAFETY: the standard's contract.
    unsafe { bound(datatype, ub, |lb, extent| lb + extent) }
}
