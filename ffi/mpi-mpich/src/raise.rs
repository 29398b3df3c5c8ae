//! The codes that functions return are those of this interface.

use crate::codes::error_out;
use libc::c_int;
use skifch_mpi_edge::edge::{self, Failure, On};

/// Raises a failure of `call`. Does not come back where errors are fatal.
#[cold]
#[inline(never)]
pub(crate) fn failed(call: &str, on: On, failure: Failure) -> c_int {
    error_out(edge::failed(call, on, failure))
}

/// A function that is not in this version.
#[cold]
#[inline(never)]
pub(crate) fn later(call: &str, on: On, words: &str) -> c_int {
    error_out(edge::later(call, on, words))
}

/// An argument that must not be NULL.
#[cold]
#[inline(never)]
pub(crate) fn no_place(call: &str, on: On, name: &str) -> c_int {
    error_out(edge::no_place(call, on, name))
}

/// The code of a failure of a call for tools.
#[cold]
#[inline(never)]
pub(crate) fn told(failure: Failure) -> c_int {
    error_out(edge::told(failure))
}

/// An argument of such a call that must not be NULL.
#[cold]
#[inline(never)]
pub(crate) fn not_given(name: &str) -> c_int {
    error_out(edge::not_given(name))
}
