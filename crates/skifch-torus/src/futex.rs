//! Sleeping on a word of shared memory.

use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Sleeps while `word` is `expected`, not longer than `limit`. May wake for nothing.
pub(crate) fn wait(word: &AtomicU32, expected: u32, limit: Duration) {
    let limit = libc::timespec {
        tv_sec: limit.as_secs() as libc::time_t,
        tv_nsec: limit.subsec_nanos().into(),
    };
    // SAFETY: the word and the time limit live through the call. The answer does not matter: the
    // caller looks again.
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

/// Wakes one that sleeps on `word`, in whatever process.
pub(crate) fn wake(word: &AtomicU32) {
    // SAFETY: the word is mapped; the kernel takes its address only.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, 1) };
}
