//! The end of a process that does not call `shmem_finalize`, or that its launcher ends.

use crate::fault::flush;
use libc::{c_int, c_void};
use skifch_shmem::{asked, job};
use std::sync::Once;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::Relaxed;

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
    let pe = job::my_pe();
    // SAFETY: the process ends, so no thread is in a call.
    if let Err(error) = unsafe { job::leave() } {
        eprintln!("PE {pe}: the end of a process that called no shmem_finalize: {error}");
        flush();
        // SAFETY: `exit` is under way and cannot be called again, and its work is done.
        unsafe { libc::_exit(1) };
    }
}

/// The process that has the handler, and not a child of it.
static OWNER: AtomicI32 = AtomicI32::new(0);

/// Sees to it that a PE that waits while its launcher ends the job, as after `shmem_global_exit`,
/// does not lose what it has printed. A program that has said what is to be done then is left
/// alone.
pub(super) fn flush_when_asked_to_end() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: a struct of numbers and a null pointer, filled in by the call.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        // SAFETY: valid pointers; the handler does what handlers may.
        unsafe {
            libc::sigaction(libc::SIGTERM, std::ptr::null(), &raw mut action);
            if action.sa_sigaction != libc::SIG_DFL {
                return;
            }
            OWNER.store(libc::getpid(), Relaxed);
            asked::end_by(end_as_asked);
            action.sa_sigaction = on_term as *const () as usize;
            action.sa_flags = libc::SA_RESTART;
            libc::sigaction(libc::SIGTERM, &raw const action, std::ptr::null_mut());
        }
    });
}

/// Who computes ends at once: nobody knows what it holds.
extern "C" fn on_term(_signal: c_int) {
    // SAFETY: allowed in handlers.
    let is_owner = unsafe { libc::getpid() } == OWNER.load(Relaxed);
    if !is_owner || !asked::ask() {
        die();
    }
}

/// In a wait, so no lock of the program is held by this thread.
fn end_as_asked() -> ! {
    flush();
    die();
    // SAFETY: the signal is on its way, or could not be sent.
    unsafe { libc::_exit(128 + libc::SIGTERM) }
}

/// Ends this process as the signal does where nobody handles it; in its handler, after it.
fn die() {
    // SAFETY: allowed in handlers.
    unsafe {
        libc::signal(libc::SIGTERM, libc::SIG_DFL);
        libc::raise(libc::SIGTERM);
    }
}
