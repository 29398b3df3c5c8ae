//! Setup, queries, and memory.

use super::elements;
use crate::calls::{memory, setup};
use crate::constants;
use crate::fault::fatal;
use libc::{c_int, c_void};
use skifch_shmem::Error;

/// Bytes of a word, of which the calls for memory count.
const WORD: usize = 4;

/// `START_PES(npes)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn start_pes_(npes: *const c_int) {
    // SAFETY: the contract of the call.
    setup::start_pes("start_pes_", unsafe { *npes });
}

/// `SHMEM_INIT()`.
#[unsafe(no_mangle)]
pub extern "C" fn shmem_init_() {
    setup::init("shmem_init_");
}

/// `SHMEM_FINALIZE()`.
#[unsafe(no_mangle)]
pub extern "C" fn shmem_finalize_() {
    setup::finalize("shmem_finalize_");
}

/// `SHMEM_GLOBAL_EXIT(status)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shmem_global_exit_(status: *const c_int) {
    // SAFETY: the contract of the call.
    setup::global_exit("shmem_global_exit_", unsafe { *status })
}

/// Functions of no argument.
macro_rules! numbers {
    ($($name:ident: $call:ident;)*) => { $(
        #[doc = concat!("`", stringify!($name), "()`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> c_int {
            setup::$call(stringify!($name))
        }
    )* };
}

numbers! {
    my_pe_: my_pe;
    shmem_my_pe_: my_pe;
    num_pes_: n_pes;
    shmem_n_pes_: n_pes;
}

/// `SHMEM_PE_ACCESSIBLE(pe)`, LOGICAL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shmem_pe_accessible_(pe: *const c_int) -> c_int {
    // SAFETY: the contract of the call.
    setup::pe_accessible("shmem_pe_accessible_", unsafe { *pe })
}

/// `SHMEM_ADDR_ACCESSIBLE(addr, pe)`, LOGICAL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shmem_addr_accessible_(addr: *const c_void, pe: *const c_int) -> c_int {
    // SAFETY: the contract of the call.
    unsafe { setup::addr_accessible("shmem_addr_accessible_", addr, *pe) }
}

/// `SHMEM_PTR(target, pe)`: an address, for a `POINTER` of Cray.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shmem_ptr_(dest: *const c_void, pe: *const c_int) -> *mut c_void {
    // SAFETY: the contract of the call.
    unsafe { setup::ptr("shmem_ptr_", dest, *pe) }
}

/// `SHMEM_INFO_GET_VERSION(major, minor)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shmem_info_get_version_(major: *mut c_int, minor: *mut c_int) {
    // SAFETY: the contract of the call.
    unsafe { setup::info_get_version("shmem_info_get_version_", major, minor) }
}

/// `SHMEM_INFO_GET_NAME(name)`: blanks fill it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shmem_info_get_name_(name: *mut u8, room: usize) {
    let text = constants::SHMEM_VENDOR_STRING;
    let count = text.len().min(room);
    // SAFETY: the contract of the call: room for so many.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), name, count);
        name.add(count).write_bytes(b' ', room - count);
    }
}

/// What the calls for memory say of their success: 0 in `errcode`, or the end of the job where
/// `abort` is not 0.
///
/// # Safety
/// Both are addresses of INTEGERs.
unsafe fn answer(call: &str, fault: Option<&str>, errcode: *mut c_int, abort: *const c_int) {
    // SAFETY: our caller's promise.
    unsafe {
        *errcode = c_int::from(fault.is_some());
        if let Some(words) = fault.filter(|_| *abort != 0) {
            fatal(call, Error::new(words));
        }
    }
}

/// `SHPALLOC(addr, length, errcode, abort)`: `length` words of 4 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shpalloc_(
    addr: *mut *mut c_void,
    length: *const c_int,
    errcode: *mut c_int,
    abort: *const c_int,
) {
    let call = "shpalloc_";
    // SAFETY: the contract of the call.
    unsafe {
        let bytes = elements(length) * WORD;
        *addr = memory::malloc(call, bytes);
        let is_none = (*addr).is_null();
        answer(call, is_none.then_some("the symmetric heap has no such room"), errcode, abort);
    }
}

/// `SHPDEALLC(addr, errcode, abort)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shpdeallc_(
    addr: *mut *mut c_void,
    errcode: *mut c_int,
    abort: *const c_int,
) {
    // SAFETY: the contract of the call.
    unsafe {
        memory::free("shpdeallc_", *addr);
        answer("shpdeallc_", None, errcode, abort);
    }
}

/// `SHPCLMOVE(addr, length, status, abort)`: another length, perhaps at another address, which the
/// status 1 tells; -1 where there is no room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shpclmove_(
    addr: *mut *mut c_void,
    length: *const c_int,
    status: *mut c_int,
    abort: *const c_int,
) {
    let call = "shpclmove_";
    // SAFETY: the contract of the call.
    unsafe {
        let new = memory::realloc(call, *addr, elements(length) * WORD);
        let is_none = new.is_null();
        answer(call, is_none.then_some("the symmetric heap has no such room"), status, abort);
        if is_none {
            *status = -1;
        } else {
            *status = c_int::from(new != *addr);
            *addr = new;
        }
    }
}
