//! Checks of arguments.

use crate::raise::{Answer, Failure};
use libc::c_int;
use skifch_mpi::error::{Class, Error};

/// Checks that a count is not negative.
#[inline(always)]
pub(crate) fn count(value: i64) -> Result<usize, Error> {
    match usize::try_from(value) {
        Ok(count) => Ok(count),
        Err(_) => negative(Class::Count, "count", value),
    }
}

/// Checks that the length of an array is not negative.
#[inline(always)]
pub(crate) fn length(name: &str, value: c_int) -> Result<usize, Error> {
    match usize::try_from(value) {
        Ok(length) => Ok(length),
        Err(_) => negative(Class::Arg, name, i64::from(value)),
    }
}

#[cold]
fn negative<T>(class: Class, name: &str, value: i64) -> Result<T, Error> {
    Err(Error::new(class, format!("{name} is {value}, which is negative")))
}

/// An array passed from C; if it has no elements it is empty, whatever the pointer.
///
/// # Safety
/// `base` is null or points to `len` elements, which nobody changes meanwhile.
pub(crate) unsafe fn slice<'a, T>(name: &str, base: *const T, len: usize) -> Answer<&'a [T]> {
    match (base.is_null(), len) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(null(name)),
        // SAFETY: the caller's promise.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(base, len) }),
    }
}

/// [`slice()`] for an array to be written.
///
/// # Safety
/// As [`slice()`]; and nobody reads it meanwhile.
pub(crate) unsafe fn slice_mut<'a, T>(name: &str, base: *mut T, len: usize) -> Answer<&'a mut [T]> {
    match (base.is_null(), len) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(null(name)),
        // SAFETY: the caller's promise.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts_mut(base, len) }),
    }
}

/// Stores a value, unless the destination is NULL.
///
/// # Safety
/// `place` is NULL or writable.
pub unsafe fn put<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: the caller's promise.
        unsafe { place.write(value) };
    }
}

/// The failure for an argument that is NULL.
#[cold]
pub(crate) fn null(name: &str) -> Failure {
    Failure::new(Class::Arg, format!("{name} is NULL"))
}

/// The same for a call of the tool interface.
#[cold]
pub(crate) fn null_of_tool(name: &str) -> Failure {
    Failure::new(Class::TInvalid, format!("{name} is NULL"))
}
