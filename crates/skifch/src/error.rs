//! Errors and their messages: [`Error`] for Rust, the calling thread's last message for C.
//!
//! A backend gives the reason (`fail` of its host table); the library prefixes the call, the peer
//! and the sizes. Nothing here is on the path of a successful call.

pub use skifch_backend::{Error, errno};

use crate::home::{Bytes, Sink, home};
use skifch_abi::{NetAddr, port_of, rank_of};
use std::ffi::{CStr, c_char, c_int};
use std::fmt;

/// The target of a call, for its error message.
#[derive(Clone, Copy, Debug)]
pub enum Aim {
    /// The call has no peer.
    None,
    /// A channel.
    Peer(NetAddr),
    /// A channel, and the number of bytes for it.
    Bytes(NetAddr, usize),
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = |addr| format!(" to rank {} port {}", rank_of(addr), port_of(addr));
        match *self {
            Self::None => Ok(()),
            Self::Peer(addr) => f.write_str(&to(addr)),
            Self::Bytes(addr, bytes) => write!(f, " of {bytes} bytes{}", to(addr)),
        }
    }
}

/// Stores the reason that a backend gives for the operation that it is about to fail.
#[cold]
pub(crate) fn said(text: &str) {
    // SAFETY: the text is there.
    unsafe { (home().said)(Bytes::of(text.as_bytes())) }
}

/// The reason given for the failing operation.
#[cold]
pub(crate) fn words() -> String {
    what_was_said(false)
}

fn what_was_said(take: bool) -> String {
    let mut said = Vec::new();
    // SAFETY: the vector is there, and not otherwise used before the end of the call.
    unsafe { (home().what_was_said)(c_int::from(take), Sink::into(&mut said)) };
    String::from_utf8_lossy(&said).into_owned()
}

/// The reason that a backend gave for a failed call of its op table, for programs that work below
/// the channels. The calls of this library consume it, and so do the data calls of the op table,
/// which store the thread's last error message; in that case it is that message.
pub fn said_string() -> String {
    let said = words();
    if said.is_empty() { last_string() } else { said }
}

/// The error of an op-table call that returned `rc`, a negative errno. It also becomes the last
/// error of the calling thread.
#[cold]
#[inline(never)]
pub fn failed(call: &str, aim: Aim, rc: isize) -> Error {
    let errno = i32::try_from(-rc).unwrap_or(libc::EIO);
    let mut why = what_was_said(true);
    if why.is_empty() {
        why = std::io::Error::from_raw_os_error(errno).to_string();
    }
    let error = Error::new(errno, format!("{call}{aim}: {why}"));
    set_last(&error);
    error
}

/// Completes a failed data call of an op table after the backend has given the reason: sets errno
/// and the calling thread's last error, and returns the call's -1.
#[cold]
#[inline(never)]
pub(crate) fn fail_call(call: &str, code: c_int) -> c_int {
    failed(call, Aim::None, -(code as isize));
    errno::set(code);
    -1
}

/// The error of a data call of an op table that has just returned -1.
#[cold]
#[inline(never)]
pub fn of_call() -> Error {
    Error::new(errno::get(), last_string())
}

/// Makes `error` the last error of the calling thread.
#[cold]
pub fn set_last(error: &Error) {
    // SAFETY: the text is there.
    unsafe { (home().set_last)(Bytes::of(error.text().as_bytes())) }
}

/// The message of the calling thread's last failure, for C; empty if there was none. The thread's
/// next failure overwrites it; the memory is valid until the thread ends.
pub fn last_text() -> *const c_char {
    // SAFETY: asks for nothing.
    unsafe { (home().last)() }
}

/// The same as a `String`.
pub fn last_string() -> String {
    // SAFETY: a C string that stays where it is while the thread lives.
    unsafe { CStr::from_ptr(last_text()) }.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_call_the_peer_the_sizes_and_the_reason() {
        said("the lane is broken");
        let error = failed("SkifCh_Send", Aim::Bytes(skifch_abi::netaddr(3, 2), 8), -71);
        assert_eq!(error.errno(), libc::EPROTO);
        let text = "SkifCh_Send of 8 bytes to rank 3 port 2: the lane is broken";
        assert_eq!(error.text(), text);
        assert_eq!(last_string(), text);
        // What was said is used once; the next failure without words gets the errno's.
        let error = failed("SkifCh_Recv", Aim::None, -(libc::EBUSY as isize));
        assert!(error.text().starts_with("SkifCh_Recv: ") && error.text().len() > 15);
        assert!(!error.text().contains("broken"));
    }
}
