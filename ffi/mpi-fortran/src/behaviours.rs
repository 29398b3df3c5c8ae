//! The predefined attribute callbacks. For a program they are like functions of its own.

use crate::abi::MPI_Aint;
use libc::c_int;

macro_rules! behaviours {
    ($($number:ty: $null:ident $dup:ident $delete:ident;)*) => { $(
        /// Does not copy.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $null(
            _object: *const c_int,
            _keyval: *const c_int,
            _extra_state: *const $number,
            _value: *const $number,
            _new: *mut $number,
            flag: *mut c_int,
            ierror: *mut c_int,
        ) {
            // SAFETY: the standard's contract of a copy function.
            unsafe {
                *flag = 0;
                *ierror = 0;
            }
        }

        /// Copies the value.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $dup(
            _object: *const c_int,
            _keyval: *const c_int,
            _extra_state: *const $number,
            value: *const $number,
            new: *mut $number,
            flag: *mut c_int,
            ierror: *mut c_int,
        ) {
            // SAFETY: the standard's contract of a copy function.
            unsafe {
                *new = *value;
                *flag = 1;
                *ierror = 0;
            }
        }

        /// Does nothing.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $delete(
            _object: *const c_int,
            _keyval: *const c_int,
            _value: *const $number,
            _extra_state: *const $number,
            ierror: *mut c_int,
        ) {
            // SAFETY: the standard's contract of a delete function.
            unsafe { *ierror = 0 }
        }
    )* };
}

behaviours! {
    c_int: mpi_null_copy_fn_ mpi_dup_fn_ mpi_null_delete_fn_;
    MPI_Aint: mpi_comm_null_copy_fn_ mpi_comm_dup_fn_ mpi_comm_null_delete_fn_;
    MPI_Aint: mpi_type_null_copy_fn_ mpi_type_dup_fn_ mpi_type_null_delete_fn_;
    MPI_Aint: mpi_win_null_copy_fn_ mpi_win_dup_fn_ mpi_win_null_delete_fn_;
}

/// `MPI_CONVERSION_FN_NULL`, the file conversion that does nothing; it is never called.
#[unsafe(no_mangle)]
pub extern "C" fn mpi_conversion_fn_null_() {}
