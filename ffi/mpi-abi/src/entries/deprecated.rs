//! Deprecated. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Info_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_get(
    _info: MPI_Info,
    _key: *const c_char,
    _valuelen: c_int,
    _value: *mut c_char,
    _flag: *mut c_int,
) -> c_int {
    later("MPI_Info_get", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Info_get_valuelen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_get_valuelen(
    _info: MPI_Info,
    _key: *const c_char,
    _valuelen: *mut c_int,
    _flag: *mut c_int,
) -> c_int {
    later("MPI_Info_get_valuelen", On::Nothing, "this function is not in this version")
}
