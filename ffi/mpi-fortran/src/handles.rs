//! Arrays of handles: INTEGERs in Fortran.

use crate::abi::Handle;
use libc::c_int;

/// The first `len` handles as C has them.
///
/// # Safety
/// There are as many.
pub(crate) unsafe fn read(from: *const c_int, len: c_int) -> Vec<Handle> {
    let len = usize::try_from(len).unwrap_or(0);
    // SAFETY: the caller's promise.
    (0..len).map(|at| Handle::of(unsafe { *from.add(at) })).collect()
}

/// Stores them where they came from.
///
/// # Safety
/// There is room for them.
pub(crate) unsafe fn write(to: *mut c_int, handles: &[Handle]) {
    for (at, handle) in handles.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { *to.add(at) = handle.int() }
    }
}
