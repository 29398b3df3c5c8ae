//! Environmental management. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Add_error_class`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Add_error_class(errorclass: *mut c_int) -> c_int {
    if errorclass.is_null() {
        return no_place("MPI_Add_error_class", On::Nothing, "errorclass");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::add_error_class() };
    match outcome {
        Ok(errorclass_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *errorclass = errorclass_value;
            }
            0
        }
        Err(error) => failed("MPI_Add_error_class", On::Nothing, error),
    }
}

/// The standard's `MPI_Add_error_code`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Add_error_code(errorclass: c_int, errorcode: *mut c_int) -> c_int {
    if errorcode.is_null() {
        return no_place("MPI_Add_error_code", On::Nothing, "errorcode");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::add_error_code(errorclass) };
    match outcome {
        Ok(errorcode_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *errorcode = errorcode_value;
            }
            0
        }
        Err(error) => failed("MPI_Add_error_code", On::Nothing, error),
    }
}

/// The standard's `MPI_Add_error_string`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Add_error_string(errorcode: c_int, string: *const c_char) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::add_error_string(errorcode, string) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Add_error_string", On::Nothing, error),
    }
}

/// The standard's `MPI_Alloc_mem`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alloc_mem(
    size: MPI_Aint,
    info: MPI_Info,
    baseptr: *mut c_void,
) -> c_int {
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::alloc_mem(size as i64, info, baseptr) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Alloc_mem", On::Nothing, error),
    }
}

/// The standard's `MPI_Comm_call_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_call_errhandler(comm: MPI_Comm, errorcode: c_int) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::comm_call_errhandler(comm, errorcode) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Comm_call_errhandler", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_create_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_create_errhandler(
    comm_errhandler_fn: MPI_Comm_errhandler_function,
    errhandler: *mut MPI_Errhandler,
) -> c_int {
    if errhandler.is_null() {
        return no_place("MPI_Comm_create_errhandler", On::Nothing, "errhandler");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::comm_create_errhandler(comm_errhandler_fn) };
    match outcome {
        Ok(errhandler_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *errhandler = errhandler_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_create_errhandler", On::Nothing, error),
    }
}

/// The standard's `MPI_Comm_get_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_get_errhandler(
    comm: MPI_Comm,
    errhandler: *mut MPI_Errhandler,
) -> c_int {
    if errhandler.is_null() {
        return no_place("MPI_Comm_get_errhandler", On::Comm(Comm::from(comm)), "errhandler");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::comm_get_errhandler(comm) };
    match outcome {
        Ok(errhandler_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *errhandler = errhandler_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Comm_get_errhandler", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Comm_set_errhandler`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_set_errhandler(
    comm: MPI_Comm,
    errhandler: MPI_Errhandler,
) -> c_int {
    let comm = Comm::from(comm);
    let errhandler = Errhandler::from(errhandler);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::comm_set_errhandler(comm, errhandler) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Comm_set_errhandler", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Errhandler_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Errhandler_free(errhandler: *mut MPI_Errhandler) -> c_int {
    if errhandler.is_null() {
        return no_place("MPI_Errhandler_free", On::Nothing, "errhandler");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut errhandler_value = Errhandler::from(unsafe { *errhandler });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::errhandler_free(&mut errhandler_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *errhandler = errhandler_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Errhandler_free", On::Nothing, error),
    }
}

/// The standard's `MPI_Error_class`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Error_class(errorcode: c_int, errorclass: *mut c_int) -> c_int {
    if errorclass.is_null() {
        return no_place("MPI_Error_class", On::Nothing, "errorclass");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::error_class(errorcode) };
    match outcome {
        Ok(errorclass_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *errorclass = errorclass_value;
            }
            0
        }
        Err(error) => failed("MPI_Error_class", On::Nothing, error),
    }
}

/// The standard's `MPI_Error_string`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Error_string(
    errorcode: c_int,
    string: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    if resultlen.is_null() {
        return no_place("MPI_Error_string", On::Nothing, "resultlen");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::error_string(errorcode, string) };
    match outcome {
        Ok(resultlen_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *resultlen = resultlen_value;
            }
            0
        }
        Err(error) => failed("MPI_Error_string", On::Nothing, error),
    }
}

/// The standard's `MPI_Free_mem`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Free_mem(base: *mut c_void) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::free_mem(base) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Free_mem", On::Nothing, error),
    }
}

/// The standard's `MPI_Get_hw_resource_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_hw_resource_info(_hw_info: *mut MPI_Info) -> c_int {
    later("MPI_Get_hw_resource_info", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Get_library_version`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_library_version(
    version: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    if resultlen.is_null() {
        return no_place("MPI_Get_library_version", On::Nothing, "resultlen");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::get_library_version(version) };
    match outcome {
        Ok(resultlen_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *resultlen = resultlen_value;
            }
            0
        }
        Err(error) => failed("MPI_Get_library_version", On::Nothing, error),
    }
}

/// The standard's `MPI_Get_processor_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_processor_name(name: *mut c_char, resultlen: *mut c_int) -> c_int {
    if resultlen.is_null() {
        return no_place("MPI_Get_processor_name", On::Nothing, "resultlen");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::get_processor_name(name) };
    match outcome {
        Ok(resultlen_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *resultlen = resultlen_value;
            }
            0
        }
        Err(error) => failed("MPI_Get_processor_name", On::Nothing, error),
    }
}

/// The standard's `MPI_Get_version`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_version(version: *mut c_int, subversion: *mut c_int) -> c_int {
    if version.is_null() {
        return no_place("MPI_Get_version", On::Nothing, "version");
    }
    if subversion.is_null() {
        return no_place("MPI_Get_version", On::Nothing, "subversion");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::get_version() };
    match outcome {
        Ok((version_value, subversion_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *version = version_value;
                *subversion = subversion_value;
            }
            0
        }
        Err(error) => failed("MPI_Get_version", On::Nothing, error),
    }
}

/// The standard's `MPI_Remove_error_class`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Remove_error_class(errorclass: c_int) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::remove_error_class(errorclass) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Remove_error_class", On::Nothing, error),
    }
}

/// The standard's `MPI_Remove_error_code`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Remove_error_code(errorcode: c_int) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::remove_error_code(errorcode) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Remove_error_code", On::Nothing, error),
    }
}

/// The standard's `MPI_Remove_error_string`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Remove_error_string(errorcode: c_int) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { environment::remove_error_string(errorcode) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Remove_error_string", On::Nothing, error),
    }
}

/// The standard's `MPI_Wtick`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Wtick() -> f64 {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { environment::wtick() };
    value
}

/// The standard's `MPI_Wtime`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Wtime() -> f64 {
    // SAFETY: the standard's contract of the call.
    let value = unsafe { environment::wtime() };
    value
}
