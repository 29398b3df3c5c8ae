//! Functions whose Fortran interface is not the C one with other types.

use crate::abi::{Handle, MPI_Aint, MPI_Status};
use crate::text;
use libc::{c_char, c_int, c_void};
use std::cell::UnsafeCell;

type CQuery = unsafe extern "C" fn(*mut c_void, *mut MPI_Status) -> c_int;
type CFree = unsafe extern "C" fn(*mut c_void) -> c_int;
type CCancel = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;

unsafe extern "C" {
    fn MPI_Grequest_start(
        query: CQuery,
        free: CFree,
        cancel: CCancel,
        extra: *mut c_void,
        request: *mut Handle,
    ) -> c_int;
    fn MPI_Info_create_env(argc: c_int, argv: *mut *mut c_char, info: *mut Handle) -> c_int;
    fn MPI_Info_get_string(
        info: Handle,
        key: *const c_char,
        buflen: *mut c_int,
        value: *mut c_char,
        flag: *mut c_int,
    ) -> c_int;
    fn MPI_Pcontrol(level: c_int, ...) -> c_int;
}

type Query = unsafe extern "C" fn(*mut MPI_Aint, *mut MPI_Status, *mut c_int);
type Free = unsafe extern "C" fn(*mut MPI_Aint, *mut c_int);
type Cancel = unsafe extern "C" fn(*mut MPI_Aint, *const c_int, *mut c_int);

/// The callbacks of a generalized request.
struct Given {
    query: Query,
    free: Free,
    cancel: Cancel,
    /// A copy, as the program's variable may be gone; its callbacks may change it.
    extra: UnsafeCell<MPI_Aint>,
}

unsafe extern "C" fn query(given: *mut c_void, status: *mut MPI_Status) -> c_int {
    let mut ierror = 0;
    // SAFETY: it is what `mpi_grequest_start_` gave, and the standard's contract of the function.
    unsafe {
        let given = &*given.cast::<Given>();
        (given.query)(given.extra.get(), status, &raw mut ierror);
    }
    ierror
}

unsafe extern "C" fn free(given: *mut c_void) -> c_int {
    let mut ierror = 0;
    // SAFETY: as above; this is the last of the callbacks to be called.
    unsafe {
        let given = Box::from_raw(given.cast::<Given>());
        (given.free)(given.extra.get(), &raw mut ierror);
    }
    ierror
}

unsafe extern "C" fn cancel(given: *mut c_void, is_complete: c_int) -> c_int {
    let mut ierror = 0;
    // SAFETY: as above.
    unsafe {
        let given = &*given.cast::<Given>();
        (given.cancel)(given.extra.get(), &is_complete, &raw mut ierror);
    }
    ierror
}

/// `MPI_GREQUEST_START`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_grequest_start_(
    query_fn: Query,
    free_fn: Free,
    cancel_fn: Cancel,
    extra_state: *const MPI_Aint,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the standard's contract of the call; nothing else has what `given` points to.
    unsafe {
        let extra = UnsafeCell::new(*extra_state);
        let given = Given { query: query_fn, free: free_fn, cancel: cancel_fn, extra };
        let given = Box::into_raw(Box::new(given));
        let mut request_c = Handle::of(*request);
        let place = &raw mut request_c;
        *ierror = MPI_Grequest_start(query, free, cancel, given.cast(), place);
        if *ierror != 0 {
            drop(Box::from_raw(given));
        }
        *request = request_c.int();
    }
}

/// `MPI_INFO_CREATE_ENV`, which in Fortran has no arguments for the command line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_info_create_env_(info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the standard's contract of the call.
    unsafe {
        let mut info_c = Handle::of(*info);
        *ierror = MPI_Info_create_env(0, std::ptr::null_mut(), &raw mut info_c);
        *info = info_c.int();
    }
}

/// `MPI_INFO_GET_STRING`: in Fortran, lengths do not include a terminating NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_info_get_string_(
    info: *const c_int,
    key: *const c_char,
    buflen: *mut c_int,
    value: *mut c_char,
    flag: *mut c_int,
    ierror: *mut c_int,
    key_len: usize,
    value_len: usize,
) {
    // SAFETY: the standard's contract of the call.
    unsafe {
        let key = text::stripped(key, key_len);
        let mut room = text::Room::new();
        let asked = *buflen;
        let mut len =
            if asked <= 0 { 0 } else { asked.saturating_add(1).min(text::Room::len() as c_int) };
        let place = room.as_mut_ptr();
        let rc = MPI_Info_get_string(Handle::of(*info), key.as_ptr(), &raw mut len, place, flag);
        if rc == 0 && *flag != 0 {
            *buflen = len - 1;
            if asked > 0 {
                room.give(value, value_len);
            }
        }
        *ierror = rc;
    }
}

/// `MPI_PCONTROL`, which returns no error code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_pcontrol_(level: *const c_int) {
    // SAFETY: the standard's contract of the call.
    unsafe { MPI_Pcontrol(*level) };
}

/// `MPI_F_SYNC_REG`: its only purpose is to be a call that, for the compiler, may change the
/// buffer.
#[unsafe(no_mangle)]
pub extern "C" fn mpi_f_sync_reg_(_buf: *mut c_void) {}

macro_rules! sizes {
    ($($name:ident $size:literal;)*) => { $(
        /// `MPI_SIZEOF` for a type of this size; the argument is not read.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(_x: *const c_void, size: *mut c_int, ierror: *mut c_int) {
            // SAFETY: the standard's contract of the call.
            unsafe {
                *size = $size;
                *ierror = 0;
            }
        }
    )* };
}

sizes! {
    skifch_mpi_sizeof_1 1;
    skifch_mpi_sizeof_2 2;
    skifch_mpi_sizeof_4 4;
    skifch_mpi_sizeof_8 8;
    skifch_mpi_sizeof_16 16;
    skifch_mpi_sizeof_32 32;
}
