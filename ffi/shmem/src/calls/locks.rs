//! Locks.

use crate::fault::done;
use libc::{c_int, c_long};
use skifch_shmem::lock;

pub(crate) unsafe fn set_lock(call: &str, lock: *mut c_long) {
    done(call, lock::set(lock));
}

/// Returns 0 if the lock was free and is now held by this PE, as the standard requires.
pub(crate) unsafe fn test_lock(call: &str, lock: *mut c_long) -> c_int {
    c_int::from(!done(call, lock::test(lock)))
}

pub(crate) unsafe fn clear_lock(call: &str, lock: *mut c_long) {
    done(call, lock::clear(lock));
}
