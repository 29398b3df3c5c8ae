//! Setup, queries, and memory.

use crate::calls::{memory, setup};
use crate::constants;
use crate::fault::{done, fatal};
use libc::{c_int, c_void};
use skifch_shmem::{Error, heap, job};

/// Bytes of a word, the unit of the memory calls.
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

/// Functions without arguments.
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

/// `SHMEM_PTR(target, pe)`: an address for a Cray `POINTER`.
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

/// `SHMEM_INFO_GET_NAME(name)`: padded with blanks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shmem_info_get_name_(name: *mut u8, room: usize) {
    let text = constants::SHMEM_VENDOR_STRING;
    let count = text.len().min(room);
    // SAFETY: the contract of the call: `name` has room for `room` bytes.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), name, count);
        name.add(count).write_bytes(b' ', room - count);
    }
}

/// Error codes of the memory calls, the same as in Cray's library.
#[derive(Clone, Copy)]
enum Fault {
    Length = -1,
    Room = -2,
    Outside = -3,
    NoBlock = -5,
}

impl Fault {
    fn words(self) -> &'static str {
        match self {
            Self::Length => "the length is not above 0",
            Self::Room => "the symmetric heap has no such room",
            Self::Outside => "the address is not in symmetric memory",
            Self::NoBlock => "no block begins at the address, or it was freed before",
        }
    }
}

/// Stores the result of a memory call: the good value or the fault's number in `code`, or ends the
/// job if `abort` is not 0.
///
/// # Safety
/// Both are addresses of INTEGERs.
unsafe fn answer(call: &str, outcome: Result<c_int, Fault>, code: *mut c_int, abort: *const c_int) {
    // SAFETY: our caller's promise.
    unsafe {
        *code = outcome.unwrap_or_else(|fault| fault as c_int);
        if let Err(fault) = outcome
            && *abort != 0
        {
            fatal(call, Error::new(fault.words()));
        }
    }
}

/// The number of bytes of this many words.
///
/// # Safety
/// `length` is readable.
unsafe fn bytes(length: *const c_int) -> Result<usize, Fault> {
    // SAFETY: our caller's promise.
    let words = usize::try_from(unsafe { *length }).ok();
    words.filter(|&words| words > 0).map(|words| words * WORD).ok_or(Fault::Length)
}

/// Checks that a block begins at `addr`.
fn block(call: &str, addr: *mut c_void) -> Result<(), Fault> {
    match done(call, heap::is_given(addr.cast())) {
        true => Ok(()),
        false if job::addr_accessible(addr, job::my_pe()) => Err(Fault::NoBlock),
        false => Err(Fault::Outside),
    }
}

/// `SHPALLOC(addr, length, errcode, abort)`: allocates `length` words of 4 bytes.
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
        let found = bytes(length).map(|bytes| memory::malloc(call, bytes));
        *addr = found.unwrap_or(std::ptr::null_mut());
        let is_none = found.is_ok_and(<*mut c_void>::is_null);
        let outcome = if is_none { Err(Fault::Room) } else { found.map(|_| 0) };
        answer(call, outcome, errcode, abort);
    }
}

/// `SHPDEALLC(addr, errcode, abort)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shpdeallc_(
    addr: *mut *mut c_void,
    errcode: *mut c_int,
    abort: *const c_int,
) {
    let call = "shpdeallc_";
    // SAFETY: the contract of the call.
    unsafe {
        let outcome = block(call, *addr).map(|()| {
            memory::free(call, *addr);
            0
        });
        answer(call, outcome, errcode, abort);
    }
}

/// `SHPCLMOVE(addr, length, status, abort)`: resizes a block; status 1 means that it has moved.
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
        let old = *addr;
        let outcome = block(call, old).and_then(|()| bytes(length)).and_then(|bytes| {
            let new = memory::realloc(call, old, bytes);
            if new.is_null() {
                return Err(Fault::Room);
            }
            *addr = new;
            Ok(c_int::from(new != old))
        });
        answer(call, outcome, status, abort);
    }
}
