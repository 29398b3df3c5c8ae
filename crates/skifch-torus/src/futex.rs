//! Sleeping on a word of shared memory.

use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Sleeps while `word` is `expected`, for at most `limit`. May wake up spuriously.
pub(crate) fn wait(word: &AtomicU32, expected: u32, limit: Duration) {
    let limit = libc::timespec {
        tv_sec: limit.as_secs() as libc::time_t,
        tv_nsec: limit.subsec_nanos().into(),
    };
    // SAFETY: the word and the time limit live through the call. The result does not matter: the
    // caller checks again.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            libc::FUTEX_WAIT,
            expected,
            &raw const limit,
            std::ptr::null::<u32>(),
            0,
        )
    };
}

/// Wakes one thread that sleeps on `word`, in any process.
pub(crate) fn wake(word: &AtomicU32) {
    // SAFETY: the word is mapped; the kernel uses only its address.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, 1) };
}
