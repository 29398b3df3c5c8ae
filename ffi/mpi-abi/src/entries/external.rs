//! External interfaces. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Grequest_complete`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Grequest_complete(_request: MPI_Request) -> c_int {
    later("MPI_Grequest_complete", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Grequest_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Grequest_start(
    _query_fn: MPI_Grequest_query_function,
    _free_fn: MPI_Grequest_free_function,
    _cancel_fn: MPI_Grequest_cancel_function,
    _extra_state: *mut c_void,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Grequest_start", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Status_set_cancelled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_set_cancelled(status: *mut MPI_Status, flag: c_int) -> c_int {
    if status.is_null() {
        return no_place("MPI_Status_set_cancelled", On::Nothing, "status");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut status_value = Status::from(unsafe { *status });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { external::status_set_cancelled(&mut status_value, flag != 0) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *status = status_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Status_set_cancelled", On::Nothing, error),
    }
}

/// The standard's `MPI_Status_set_elements`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_set_elements(
    status: *mut MPI_Status,
    datatype: MPI_Datatype,
    count: c_int,
) -> c_int {
    if status.is_null() {
        return no_place("MPI_Status_set_elements", On::Nothing, "status");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut status_value = Status::from(unsafe { *status });
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { external::status_set_elements(&mut status_value, datatype, i64::from(count)) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *status = status_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Status_set_elements", On::Nothing, error),
    }
}

/// The standard's `MPI_Status_set_elements_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_set_elements_c(
    status: *mut MPI_Status,
    datatype: MPI_Datatype,
    count: MPI_Count,
) -> c_int {
    if status.is_null() {
        return no_place("MPI_Status_set_elements_c", On::Nothing, "status");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut status_value = Status::from(unsafe { *status });
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { external::status_set_elements(&mut status_value, datatype, count) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *status = status_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Status_set_elements_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Status_set_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_set_error(status: *mut MPI_Status, error: c_int) -> c_int {
    if status.is_null() {
        return no_place("MPI_Status_set_error", On::Nothing, "status");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut status_value = Status::from(unsafe { *status });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { external::status_set_error(&mut status_value, error) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *status = status_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Status_set_error", On::Nothing, error),
    }
}

/// The standard's `MPI_Status_set_source`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_set_source(status: *mut MPI_Status, source: c_int) -> c_int {
    if status.is_null() {
        return no_place("MPI_Status_set_source", On::Nothing, "status");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut status_value = Status::from(unsafe { *status });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { external::status_set_source(&mut status_value, source) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *status = status_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Status_set_source", On::Nothing, error),
    }
}

/// The standard's `MPI_Status_set_tag`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_set_tag(status: *mut MPI_Status, tag: c_int) -> c_int {
    if status.is_null() {
        return no_place("MPI_Status_set_tag", On::Nothing, "status");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut status_value = Status::from(unsafe { *status });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { external::status_set_tag(&mut status_value, tag) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *status = status_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Status_set_tag", On::Nothing, error),
    }
}
