//! The error messages of the threads, kept by the copy of this library that is the process's home:
//! see [`crate::home`].

use std::cell::RefCell;
use std::ffi::c_char;

thread_local! {
    /// The reason given by a backend for the failing operation.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
    /// The message of the last failure for C. It never moves, so that pointers to it stay valid.
    /// Ends with a zero.
    static LAST: RefCell<[u8; LAST_BYTES]> = const { RefCell::new([0; LAST_BYTES]) };
}

/// Longer messages are truncated.
const LAST_BYTES: usize = 2048;

pub(crate) fn said(text: &str) {
    SAID.with_borrow_mut(|said| text.clone_into(said));
}

pub(crate) fn what_was_said() -> String {
    SAID.with_borrow(String::clone)
}

pub(crate) fn take_said() -> String {
    SAID.with_borrow_mut(std::mem::take)
}

pub(crate) fn set_last(text: &str) {
    LAST.with_borrow_mut(|last| {
        let end = text.find('\0').unwrap_or(text.len()).min(LAST_BYTES - 1);
        let end = text.floor_char_boundary(end);
        last[..end].copy_from_slice(&text.as_bytes()[..end]);
        last[end] = 0;
    });
}

/// Ends with a zero; at a fixed address for the life of the thread.
pub(crate) fn last() -> *const c_char {
    LAST.with_borrow(|text| text.as_ptr().cast())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn last_string() -> String {
        // SAFETY: ends with a zero, and this thread lives.
        unsafe { CStr::from_ptr(last()) }.to_str().unwrap().to_owned()
    }

    #[test]
    fn the_last_text_stays_in_place_and_is_cut_between_characters() {
        let place = last();
        set_last(&"я".repeat(LAST_BYTES));
        assert_eq!(last_string(), "я".repeat((LAST_BYTES - 1) / 2));
        set_last("a\0b");
        assert_eq!(last_string(), "a");
        assert_eq!(last(), place);
    }
}
