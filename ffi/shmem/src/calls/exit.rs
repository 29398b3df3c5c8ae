//! The end of a process that does not call `shmem_finalize`, or that is ended by its launcher.

use crate::fault::flush;
use libc::{c_int, c_void};
use skifch_shmem::{asked, job};
use std::sync::Once;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::Relaxed;

unsafe extern "C" {
    /// Like `atexit`, but passes the exit code (glibc).
    fn on_exit(function: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

static ONCE: Once = Once::new();

/// Registers an exit handler by which this process leaves the job.
pub(super) fn leave_at_exit() {
    ONCE.call_once(|| {
        // SAFETY: the function lives as long as the library, which stays loaded.
        unsafe { on_exit(leave, std::ptr::null_mut()) };
    });
}

/// Finalises the library if the program has not, as the standard requires after `start_pes`. A
/// process that failed waits for nobody: its exit code ends the job. Nor does one that has not
/// called `MPI_Finalize` either: others may wait for it in MPI, where they do not learn of its end,
/// and the launcher reports a process that ends so.
extern "C" fn leave(status: c_int, _: *mut c_void) {
    if status != 0 || job::is_in_use_with_others() {
        return;
    }
    let pe = job::my_pe();
    // SAFETY: the process ends, so no thread is in a call.
    if let Err(error) = unsafe { job::leave() } {
        eprintln!("PE {pe}: the end of a process that called no shmem_finalize: {error}");
        flush();
        // SAFETY: `exit` is in progress, cannot be called again, and has done its work.
        unsafe { libc::_exit(1) };
    }
}

/// The process that installed the handler, as opposed to its forked children.
static OWNER: AtomicI32 = AtomicI32::new(0);

/// Installs a SIGTERM handler so that a PE which is waiting when its launcher ends the job, as
/// after `shmem_global_exit`, does not lose its output. A handler installed by the program is
/// kept.
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

/// A PE that computes ends at once, because it may hold locks.
extern "C" fn on_term(_signal: c_int) {
    // SAFETY: allowed in handlers.
    let is_owner = unsafe { libc::getpid() } == OWNER.load(Relaxed);
    if !is_owner || !asked::ask() {
        die();
    }
}

/// Called in a wait, where this thread holds no lock of the program.
fn end_as_asked() -> ! {
    flush();
    die();
    // SAFETY: the signal is pending, or could not be sent.
    unsafe { libc::_exit(128 + libc::SIGTERM) }
}

/// Ends this process by the default action of the signal; inside its handler, once that returns.
fn die() {
    // SAFETY: allowed in handlers.
    unsafe {
        libc::signal(libc::SIGTERM, libc::SIG_DFL);
        libc::raise(libc::SIGTERM);
    }
}
