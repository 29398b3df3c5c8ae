//! What failed, in words: for Rust as [`Error`], for C as the text of the calling thread.
//!
//! A backend says why (`fail` of its host table); the library puts the call, the peer and
//! the sizes in front of it. Nothing here is on the path of a call that succeeds.

pub use skifch_backend::{Error, errno};

use skifch_abi::{NetAddr, port_of, rank_of};
use std::cell::RefCell;
use std::ffi::{c_char, c_int};
use std::fmt;

thread_local! {
    /// What a backend said of the operation that is failing.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
    /// The text of the last failure, as C sees it: in one place for good, so that a pointer to it
    /// never dangles. Ends with a zero.
    static LAST: RefCell<[u8; LAST_BYTES]> = const { RefCell::new([0; LAST_BYTES]) };
}

/// Longer texts are cut.
const LAST_BYTES: usize = 2048;

/// Where a call was going, for its error text.
#[derive(Clone, Copy, Debug)]
pub enum Aim {
    /// Nowhere: the call has no peer.
    None,
    /// To a channel.
    Peer(NetAddr),
    /// To a channel, with so many bytes.
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

/// Keeps what a backend says of the operation that it is about to fail.
#[cold]
pub(crate) fn said(text: &str) {
    SAID.with_borrow_mut(|said| text.clone_into(said));
}

/// What a backend has said of a call of its op table that failed, for programs that look under the
/// channels. The calls of this library use it up, and so do the data calls of the table, which end
/// with an error of the thread; then it is the text of that.
pub fn said_string() -> String {
    let said = SAID.with_borrow(String::clone);
    if said.is_empty() { last_string() } else { said }
}

/// The error of a call of an op table that answered `rc`, a negative errno; also the last error of
/// the calling thread from now on.
#[cold]
#[inline(never)]
pub fn failed(call: &str, aim: Aim, rc: isize) -> Error {
    let errno = i32::try_from(-rc).unwrap_or(libc::EIO);
    let mut why = SAID.with_borrow_mut(std::mem::take);
    if why.is_empty() {
        why = std::io::Error::from_raw_os_error(errno).to_string();
    }
    let error = Error::new(errno, format!("{call}{aim}: {why}"));
    set_last(&error);
    error
}

/// Ends a data call of an op table, whose reason a backend has said: the call's -1 and errno, and
/// the last error of the calling thread.
#[cold]
#[inline(never)]
pub(crate) fn fail_call(call: &str, code: c_int) -> c_int {
    failed(call, Aim::None, -(code as isize));
    errno::set(code);
    -1
}

/// The error of a data call of an op table that has just answered -1.
#[cold]
#[inline(never)]
pub(crate) fn of_call() -> Error {
    Error::new(errno::get(), last_string())
}

/// Makes `error` the last error of the calling thread.
#[cold]
pub fn set_last(error: &Error) {
    LAST.with_borrow_mut(|last| {
        let text = error.text();
        let end = text.find('\0').unwrap_or(text.len()).min(LAST_BYTES - 1);
        let end = text.floor_char_boundary(end);
        last[..end].copy_from_slice(&text.as_bytes()[..end]);
        last[end] = 0;
    });
}

/// The text of the calling thread's last failure, for C: empty when there was none. The thread's
/// next failure writes over it; the memory is there until the thread ends.
pub fn last_text() -> *const c_char {
    LAST.with_borrow(|text| text.as_ptr().cast())
}

/// The same as a `String`.
pub fn last_string() -> String {
    LAST.with_borrow(|text| {
        let end = text.iter().position(|&byte| byte == 0).unwrap_or(LAST_BYTES);
        String::from_utf8_lossy(&text[..end]).into_owned()
    })
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

    #[test]
    fn the_last_text_stays_in_place_and_is_cut_between_characters() {
        let place = last_text();
        set_last(&Error::new(libc::EINVAL, "я".repeat(LAST_BYTES)));
        assert_eq!(last_string(), "я".repeat((LAST_BYTES - 1) / 2));
        set_last(&Error::new(libc::EINVAL, "a\0b"));
        assert_eq!(last_string(), "a");
        assert_eq!(last_text(), place);
    }
}
