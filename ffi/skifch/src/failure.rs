//! From a failure to -1, errno and words. All of it is cold.

use crate::SkifCh;
use libc::{c_char, c_int, iovec, ssize_t};
use skifch::error::{self, Aim, Error};
use skifch_abi::{ADDR_NONE, NetAddr};

/// The value by which a function of this type says that it failed.
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

/// Says `error` to the program.
#[cold]
pub(crate) fn fail<T: Failed>(error: &Error) -> T {
    error::set_last(error);
    error::errno::set(error.errno());
    T::FAILED
}

/// A failure that begins here.
#[cold]
pub(crate) fn fail_with<T: Failed>(call: &str, errno: c_int, why: &str) -> T {
    fail(&Error::new(errno, format!("{call}: {why}")))
}

/// The failure of a call through an op table that answered `rc`.
#[cold]
#[inline(never)]
pub(crate) fn fail_rc<T: Failed>(call: &str, aim: Aim, rc: isize) -> T {
    fail(&error::failed(call, aim, rc))
}

/// The failure of a send; how many bytes it was about is worked out only now.
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

/// The pointer that came is no handle.
#[cold]
#[inline(never)]
pub(crate) fn no_channel<T: Failed>(call: &str, given: *const SkifCh) -> T {
    let why = if given.is_null() { "the channel is NULL" } else { "this is no channel of SkifCh" };
    // Were the answer known to be a constant, a caller would write it down itself, and so keep a
    // stack frame that its other way, the jump to an op table, has to undo.
    std::hint::black_box(fail_with(call, libc::EINVAL, why))
}

/// The answer of a Rust call as C gives it: `T`, or the failure.
pub(crate) fn answer<T: Failed>(result: Result<T, Error>) -> T {
    result.unwrap_or_else(|error| fail(&error))
}

/// The same for calls that give nothing.
pub(crate) fn done(result: Result<(), Error>) -> c_int {
    answer(result.map(|()| 0))
}
