//! Puts and gets.

use super::elements;
use crate::calls::rma;
use libc::c_int;
use skifch_shmem::Ctx;

/// Calls that copy contiguous elements.
macro_rules! whole {
    ($($name:ident: $call:ident $element:ty;)*) => { $(
        #[doc = concat!("`", stringify!($name), "(target, source, len, pe)`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            dest: *mut $element,
            source: *const $element,
            len: *const c_int,
            pe: *const c_int,
        ) {
            // SAFETY: the contract of the call.
            unsafe {
                let name = stringify!($name);
                rma::$call(name, Ctx::DEFAULT, dest, source, elements(name, len), *pe);
            }
        }
    )* };
}

/// Calls that copy elements with strides.
macro_rules! strided {
    ($($name:ident: $call:ident $element:ty;)*) => { $(
        #[doc = concat!("`", stringify!($name), "(target, source, tst, sst, len, pe)`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            dest: *mut $element,
            source: *const $element,
            dst: *const c_int,
            sst: *const c_int,
            len: *const c_int,
            pe: *const c_int,
        ) {
            // SAFETY: the contract of the call.
            unsafe {
                let (dst, sst) = (*dst as isize, *sst as isize);
                let name = stringify!($name);
                let len = elements(name, len);
                rma::$call(name, Ctx::DEFAULT, dest, source, dst, sst, len, *pe);
            }
        }
    )* };
}

/// A word of 16 bytes.
type Wide = [u64; 2];

whole! {
    shmem_put4_: put u32;
    shmem_put8_: put u64;
    shmem_put32_: put u32;
    shmem_put64_: put u64;
    shmem_put128_: put Wide;
    shmem_putmem_: put u8;
    shmem_character_put_: put u8;
    shmem_complex_put_: put u64;
    shmem_double_put_: put u64;
    shmem_integer_put_: put u32;
    shmem_logical_put_: put u32;
    shmem_real_put_: put u32;
    shmem_get4_: get u32;
    shmem_get8_: get u64;
    shmem_get32_: get u32;
    shmem_get64_: get u64;
    shmem_get128_: get Wide;
    shmem_getmem_: get u8;
    shmem_character_get_: get u8;
    shmem_complex_get_: get u64;
    shmem_double_get_: get u64;
    shmem_integer_get_: get u32;
    shmem_logical_get_: get u32;
    shmem_real_get_: get u32;
    shmem_put4_nbi_: put_nbi u32;
    shmem_put8_nbi_: put_nbi u64;
    shmem_put32_nbi_: put_nbi u32;
    shmem_put64_nbi_: put_nbi u64;
    shmem_put128_nbi_: put_nbi Wide;
    shmem_putmem_nbi_: put_nbi u8;
    shmem_character_put_nbi_: put_nbi u8;
    shmem_complex_put_nbi_: put_nbi u64;
    shmem_double_put_nbi_: put_nbi u64;
    shmem_integer_put_nbi_: put_nbi u32;
    shmem_logical_put_nbi_: put_nbi u32;
    shmem_real_put_nbi_: put_nbi u32;
    shmem_get4_nbi_: get_nbi u32;
    shmem_get8_nbi_: get_nbi u64;
    shmem_get32_nbi_: get_nbi u32;
    shmem_get64_nbi_: get_nbi u64;
    shmem_get128_nbi_: get_nbi Wide;
    shmem_getmem_nbi_: get_nbi u8;
    shmem_character_get_nbi_: get_nbi u8;
    shmem_complex_get_nbi_: get_nbi u64;
    shmem_double_get_nbi_: get_nbi u64;
    shmem_integer_get_nbi_: get_nbi u32;
    shmem_logical_get_nbi_: get_nbi u32;
    shmem_real_get_nbi_: get_nbi u32;
}

strided! {
    shmem_iput4_: iput u32;
    shmem_iput8_: iput u64;
    shmem_iput32_: iput u32;
    shmem_iput64_: iput u64;
    shmem_iput128_: iput Wide;
    shmem_complex_iput_: iput u64;
    shmem_double_iput_: iput u64;
    shmem_integer_iput_: iput u32;
    shmem_logical_iput_: iput u32;
    shmem_real_iput_: iput u32;
    shmem_iget4_: iget u32;
    shmem_iget8_: iget u64;
    shmem_iget32_: iget u32;
    shmem_iget64_: iget u64;
    shmem_iget128_: iget Wide;
    shmem_complex_iget_: iget u64;
    shmem_double_iget_: iget u64;
    shmem_integer_iget_: iget u32;
    shmem_logical_iget_: iget u32;
    shmem_real_iget_: iget u32;
}
