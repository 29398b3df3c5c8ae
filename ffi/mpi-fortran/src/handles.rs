//! Arrays of handles, which are INTEGERs in Fortran.

use crate::abi::Handle;
use libc::c_int;

/// Converts the first `len` handles to C.
///
/// # Safety
/// The array has `len` elements.
pub(crate) unsafe fn read(from: *const c_int, len: c_int) -> Vec<Handle> {
    let len = usize::try_from(len).unwrap_or(0);
    // SAFETY: the caller's promise.
    (0..len).map(|at| Handle::of(unsafe { *from.add(at) })).collect()
}

/// Stores handles back into the array of INTEGERs.
///
/// # Safety
/// There is room for them.
pub(crate) unsafe fn write(to: *mut c_int, handles: &[Handle]) {
    for (at, handle) in handles.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { *to.add(at) = handle.int() }
    }
}
