//! The calling thread's `errno`, in which the data calls of an op table report their error.

use std::ffi::c_int;

/// The errno left by the last call that failed.
pub fn get() -> c_int {
    // SAFETY: the calling thread's own errno.
    unsafe { *libc::__errno_location() }
}

/// Sets errno.
pub fn set(errno: c_int) {
    // SAFETY: as above.
    unsafe { *libc::__errno_location() = errno };
}

/// Converts a data call's result to the convention of the other calls: −1 becomes the negative
/// errno.
pub fn negative(rc: isize) -> isize {
    if rc < 0 { -(get() as isize) } else { rc }
}
