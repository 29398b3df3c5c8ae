//! C programs find the places of Fortran that stand for statuses nobody wants by two pointers of
//! the C library. They are set when this library is loaded, before any program could look.

use crate::places;
use libc::c_int;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::Relaxed;

unsafe extern "C" {
    static MPI_F_STATUS_IGNORE: AtomicPtr<c_int>;
    static MPI_F_STATUSES_IGNORE: AtomicPtr<c_int>;
}

/// Called by the loader.
#[used]
#[unsafe(link_section = ".init_array")]
static AT_LOAD: extern "C" fn() = tell;

extern "C" fn tell() {
    let [one, several] = places::ignored();
    // SAFETY: both are pointers of the C library, which is loaded before us, as we need it.
    unsafe {
        MPI_F_STATUS_IGNORE.store(one.cast(), Relaxed);
        MPI_F_STATUSES_IGNORE.store(several.cast(), Relaxed);
    }
}
