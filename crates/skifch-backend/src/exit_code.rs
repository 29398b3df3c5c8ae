//! The exit code of a process after a failure that no call could return.

use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

unsafe extern "C" {
    /// As `atexit`, but the function receives the exit code (glibc).
    fn on_exit(function: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

/// The id of the process that has failed; a forked child has a different one.
static FAILED: AtomicU32 = AtomicU32::new(0);

/// From now on this process exits with code 1 where it would with 0: something failed that no call
/// can report to the program, such as work done at process exit. Printing a message is up to the
/// caller.
#[cold]
pub fn ends_with_failure() {
    if FAILED.swap(std::process::id(), Ordering::Relaxed) != std::process::id() {
        // SAFETY: the function lives as long as the object that contains it, which is not unloaded.
        // It may be registered during process exit and is then still called. Without memory for the
        // registration, the caller's message is the only sign of the failure.
        unsafe { on_exit(fail, null_mut()) };
    }
}

extern "C" fn fail(status: c_int, _: *mut c_void) {
    if status == 0 && FAILED.load(Ordering::Relaxed) == std::process::id() {
        // SAFETY: `exit` is running and must not be called again. Exit handlers registered earlier
        // are skipped, but C stdio buffers are flushed.
        unsafe {
            libc::fflush(null_mut());
            libc::_exit(1);
        }
    }
}
