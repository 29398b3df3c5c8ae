//! The buffers for buffered sends.

use crate::abi::Abi;
use crate::args::count as checked;
use crate::handles::{Comm, Request};
use crate::raise::Answer;
use libc::c_void;
use skifch_mpi::p2p;

/// The size that stands for unlimited.
const AUTOMATIC: usize = usize::MAX;

fn attach<A: Abi>(of: Option<Comm>, buffer: *mut c_void, size: i64) -> Answer {
    let is_automatic = buffer.addr() == A::BUFFER_AUTOMATIC;
    let size = if is_automatic { AUTOMATIC } else { checked(size)? };
    Ok(p2p::attach_buffer(of, buffer.expose_provenance(), size)?)
}

/// # Safety
/// `buffer_addr` is NULL or the address of a pointer.
unsafe fn detach(of: Option<Comm>, buffer_addr: *mut c_void) -> Answer<i64> {
    let (address, size) = p2p::detach_buffer(of)?;
    if !buffer_addr.is_null() {
        let buffer = std::ptr::with_exposed_provenance_mut(address);
        // SAFETY: the caller's promise.
        unsafe { *buffer_addr.cast::<*mut c_void>() = buffer };
    }
    Ok(if size == AUTOMATIC { 0 } else { size as i64 })
}

/// `MPI_Buffer_attach`.
pub unsafe fn buffer_attach<A: Abi>(buffer: *mut c_void, size: i64) -> Answer {
    attach::<A>(None, buffer, size)
}

/// `MPI_Buffer_detach`: `buffer_addr` is the address of a pointer.
pub unsafe fn buffer_detach(buffer_addr: *mut c_void) -> Answer<i64> {
    // SAFETY: the standard's contract.
    unsafe { detach(None, buffer_addr) }
}

/// `MPI_Buffer_flush`.
pub unsafe fn buffer_flush() -> Answer {
    Ok(p2p::flush_buffer(None)?)
}

/// `MPI_Buffer_iflush`.
pub unsafe fn buffer_iflush() -> Answer<Request> {
    Ok(p2p::iflush_buffer(None)?)
}

/// `MPI_Comm_attach_buffer`.
pub unsafe fn comm_attach_buffer<A: Abi>(comm: Comm, buffer: *mut c_void, size: i64) -> Answer {
    attach::<A>(Some(comm), buffer, size)
}

/// `MPI_Comm_detach_buffer`: `buffer_addr` is the address of a pointer.
pub unsafe fn comm_detach_buffer(comm: Comm, buffer_addr: *mut c_void) -> Answer<i64> {
    // SAFETY: the standard's contract.
    unsafe { detach(Some(comm), buffer_addr) }
}

/// `MPI_Comm_flush_buffer`.
pub unsafe fn comm_flush_buffer(comm: Comm) -> Answer {
    Ok(p2p::flush_buffer(Some(comm))?)
}

/// `MPI_Comm_iflush_buffer`.
pub unsafe fn comm_iflush_buffer(comm: Comm) -> Answer<Request> {
    Ok(p2p::iflush_buffer(Some(comm))?)
}
