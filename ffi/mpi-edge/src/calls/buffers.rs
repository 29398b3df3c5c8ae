//! The buffer of buffered sends.

use crate::args::count as checked;
use crate::raise::Answer;
use libc::c_void;
use skifch_mpi::p2p;

/// `MPI_Buffer_attach`.
pub unsafe fn buffer_attach(buffer: *mut c_void, size: i64) -> Answer {
    Ok(p2p::attach_buffer(buffer.expose_provenance(), checked(size)?)?)
}

/// `MPI_Buffer_detach`: `buffer_addr` is the address of a pointer.
pub unsafe fn buffer_detach(buffer_addr: *mut c_void) -> Answer<i64> {
    let (address, size) = p2p::detach_buffer()?;
    if !buffer_addr.is_null() {
        let buffer = std::ptr::with_exposed_provenance_mut(address);
        // SAFETY: the standard asks for the address of a pointer.
        unsafe { *buffer_addr.cast::<*mut c_void>() = buffer };
    }
    Ok(size as i64)
}

/// `MPI_Buffer_flush`.
pub unsafe fn buffer_flush() -> Answer {
    Ok(p2p::flush_buffer()?)
}
