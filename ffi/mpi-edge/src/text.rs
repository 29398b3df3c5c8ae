//! C strings.

use crate::args::null;
use crate::raise::Answer;
use libc::c_char;
use std::ffi::CStr;

/// Stores `words` with a terminating NUL, truncated to `room` bytes (between characters if it is
/// valid UTF-8). Returns the number of bytes before the NUL.
///
/// # Safety
/// `to` is null or has that room.
pub(crate) unsafe fn put(
    name: &str,
    to: *mut c_char,
    room: usize,
    words: impl AsRef<[u8]>,
) -> Answer<i32> {
    let words = words.as_ref();
    if to.is_null() {
        return Err(null(name));
    }
    let mut len = words.len().min(room.saturating_sub(1));
    if len < words.len()
        && let Ok(text) = str::from_utf8(words)
    {
        len = (0..=len).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    }
    // SAFETY: the caller's promise; `len` bytes and the NUL fit.
    unsafe {
        words.as_ptr().cast::<c_char>().copy_to_nonoverlapping(to, len);
        *to.add(len) = 0;
    }
    Ok(len as i32)
}

/// A string passed by the program: bytes in any encoding.
///
/// # Safety
/// `from` is null or ends with a NUL, and nobody changes it meanwhile.
pub(crate) unsafe fn get<'a>(name: &str, from: *const c_char) -> Answer<&'a [u8]> {
    if from.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { CStr::from_ptr(from) }.to_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let mut room = [1; 6];
        // SAFETY: the buffer has the given size.
        let len = unsafe { put("x", room.as_mut_ptr(), 6, "канал") }.unwrap();
        assert_eq!((len, room[4]), (4, 0));
        // SAFETY: it ends with a NUL.
        assert_eq!(unsafe { get("x", room.as_ptr()) }.unwrap(), "ка".as_bytes());
        // SAFETY: as above.
        let len = unsafe { put("x", room.as_mut_ptr(), 6, b"\xe9\xff\xc3") }.unwrap();
        // SAFETY: as above.
        assert_eq!((len, unsafe { get("x", room.as_ptr()) }.unwrap()), (3, &b"\xe9\xff\xc3"[..]));
        // SAFETY: null is checked first.
        assert!(unsafe { put("x", std::ptr::null_mut(), 6, "") }.is_err());
    }
}
