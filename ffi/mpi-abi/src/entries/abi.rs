//! Application binary interface. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Abi_get_fortran_booleans`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Abi_get_fortran_booleans(
    _logical_size: c_int,
    _logical_true: *mut c_void,
    _logical_false: *mut c_void,
    _is_set: *mut c_int,
) -> c_int {
    later("MPI_Abi_get_fortran_booleans", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Abi_get_fortran_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Abi_get_fortran_info(_info: *mut MPI_Info) -> c_int {
    later("MPI_Abi_get_fortran_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Abi_get_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Abi_get_info(_info: *mut MPI_Info) -> c_int {
    later("MPI_Abi_get_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Abi_get_version`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Abi_get_version(
    abi_major: *mut c_int,
    abi_minor: *mut c_int,
) -> c_int {
    if abi_major.is_null() {
        return no_place("MPI_Abi_get_version", On::Nothing, "abi_major");
    }
    if abi_minor.is_null() {
        return no_place("MPI_Abi_get_version", On::Nothing, "abi_minor");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { abi::abi_get_version() };
    match outcome {
        Ok((abi_major_value, abi_minor_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *abi_major = abi_major_value;
                *abi_minor = abi_minor_value;
            }
            0
        }
        Err(error) => failed("MPI_Abi_get_version", On::Nothing, error),
    }
}

/// The standard's `MPI_Abi_set_fortran_booleans`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Abi_set_fortran_booleans(
    _logical_size: c_int,
    _logical_true: *mut c_void,
    _logical_false: *mut c_void,
) -> c_int {
    later("MPI_Abi_set_fortran_booleans", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Abi_set_fortran_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Abi_set_fortran_info(_info: MPI_Info) -> c_int {
    later("MPI_Abi_set_fortran_info", On::Nothing, "this function is not in this version")
}
