//! The calling thread's `errno`, by which the data calls of an op table fail.

use std::ffi::c_int;

/// What the last call that failed has left.
pub fn get() -> c_int {
    // SAFETY: the calling thread's own errno.
    unsafe { *libc::__errno_location() }
}

/// Sets it.
pub fn set(errno: c_int) {
    // SAFETY: as above.
    unsafe { *libc::__errno_location() = errno };
}

/// The answer of a data call as the other calls give theirs: -1 becomes the negative errno.
pub fn negative(rc: isize) -> isize {
    if rc < 0 { -(get() as isize) } else { rc }
}
