//! Strings of C.

use crate::args::null;
use crate::raise::Answer;
use libc::c_char;
use std::borrow::Cow;
use std::ffi::CStr;

/// Stores `words` with a NUL, cut to `room` bytes; answers how many bytes come before the NUL.
///
/// # Safety
/// `to` is null or has that room.
pub(crate) unsafe fn put(name: &str, to: *mut c_char, room: usize, words: &str) -> Answer<i32> {
    if to.is_null() {
        return Err(null(name));
    }
    let mut len = words.len().min(room.saturating_sub(1));
    while !words.is_char_boundary(len) {
        len -= 1;
    }
    // SAFETY: the caller's promise; `len` bytes and the NUL fit.
    unsafe {
        words.as_ptr().cast::<c_char>().copy_to_nonoverlapping(to, len);
        *to.add(len) = 0;
    }
    Ok(len as i32)
}

/// A string that came.
///
/// # Safety
/// `from` is null or ends with a NUL, and nobody changes it meanwhile.
pub(crate) unsafe fn get<'a>(name: &str, from: *const c_char) -> Answer<Cow<'a, str>> {
    if from.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { CStr::from_ptr(from) }.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let mut room = [1; 6];
        // SAFETY: the room is as said.
        let len = unsafe { put("x", room.as_mut_ptr(), 6, "канал") }.unwrap();
        assert_eq!((len, room[4]), (4, 0));
        // SAFETY: it ends with a NUL.
        assert_eq!(unsafe { get("x", room.as_ptr()) }.unwrap(), "ка");
        // SAFETY: null is looked at first.
        assert!(unsafe { put("x", std::ptr::null_mut(), 6, "") }.is_err());
    }
}
