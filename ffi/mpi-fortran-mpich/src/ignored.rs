//! C programs find Fortran's `MPI_STATUS_IGNORE` and `MPI_STATUSES_IGNORE` through two pointers in
//! the C library. They are set when this library is loaded, before any program can read them.

use crate::places;
use libc::c_int;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::Relaxed;

unsafe extern "C" {
    static MPI_F_STATUS_IGNORE: AtomicPtr<c_int>;
    static MPI_F_STATUSES_IGNORE: AtomicPtr<c_int>;
}

/// Called by the dynamic loader.
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
