//! Threads for tests, created directly with pthreads: ThreadSanitizer knows the ordering that the
//! start and end of a pthread imply, but cannot see into the standard library, which is not
//! instrumented.

use std::ffi::c_void;
use std::io::Error;

pub use std::thread::yield_now;

/// A running thread.
pub struct JoinHandle<T> {
    id: libc::pthread_t,
    task: *mut Task<T>,
}

// SAFETY: the task belongs to the thread until it is joined, and to the handle after.
unsafe impl<T: Send> Send for JoinHandle<T> {}

struct Task<T> {
    body: Option<Box<dyn FnOnce() -> T + Send>>,
    result: Option<T>,
}

/// Starts a thread. A panic in it aborts the process, which fails the test.
///
/// # Panics
/// If the system cannot create a thread.
pub fn spawn<T: Send + 'static>(body: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    let task = Box::into_raw(Box::new(Task { body: Some(Box::new(body)), result: None }));
    let mut id = 0;
    // SAFETY: the entry is given the task that it expects, which lives until the join.
    let rc =
        unsafe { libc::pthread_create(&raw mut id, std::ptr::null(), entry::<T>, task.cast()) };
    assert_eq!(rc, 0, "starting a thread: {}", Error::from_raw_os_error(rc));
    JoinHandle { id, task }
}

extern "C" fn entry<T>(task: *mut c_void) -> *mut c_void {
    // SAFETY: `spawn` gave the task to this thread alone.
    let task = unsafe { &mut *task.cast::<Task<T>>() };
    task.result = task.body.take().map(|body| body());
    std::ptr::null_mut()
}

impl<T> JoinHandle<T> {
    /// Waits for the thread to end and returns the result of its body.
    ///
    /// # Errors
    /// The system's error, if the thread cannot be joined.
    pub fn join(self) -> Result<T, Error> {
        // SAFETY: a thread of `spawn`, joined once because this takes the handle.
        let rc = unsafe { libc::pthread_join(self.id, std::ptr::null_mut()) };
        if rc != 0 {
            return Err(Error::from_raw_os_error(rc));
        }
        // SAFETY: made by `spawn`; the thread has ended.
        let task = unsafe { Box::from_raw(self.task) };
        task.result.ok_or_else(|| Error::other("the thread gave no result"))
    }
}
