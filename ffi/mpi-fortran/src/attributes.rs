//! Attributes: in Fortran their values are integers, and their callbacks get all arguments by
//! address.
//!
//! C gets the address of an integer set by Fortran, and Fortran gets a pointer set by C as an
//! integer: the standard's rule for programs in both languages. A copy of an attribute counts as
//! set in the language of the original.

use crate::abi::{Handle, MPI_Aint, WIN_SIZE, key};
use crate::numbers;
use libc::{c_int, c_void};

/// C's attribute functions, which have the same shape for each kind of object.
type CCopy =
    unsafe extern "C" fn(Handle, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
type CDelete = unsafe extern "C" fn(Handle, c_int, *mut c_void, *mut c_void) -> c_int;
type CSet = unsafe extern "C" fn(Handle, c_int, *mut c_void) -> c_int;
type CGet = unsafe extern "C" fn(Handle, c_int, *mut c_void, *mut c_int) -> c_int;
type CCreate = unsafe extern "C" fn(CCopy, CDelete, *mut c_int, *mut c_void) -> c_int;

unsafe extern "C" {
    fn MPI_Comm_create_keyval(
        copy: CCopy,
        delete: CDelete,
        key: *mut c_int,
        extra: *mut c_void,
    ) -> c_int;
    fn MPI_Type_create_keyval(
        copy: CCopy,
        delete: CDelete,
        key: *mut c_int,
        extra: *mut c_void,
    ) -> c_int;
    fn MPI_Win_create_keyval(
        copy: CCopy,
        delete: CDelete,
        key: *mut c_int,
        extra: *mut c_void,
    ) -> c_int;
    fn MPI_Comm_get_attr(comm: Handle, key: c_int, value: *mut c_void, flag: *mut c_int) -> c_int;
    fn MPI_Type_get_attr(of: Handle, key: c_int, value: *mut c_void, flag: *mut c_int) -> c_int;
    fn MPI_Win_get_attr(win: Handle, key: c_int, value: *mut c_void, flag: *mut c_int) -> c_int;
    fn MPI_Comm_set_attr(comm: Handle, key: c_int, value: *mut c_void) -> c_int;
    fn MPI_Type_set_attr(of: Handle, key: c_int, value: *mut c_void) -> c_int;
    fn MPI_Win_set_attr(win: Handle, key: c_int, value: *mut c_void) -> c_int;
}

/// Fortran's callbacks, with the type of attribute values: `MPI_Aint`, or INTEGER as in MPI 1.
type Copy<N> = unsafe extern "C" fn(
    *const c_int,
    *const c_int,
    *const N,
    *const N,
    *mut N,
    *mut c_int,
    *mut c_int,
);
type Delete<N> = unsafe extern "C" fn(*const c_int, *const c_int, *const N, *const N, *mut c_int);

/// The callbacks that a program passed with a key. Never freed, because attributes outlive keys.
struct Given<N> {
    copy: Copy<N>,
    delete: Delete<N>,
    extra: N,
}

/// The type of attribute values in Fortran.
trait Number: core::marker::Copy + Default + 'static {
    fn of(whole: MPI_Aint) -> Self;
    fn whole(self) -> MPI_Aint;
}

impl Number for MPI_Aint {
    fn of(whole: MPI_Aint) -> Self {
        whole
    }

    fn whole(self) -> MPI_Aint {
        self
    }
}

impl Number for c_int {
    fn of(whole: MPI_Aint) -> Self {
        whole as Self
    }

    fn whole(self) -> MPI_Aint {
        self as MPI_Aint
    }
}

/// The copy callback for C, which calls that of the program.
unsafe extern "C" fn copy<N: Number>(
    object: Handle,
    keyval: c_int,
    extra: *mut c_void,
    value: *mut c_void,
    place: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: `extra` is the pointer passed by `create`, and is never freed.
    let given = unsafe { &*extra.cast::<Given<N>>() };
    let (object, old, mut new) = (object.int(), N::of(numbers::found(value)), N::default());
    let (mut is_kept, mut ierror) = (0, 0);
    // SAFETY: the standard's contract of a copy function; the last three are places of ours.
    unsafe {
        let places = (&raw mut new, &raw mut is_kept, &raw mut ierror);
        (given.copy)(&object, &keyval, &given.extra, &old, places.0, places.1, places.2);
        if ierror == 0 && is_kept != 0 {
            place.cast::<*mut c_void>().write(numbers::like(value, new.whole()));
        }
        *flag = c_int::from(is_kept != 0);
    }
    ierror
}

/// The delete callback for C, which calls that of the program.
unsafe extern "C" fn delete<N: Number>(
    object: Handle,
    keyval: c_int,
    value: *mut c_void,
    extra: *mut c_void,
) -> c_int {
    // SAFETY: `extra` is the pointer passed by `create`, and is never freed.
    let given = unsafe { &*extra.cast::<Given<N>>() };
    let (object, number, mut ierror) = (object.int(), N::of(numbers::found(value)), 0);
    // SAFETY: the standard's contract of a delete function; the last is a place of ours.
    unsafe { (given.delete)(&object, &keyval, &number, &given.extra, &raw mut ierror) };
    if ierror == 0 {
        numbers::forget(value);
    }
    ierror
}

/// Creates a key with these callbacks.
///
/// # Safety
/// The callbacks are as the standard says, and `keyval` is writable.
unsafe fn create<N: Number>(by: CCreate, given: Given<N>, keyval: *mut c_int) -> c_int {
    let given: *mut Given<N> = Box::into_raw(Box::new(given));
    // SAFETY: the caller's promise; what C hands back to the functions is `given`.
    unsafe { by(copy::<N>, delete::<N>, keyval, given.cast()) }
}

/// Sets an attribute. Under a key created by C the value is never freed: its deletion is not
/// reported to this library.
///
/// # Safety
/// `by` is the C function for this kind of object.
unsafe fn set(by: CSet, object: c_int, keyval: c_int, value: MPI_Aint) -> c_int {
    let kept = numbers::kept(value);
    // SAFETY: the caller's promise; what `kept` points to lives until it is forgotten.
    let rc = unsafe { by(Handle::of(object), keyval, kept) };
    if rc != 0 {
        numbers::forget(kept);
    }
    rc
}

/// Reads the value of an attribute. `flag` is a LOGICAL, whose values are C's 0 and 1.
///
/// # Safety
/// `value` and `flag` are writable.
unsafe fn get<N: Number>(
    by: CGet,
    object: c_int,
    keyval: c_int,
    value: *mut N,
    flag: *mut c_int,
) -> c_int {
    let (keyval, is_address) = key(keyval);
    let mut found: *mut c_void = std::ptr::null_mut();
    // SAFETY: the caller's promise; `found` is ours. What the standard sets points to a number.
    unsafe {
        let rc = by(Handle::of(object), keyval, (&raw mut found).cast(), flag);
        if rc == 0 && *flag != 0 {
            let number = match is_address {
                true if keyval == WIN_SIZE => *found.cast::<MPI_Aint>(),
                true => *found.cast::<c_int>() as MPI_Aint,
                false => numbers::found(found),
            };
            *value = N::of(number);
        }
        rc
    }
}

macro_rules! creates {
    ($($name:ident $upper:literal $by:ident $number:ty;)*) => { $(
        #[doc = concat!("`", $upper, "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            copy: Copy<$number>,
            delete: Delete<$number>,
            keyval: *mut c_int,
            extra_state: *const $number,
            ierror: *mut c_int,
        ) {
            // SAFETY: the standard's contract of the call.
            unsafe {
                let given = Given { copy, delete, extra: *extra_state };
                *ierror = create($by, given, keyval);
            }
        }
    )* };
}

creates! {
    mpi_comm_create_keyval_ "MPI_COMM_CREATE_KEYVAL" MPI_Comm_create_keyval MPI_Aint;
    mpi_type_create_keyval_ "MPI_TYPE_CREATE_KEYVAL" MPI_Type_create_keyval MPI_Aint;
    mpi_win_create_keyval_ "MPI_WIN_CREATE_KEYVAL" MPI_Win_create_keyval MPI_Aint;
    mpi_keyval_create_ "MPI_KEYVAL_CREATE" MPI_Comm_create_keyval c_int;
}

macro_rules! gets {
    ($($name:ident $upper:literal $by:ident $number:ty;)*) => { $(
        #[doc = concat!("`", $upper, "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            object: *const c_int,
            keyval: *const c_int,
            value: *mut $number,
            flag: *mut c_int,
            ierror: *mut c_int,
        ) {
            // SAFETY: the standard's contract of the call.
            unsafe { *ierror = get($by, *object, *keyval, value, flag) }
        }
    )* };
}

gets! {
    mpi_comm_get_attr_ "MPI_COMM_GET_ATTR" MPI_Comm_get_attr MPI_Aint;
    mpi_type_get_attr_ "MPI_TYPE_GET_ATTR" MPI_Type_get_attr MPI_Aint;
    mpi_win_get_attr_ "MPI_WIN_GET_ATTR" MPI_Win_get_attr MPI_Aint;
    mpi_attr_get_ "MPI_ATTR_GET" MPI_Comm_get_attr c_int;
}

macro_rules! sets {
    ($($name:ident $upper:literal $by:ident $number:ty;)*) => { $(
        #[doc = concat!("`", $upper, "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            object: *const c_int,
            keyval: *const c_int,
            value: *const $number,
            ierror: *mut c_int,
        ) {
            // SAFETY: the standard's contract of the call.
            unsafe { *ierror = set($by, *object, *keyval, (*value).whole()) }
        }
    )* };
}

sets! {
    mpi_comm_set_attr_ "MPI_COMM_SET_ATTR" MPI_Comm_set_attr MPI_Aint;
    mpi_type_set_attr_ "MPI_TYPE_SET_ATTR" MPI_Type_set_attr MPI_Aint;
    mpi_win_set_attr_ "MPI_WIN_SET_ATTR" MPI_Win_set_attr MPI_Aint;
    mpi_attr_put_ "MPI_ATTR_PUT" MPI_Comm_set_attr c_int;
}
