//! The info object. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Info_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_create(_info: *mut MPI_Info) -> c_int {
    later("MPI_Info_create", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Info_create_env`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_create_env(
    _argc: c_int,
    _argv: *mut *mut c_char,
    _info: *mut MPI_Info,
) -> c_int {
    later("MPI_Info_create_env", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Info_delete`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_delete(_info: MPI_Info, _key: *const c_char) -> c_int {
    later("MPI_Info_delete", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Info_dup`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_dup(_info: MPI_Info, _newinfo: *mut MPI_Info) -> c_int {
    later("MPI_Info_dup", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Info_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_free(_info: *mut MPI_Info) -> c_int {
    later("MPI_Info_free", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Info_get_nkeys`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_get_nkeys(_info: MPI_Info, _nkeys: *mut c_int) -> c_int {
    later("MPI_Info_get_nkeys", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Info_get_nthkey`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_get_nthkey(
    _info: MPI_Info,
    _n: c_int,
    _key: *mut c_char,
) -> c_int {
    later("MPI_Info_get_nthkey", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Info_get_string`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_get_string(
    _info: MPI_Info,
    _key: *const c_char,
    _buflen: *mut c_int,
    _value: *mut c_char,
    _flag: *mut c_int,
) -> c_int {
    later("MPI_Info_get_string", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Info_set`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_set(
    _info: MPI_Info,
    _key: *const c_char,
    _value: *const c_char,
) -> c_int {
    later("MPI_Info_set", On::Nothing, "this function is not in this version")
}
