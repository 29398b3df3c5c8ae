//! Atomics, point-to-point synchronisation and locks.

use crate::calls::{amo, p2p};
use libc::{c_int, c_long};
use skifch_shmem::Ctx;

/// Atomics, with their value arguments besides target and PE, and the result type if they return
/// the old value.
macro_rules! atomics {
    ($($name:ident($($value:ident),*): $call:ident $element:ty $(=> $old:ty)?;)*) => { $(
        #[doc = concat!("`", stringify!($name), "(target" $(, ", ", stringify!($value))*, ", pe)`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            target: *mut $element,
            $($value: *const $element,)*
            pe: *const c_int,
        ) $(-> $old)? {
            // SAFETY: the contract of the call.
            unsafe { amo::$call(stringify!($name), Ctx::DEFAULT, target, $(*$value,)* *pe) }
        }
    )* };
}

atomics! {
    shmem_swap_(value): swap i32 => i32;
    shmem_int4_swap_(value): swap i32 => i32;
    shmem_int8_swap_(value): swap i64 => i64;
    shmem_real4_swap_(value): swap f32 => f32;
    shmem_real8_swap_(value): swap f64 => f64;
    shmem_int4_cswap_(cond, value): compare_swap i32 => i32;
    shmem_int8_cswap_(cond, value): compare_swap i64 => i64;
    shmem_int4_fadd_(value): fetch_add i32 => i32;
    shmem_int8_fadd_(value): fetch_add i64 => i64;
    shmem_int4_finc_(): fetch_inc i32 => i32;
    shmem_int8_finc_(): fetch_inc i64 => i64;
    shmem_int4_add_(value): add i32;
    shmem_int8_add_(value): add i64;
    shmem_int4_inc_(): inc i32;
    shmem_int8_inc_(): inc i64;
    shmem_int4_fetch_(): fetch i32 => i32;
    shmem_int8_fetch_(): fetch i64 => i64;
    shmem_real4_fetch_(): fetch f32 => f32;
    shmem_real8_fetch_(): fetch f64 => f64;
    shmem_int4_set_(value): set i32;
    shmem_int8_set_(value): set i64;
    shmem_real4_set_(value): set f32;
    shmem_real8_set_(value): set f64;
}

/// Waits on words of one size.
macro_rules! waits {
    ($($wait:ident $until:ident: $element:ty;)*) => { $(
        #[doc = concat!("`", stringify!($wait), "(ivar, cmp_value)`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $wait(ivar: *mut $element, value: *const $element) {
            // SAFETY: the contract of the call.
            unsafe { p2p::wait(stringify!($wait), ivar, *value) }
        }

        #[doc = concat!("`", stringify!($until), "(ivar, cmp, cmp_value)`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $until(
            ivar: *mut $element,
            cmp: *const c_int,
            value: *const $element,
        ) {
            // SAFETY: the contract of the call.
            unsafe { p2p::wait_until(stringify!($until), ivar, *cmp, *value) }
        }
    )* };
}

waits! {
    shmem_wait_ shmem_wait_until_: i32;
    shmem_int4_wait_ shmem_int4_wait_until_: i32;
    shmem_int8_wait_ shmem_int8_wait_until_: i64;
}

/// `SHMEM_SET_LOCK(lock)`; the lock is an INTEGER(8).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shmem_set_lock_(lock: *mut c_long) {
    // SAFETY: the contract of the call.
    unsafe { crate::calls::locks::set_lock("shmem_set_lock_", lock) }
}

/// `SHMEM_TEST_LOCK(lock)`: returns 0 if the lock was free and is now held by this PE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shmem_test_lock_(lock: *mut c_long) -> c_int {
    // SAFETY: the contract of the call.
    unsafe { crate::calls::locks::test_lock("shmem_test_lock_", lock) }
}

/// `SHMEM_CLEAR_LOCK(lock)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shmem_clear_lock_(lock: *mut c_long) {
    // SAFETY: the contract of the call.
    unsafe { crate::calls::locks::clear_lock("shmem_clear_lock_", lock) }
}
