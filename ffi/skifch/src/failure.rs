//! Turning an error into -1, errno and a message. All of it is cold.

use crate::SkifCh;
use libc::{c_char, c_int, iovec, ssize_t};
use skifch::error::{self, Aim, Error};
use skifch_abi::{ADDR_NONE, NetAddr};

/// The value with which a function of this return type reports failure.
pub(crate) trait Failed {
    const FAILED: Self;
}

impl Failed for c_int {
    const FAILED: Self = -1;
}

impl Failed for ssize_t {
    const FAILED: Self = -1;
}

impl Failed for NetAddr {
    const FAILED: Self = ADDR_NONE;
}

impl<T> Failed for *mut T {
    const FAILED: Self = std::ptr::null_mut();
}

impl Failed for *const c_char {
    const FAILED: Self = std::ptr::null();
}

/// Reports `error` to the program.
#[cold]
pub(crate) fn fail<T: Failed>(error: &Error) -> T {
    error::set_last(error);
    error::errno::set(error.errno());
    T::FAILED
}

/// Reports a failure detected in this crate.
#[cold]
pub(crate) fn fail_with<T: Failed>(call: &str, errno: c_int, why: &str) -> T {
    fail(&Error::new(errno, format!("{call}: {why}")))
}

/// Reports the failure of an op-table call that returned `rc`.
#[cold]
#[inline(never)]
pub(crate) fn fail_rc<T: Failed>(call: &str, aim: Aim, rc: isize) -> T {
    fail(&error::failed(call, aim, rc))
}

/// Reports the failure of a send. The number of bytes for the message is only computed here.
///
/// # Safety
/// `iov` is null or points to `count` elements.
#[cold]
#[inline(never)]
pub(crate) unsafe fn fail_send<T: Failed>(
    call: &str,
    dst: NetAddr,
    iov: *const iovec,
    count: c_int,
    rc: isize,
) -> T {
    let is_readable = !iov.is_null() && (1..=1024).contains(&count);
    let count = if is_readable { count as usize } else { 0 };
    // SAFETY: the elements are there; only their lengths are read.
    let bytes =
        (0..count).fold(0usize, |sum, at| sum.saturating_add(unsafe { (*iov.add(at)).iov_len }));
    fail_rc(call, Aim::Bytes(dst, bytes), rc)
}

/// Reports that the given pointer is not a handle.
#[cold]
#[inline(never)]
pub(crate) fn no_channel<T: Failed>(call: &str, given: *const SkifCh) -> T {
    let why = if given.is_null() { "the channel is NULL" } else { "this is not a SkifCh handle" };
    // If the compiler knew that the result is a constant, it would return that constant in the
    // caller, which would then need a stack frame that the other path, the jump to the op table,
    // has to undo.
    std::hint::black_box(fail_with(call, libc::EINVAL, why))
}

/// The result of a Rust call as a C return value: `T`, or failure.
pub(crate) fn answer<T: Failed>(result: Result<T, Error>) -> T {
    result.unwrap_or_else(|error| fail(&error))
}

/// The same for calls without a result.
pub(crate) fn done(result: Result<(), Error>) -> c_int {
    answer(result.map(|()| 0))
}
