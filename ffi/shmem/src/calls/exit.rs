//! The end of a process that does not call `shmem_finalize`.

use libc::{c_int, c_void};
use skifch_shmem::job;
use std::sync::Once;

unsafe extern "C" {
    /// As `atexit`, with the exit code (glibc).
    fn on_exit(function: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

static ONCE: Once = Once::new();

/// Sees to it that this process leaves the job when it ends.
pub(super) fn leave_at_exit() {
    ONCE.call_once(|| {
        // SAFETY: the function lives as long as the library, which stays loaded.
        unsafe { on_exit(leave, std::ptr::null_mut()) };
    });
}

/// Finishes what has not been finished, as the standard has it after `start_pes`. A process that
/// failed waits for nobody: its exit code ends the job.
extern "C" fn leave(status: c_int, _: *mut c_void) {
    if status != 0 {
        return;
    }
    // SAFETY: the process ends, so no thread is in a call.
    if let Err(error) = unsafe { job::leave() } {
        eprintln!("the end of a process that called no shmem_finalize: {error}");
        // SAFETY: `exit` is under way and cannot be called again; null means every stream, which it
        // had still to write out.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            libc::_exit(1);
        }
    }
}
