//! Error handling with the return codes of this interface.

use crate::codes::error_out;
use libc::c_int;
use skifch_mpi_edge::edge::{self, Failure, On};

/// Raises a failure of `call` and returns its code. Does not return if errors are fatal.
#[cold]
#[inline(never)]
pub(crate) fn failed(call: &str, on: On, failure: Failure) -> c_int {
    error_out(edge::failed(call, on, failure))
}

/// Raises the error for a function that this version does not implement.
#[cold]
#[inline(never)]
pub(crate) fn later(call: &str, on: On, words: &str) -> c_int {
    error_out(edge::later(call, on, words))
}

/// Raises the error for an argument that must not be NULL.
#[cold]
#[inline(never)]
pub(crate) fn no_place(call: &str, on: On, name: &str) -> c_int {
    error_out(edge::no_place(call, on, name))
}

/// The code of a failure of the tool interface.
#[cold]
#[inline(never)]
pub(crate) fn told(failure: Failure) -> c_int {
    error_out(edge::told(failure))
}

/// The code for an argument of the tool interface that must not be NULL.
#[cold]
#[inline(never)]
pub(crate) fn not_given(name: &str) -> c_int {
    error_out(edge::not_given(name))
}
