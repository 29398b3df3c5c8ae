//! Arguments that must be something.

use crate::raise::{Answer, Failure};
use libc::c_int;
use skifch_mpi::error::{Class, Error};

/// A count, which is not negative.
#[inline(always)]
pub(crate) fn count(value: i64) -> Result<usize, Error> {
    match usize::try_from(value) {
        Ok(count) => Ok(count),
        Err(_) => negative(Class::Count, "count", value),
    }
}

/// How many elements an array has.
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

/// An array that came from C; empty where it has no elements, whatever the pointer.
///
/// # Safety
/// `base` is null or has `len` elements, which nobody changes meanwhile.
pub(crate) unsafe fn slice<'a, T>(name: &str, base: *const T, len: usize) -> Answer<&'a [T]> {
    match (base.is_null(), len) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(null(name)),
        // SAFETY: the caller's promise.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(base, len) }),
    }
}

/// As [`slice()`], to be written.
///
/// # Safety
/// As there; and nobody reads it meanwhile.
pub(crate) unsafe fn slice_mut<'a, T>(name: &str, base: *mut T, len: usize) -> Answer<&'a mut [T]> {
    match (base.is_null(), len) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(null(name)),
        // SAFETY: the caller's promise.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts_mut(base, len) }),
    }
}

/// Stores a value where a place is given.
///
/// # Safety
/// `place` is NULL or may be written.
pub unsafe fn put<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: the caller's promise.
        unsafe { place.write(value) };
    }
}

/// The failure of an argument that is NULL.
#[cold]
pub(crate) fn null(name: &str) -> Failure {
    Failure::new(Class::Arg, format!("{name} is NULL"))
}

/// The same of a call for tools.
#[cold]
pub(crate) fn null_of_tool(name: &str) -> Failure {
    Failure::new(Class::TInvalid, format!("{name} is NULL"))
}
