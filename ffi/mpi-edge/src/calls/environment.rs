//! Versions, memory, error handlers.

use crate::constants::{
    MPI_ERR_ARG, MPI_ERR_NO_MEM, MPI_MAX_LIBRARY_VERSION_STRING, MPI_SUBVERSION, MPI_VERSION,
};
use crate::failure::{Answer, Failure};
use crate::handlers::{self, On};
use crate::handles::{Comm, Errhandler, Info};
use crate::text;
use libc::{c_char, c_void};

/// `MPI_Get_version`.
pub unsafe fn get_version() -> Answer<(i32, i32)> {
    Ok((MPI_VERSION, MPI_SUBVERSION))
}

/// `MPI_Get_library_version`.
pub unsafe fn get_library_version(version: *mut c_char) -> Answer<i32> {
    let words = concat!("SkifCh ", env!("CARGO_PKG_VERSION"), ", MPI 5.0 over the channel");
    // SAFETY: the standard asks for so much room.
    unsafe { text::put("version", version, MPI_MAX_LIBRARY_VERSION_STRING as usize, words) }
}

/// `MPI_Alloc_mem`: `baseptr` is the address of a pointer.
pub unsafe fn alloc_mem(size: i64, _info: Info, baseptr: *mut c_void) -> Answer {
    let Ok(bytes) = usize::try_from(size) else {
        return Err(Failure::new(MPI_ERR_ARG, format!("a size of {size} bytes")));
    };
    if baseptr.is_null() {
        return Err(Failure::new(MPI_ERR_ARG, "baseptr is NULL"));
    }
    // On a cache line, so that the copies into it are of whole ones.
    let mut base = std::ptr::null_mut();
    // SAFETY: `base` is writable.
    let rc = unsafe { libc::posix_memalign(&raw mut base, 64, bytes.max(1)) };
    if rc != 0 {
        return Err(Failure::new(MPI_ERR_NO_MEM, format!("there are no {bytes} bytes")));
    }
    // SAFETY: the standard asks for the address of a pointer.
    unsafe { *baseptr.cast::<*mut c_void>() = base };
    Ok(())
}

/// `MPI_Free_mem`.
pub unsafe fn free_mem(base: *mut c_void) -> Answer {
    // SAFETY: the standard asks for what `MPI_Alloc_mem` gave, or NULL.
    unsafe { libc::free(base) };
    Ok(())
}

/// `MPI_Comm_create_errhandler`.
pub unsafe fn comm_create_errhandler(function: *const c_void) -> Answer<Errhandler> {
    if function.is_null() {
        return Err(Failure::new(MPI_ERR_ARG, "the function of the error handler is NULL"));
    }
    Ok(handlers::make(function.addr()))
}

/// `MPI_Comm_set_errhandler`.
pub unsafe fn comm_set_errhandler(comm: Comm, errhandler: Errhandler) -> Answer {
    handlers::set(On::Comm(comm), errhandler)
}

/// `MPI_Comm_get_errhandler`.
pub unsafe fn comm_get_errhandler(comm: Comm) -> Answer<Errhandler> {
    Ok(handlers::get(On::Comm(comm)))
}

/// `MPI_Comm_call_errhandler`.
pub unsafe fn comm_call_errhandler(_comm: Comm, errorcode: i32) -> Answer {
    Err(Failure::new(errorcode, "the program raised this error"))
}

/// `MPI_Errhandler_free`.
pub unsafe fn errhandler_free(errhandler: &mut Errhandler) -> Answer {
    handlers::free(*errhandler)?;
    *errhandler = Errhandler::NULL;
    Ok(())
}
