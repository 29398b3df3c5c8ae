//! Deprecated. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Info_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_get(
    info: MPI_Info,
    key: *const c_char,
    valuelen: c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Info_get", On::Nothing, "flag");
    }
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { deprecated::info_get(info, key, valuelen, value) };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Info_get", On::Nothing, error),
    }
}

/// The standard's `MPI_Info_get_valuelen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Info_get_valuelen(
    info: MPI_Info,
    key: *const c_char,
    valuelen: *mut c_int,
    flag: *mut c_int,
) -> c_int {
    if valuelen.is_null() {
        return no_place("MPI_Info_get_valuelen", On::Nothing, "valuelen");
    }
    if flag.is_null() {
        return no_place("MPI_Info_get_valuelen", On::Nothing, "flag");
    }
    let info = Info::from(info);
    // SAFETY: no NULL, and the standard's contract.
    let mut valuelen_value = unsafe { *valuelen };
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { deprecated::info_get_valuelen(info, key, &mut valuelen_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *valuelen = valuelen_value;
    }
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Info_get_valuelen", On::Nothing, error),
    }
}
