//! The library of GNU Fortran, which a program may hold instead of loading it.

use libc::c_int;

/// Flushes a unit, or all of them for NULL.
type Flush = extern "C" fn(*const c_int);

// Rust has no weak references. The first is that to the function: 0 where the program has none.
//
// The others are the names that libgfortran.a refers to weakly. It takes the presence of
// pthread_key_create, which this library brings into every static program, as that of threads, and
// would call address 0 where one of the others is missing.
std::arch::global_asm!(
    ".pushsection .data.rel.ro.skifch_gfortran, \"aw\"",
    ".balign 8",
    ".weak _gfortran_flush_i4",
    ".globl skifch_gfortran_flush",
    ".hidden skifch_gfortran_flush",
    "skifch_gfortran_flush:",
    ".quad _gfortran_flush_i4",
    ".quad pthread_cond_broadcast, pthread_cond_destroy, pthread_cond_init, pthread_cond_wait",
    ".quad pthread_create, pthread_join, pthread_self",
    ".quad pthread_getspecific, pthread_setspecific, pthread_key_create, pthread_key_delete",
    ".quad pthread_mutex_init, pthread_mutex_destroy",
    ".quad pthread_mutex_lock, pthread_mutex_trylock, pthread_mutex_unlock",
    ".popsection",
);

unsafe extern "C" {
    /// The first of the addresses above.
    static skifch_gfortran_flush: Option<Flush>;
}

/// Flushes the units of the program, if GNU Fortran's library is in it or has been loaded.
pub(crate) fn flush() {
    // SAFETY: it is never written, and the function has this type.
    let held = unsafe { skifch_gfortran_flush };
    if let Some(flush_units) = held.or_else(loaded) {
        flush_units(std::ptr::null());
    }
}

/// The function of a library that was loaded after this one.
fn loaded() -> Option<Flush> {
    // SAFETY: the name ends in NUL, and the function, if there is one, has this type.
    unsafe {
        let place = libc::dlsym(libc::RTLD_DEFAULT, c"_gfortran_flush_i4".as_ptr());
        std::mem::transmute::<*mut libc::c_void, Option<Flush>>(place)
    }
}
