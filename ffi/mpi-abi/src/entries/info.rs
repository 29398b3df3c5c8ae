//! The info object. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Info_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_create(info: *mut MPI_Info) -> c_int {
    if info.is_null() {
        return no_place("MPI_Info_create", On::Nothing, "info");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { info::info_create() };
    match outcome {
        Ok(info_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *info = info_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Info_create", On::Nothing, error),
    }
}

/// The standard's `MPI_Info_create_env`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_create_env(
    argc: c_int,
    argv: *mut *mut c_char,
    info: *mut MPI_Info,
) -> c_int {
    if info.is_null() {
        return no_place("MPI_Info_create_env", On::Nothing, "info");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { info::info_create_env(argc, argv) };
    match outcome {
        Ok(info_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *info = info_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Info_create_env", On::Nothing, error),
    }
}

/// The standard's `MPI_Info_delete`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_delete(info: MPI_Info, key: *const c_char) -> c_int {
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { info::info_delete(info, key) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Info_delete", On::Nothing, error),
    }
}

/// The standard's `MPI_Info_dup`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_dup(info: MPI_Info, newinfo: *mut MPI_Info) -> c_int {
    if newinfo.is_null() {
        return no_place("MPI_Info_dup", On::Nothing, "newinfo");
    }
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { info::info_dup(info) };
    match outcome {
        Ok(newinfo_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newinfo = newinfo_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Info_dup", On::Nothing, error),
    }
}

/// The standard's `MPI_Info_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_free(info: *mut MPI_Info) -> c_int {
    if info.is_null() {
        return no_place("MPI_Info_free", On::Nothing, "info");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut info_value = Info::from(unsafe { *info });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { info::info_free(&mut info_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *info = info_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Info_free", On::Nothing, error),
    }
}

/// The standard's `MPI_Info_get_nkeys`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_get_nkeys(info: MPI_Info, nkeys: *mut c_int) -> c_int {
    if nkeys.is_null() {
        return no_place("MPI_Info_get_nkeys", On::Nothing, "nkeys");
    }
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { info::info_get_nkeys(info) };
    match outcome {
        Ok(nkeys_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *nkeys = nkeys_value;
            }
            0
        }
        Err(error) => failed("MPI_Info_get_nkeys", On::Nothing, error),
    }
}

/// The standard's `MPI_Info_get_nthkey`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_get_nthkey(info: MPI_Info, n: c_int, key: *mut c_char) -> c_int {
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { info::info_get_nthkey(info, n, key) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Info_get_nthkey", On::Nothing, error),
    }
}

/// The standard's `MPI_Info_get_string`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_get_string(
    info: MPI_Info,
    key: *const c_char,
    buflen: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> c_int {
    if buflen.is_null() {
        return no_place("MPI_Info_get_string", On::Nothing, "buflen");
    }
    if flag.is_null() {
        return no_place("MPI_Info_get_string", On::Nothing, "flag");
    }
    let info = Info::from(info);
    // SAFETY: no NULL, and the standard's contract.
    let mut buflen_value = unsafe { *buflen };
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { info::info_get_string(info, key, &mut buflen_value, value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *buflen = buflen_value;
    }
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Info_get_string", On::Nothing, error),
    }
}

/// The standard's `MPI_Info_set`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_set(
    info: MPI_Info,
    key: *const c_char,
    value: *const c_char,
) -> c_int {
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { info::info_set(info, key, value) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Info_set", On::Nothing, error),
    }
}
