//! Ordering, barriers and the collectives on active sets.

use super::{elements, words};
use crate::calls::{coll, order};
use libc::c_int;
use skifch_shmem::Ctx;
use skifch_shmem::coll::ops::Complex;

/// Calls without arguments.
macro_rules! plain {
    ($($name:ident: $does:expr;)*) => { $(
        #[doc = concat!("`", stringify!($name), "()`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() {
            let does: fn(&str) = $does;
            does(stringify!($name));
        }
    )* };
}

plain! {
    shmem_barrier_all_: |name| coll::barrier_all(name);
    shmem_sync_all_: |name| coll::sync_all(name);
    shmem_fence_: |name| order::fence(name, Ctx::DEFAULT);
    shmem_quiet_: |name| order::quiet(name, Ctx::DEFAULT);
    shmem_clear_cache_inv_: |_| {};
    shmem_set_cache_inv_: |_| {};
    shmem_udcflush_: |_| {};
}

/// Calls for a cache line. Caches are coherent, so these do nothing.
macro_rules! lines {
    ($($name:ident)*) => { $(
        #[doc = concat!("`", stringify!($name), "(target)`: nothing.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(_target: *mut u8) {}
    )* };
}

lines! { shmem_clear_cache_line_inv_ shmem_set_cache_line_inv_ shmem_udcflush_line_ }

/// Calls that only synchronise.
macro_rules! meetings {
    ($($name:ident: $call:ident;)*) => { $(
        #[doc = concat!("`", stringify!($name), "(PE_start, logPE_stride, PE_size, pSync)`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            start: *const c_int,
            stride: *const c_int,
            size: *const c_int,
            sync: *mut c_int,
        ) {
            // SAFETY: the contract of the call.
            unsafe { coll::$call(stringify!($name), *start, *stride, *size, words(sync)) }
        }
    )* };
}

meetings! {
    shmem_barrier_: barrier;
    shmem_sync_: sync;
}

/// `shmem_broadcast…(target, source, nlong, PE_root, PE_start, logPE_stride, PE_size, pSync)`.
macro_rules! broadcasts {
    ($($name:ident: $element:ty;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            dest: *mut $element,
            source: *const $element,
            count: *const c_int,
            root: *const c_int,
            start: *const c_int,
            stride: *const c_int,
            size: *const c_int,
            sync: *mut c_int,
        ) {
            // SAFETY: the contract of the call.
            unsafe {
                let (name, sync) = (stringify!($name), words(sync));
                let count = elements(name, count);
                let (root, start, stride, size) = (*root, *start, *stride, *size);
                coll::set_broadcast(name, dest, source, count, root, start, stride, size, sync);
            }
        }
    )* };
}

broadcasts! {
    shmem_broadcast4_: u32;
    shmem_broadcast8_: u64;
    shmem_broadcast32_: u32;
    shmem_broadcast64_: u64;
}

/// `shmem_collect…(target, source, nlong, PE_start, logPE_stride, PE_size, pSync)` and the like.
macro_rules! moves {
    ($($name:ident: $call:ident $element:ty;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            dest: *mut $element,
            source: *const $element,
            count: *const c_int,
            start: *const c_int,
            stride: *const c_int,
            size: *const c_int,
            sync: *mut c_int,
        ) {
            // SAFETY: the contract of the call.
            unsafe {
                let (name, sync) = (stringify!($name), words(sync));
                let count = elements(name, count);
                coll::$call(name, dest, source, count, *start, *stride, *size, sync);
            }
        }
    )* };
}

moves! {
    shmem_collect4_: set_collect u32;
    shmem_collect8_: set_collect u64;
    shmem_collect32_: set_collect u32;
    shmem_collect64_: set_collect u64;
    shmem_fcollect4_: set_fcollect u32;
    shmem_fcollect8_: set_fcollect u64;
    shmem_fcollect32_: set_fcollect u32;
    shmem_fcollect64_: set_fcollect u64;
    shmem_alltoall32_: set_alltoall u32;
    shmem_alltoall64_: set_alltoall u64;
}

/// `shmem_alltoalls…(target, source, dst, sst, nelems, PE_start, logPE_stride, PE_size, pSync)`.
macro_rules! exchanges {
    ($($name:ident: $element:ty;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            dest: *mut $element,
            source: *const $element,
            dst: *const c_int,
            sst: *const c_int,
            count: *const c_int,
            start: *const c_int,
            stride: *const c_int,
            size: *const c_int,
            sync: *mut c_int,
        ) {
            // SAFETY: the contract of the call.
            unsafe {
                let (name, sync) = (stringify!($name), words(sync));
                let count = elements(name, count);
                let (dst, sst) = (*dst as isize, *sst as isize);
                let (start, stride, size) = (*start, *stride, *size);
                coll::set_alltoalls(name, dest, source, dst, sst, count, start, stride, size, sync);
            }
        }
    )* };
}

exchanges! {
    shmem_alltoalls32_: u32;
    shmem_alltoalls64_: u64;
}

/// `shmem_…_to_all(target, source, nreduce, PE_start, logPE_stride, PE_size, pWrk, pSync)`.
macro_rules! reductions {
    ($($name:ident: $call:ident $element:ty;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            dest: *mut $element,
            source: *const $element,
            count: *const c_int,
            start: *const c_int,
            stride: *const c_int,
            size: *const c_int,
            work: *mut $element,
            sync: *mut c_int,
        ) {
            // SAFETY: the contract of the call.
            unsafe {
                let (name, sync) = (stringify!($name), words(sync));
                let (count, start, stride, size) = (*count, *start, *stride, *size);
                coll::$call(name, dest, source, count, start, stride, size, work, sync);
            }
        }
    )* };
}

reductions! {
    shmem_int4_and_to_all_: set_and i32;
    shmem_int8_and_to_all_: set_and i64;
    shmem_int4_or_to_all_: set_or i32;
    shmem_int8_or_to_all_: set_or i64;
    shmem_int4_xor_to_all_: set_xor i32;
    shmem_int8_xor_to_all_: set_xor i64;
    shmem_int2_max_to_all_: set_max i16;
    shmem_int4_max_to_all_: set_max i32;
    shmem_int8_max_to_all_: set_max i64;
    shmem_real4_max_to_all_: set_max f32;
    shmem_real8_max_to_all_: set_max f64;
    shmem_int2_min_to_all_: set_min i16;
    shmem_int4_min_to_all_: set_min i32;
    shmem_int8_min_to_all_: set_min i64;
    shmem_real4_min_to_all_: set_min f32;
    shmem_real8_min_to_all_: set_min f64;
    shmem_int2_sum_to_all_: set_sum i16;
    shmem_int4_sum_to_all_: set_sum i32;
    shmem_int8_sum_to_all_: set_sum i64;
    shmem_real4_sum_to_all_: set_sum f32;
    shmem_real8_sum_to_all_: set_sum f64;
    shmem_comp4_sum_to_all_: set_sum Complex<f32>;
    shmem_comp8_sum_to_all_: set_sum Complex<f64>;
    shmem_int2_prod_to_all_: set_prod i16;
    shmem_int4_prod_to_all_: set_prod i32;
    shmem_int8_prod_to_all_: set_prod i64;
    shmem_real4_prod_to_all_: set_prod f32;
    shmem_real8_prod_to_all_: set_prod f64;
    shmem_comp4_prod_to_all_: set_prod Complex<f32>;
    shmem_comp8_prod_to_all_: set_prod Complex<f64>;
}
