//! CHARACTER arguments: memory with a length, padded with blanks.

use libc::c_char;
use std::ffi::CString;

/// Longer than any string of MPI in C.
const ROOM: usize = 8192;

/// The bytes of a string without trailing blanks.
///
/// # Safety
/// `from` has `len` bytes.
unsafe fn bytes<'a>(from: *const c_char, len: usize) -> &'a [u8] {
    if from.is_null() {
        return &[];
    }
    // SAFETY: the caller's promise.
    let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), len) };
    let end = bytes.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
    &bytes[..end]
}

/// A string up to its first NUL, which programs that share text with C may have put there.
fn string(bytes: &[u8]) -> CString {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    CString::new(&bytes[..end]).unwrap_or_default()
}

/// Converts a string argument to C.
///
/// # Safety
/// `from` has `len` bytes.
pub(crate) unsafe fn taken(from: *const c_char, len: usize) -> CString {
    // SAFETY: the caller's promise.
    string(unsafe { bytes(from, len) })
}

/// [`taken`] without leading blanks.
///
/// # Safety
/// `from` has `len` bytes.
pub(crate) unsafe fn stripped(from: *const c_char, len: usize) -> CString {
    // SAFETY: the caller's promise.
    let bytes = unsafe { bytes(from, len) };
    let first = bytes.iter().position(|&byte| byte != b' ').unwrap_or(0);
    string(&bytes[first..])
}

/// Buffer for a string returned by C.
pub(crate) struct Room(Vec<c_char>);

impl Room {
    pub(crate) fn new() -> Self {
        Self(vec![0; ROOM])
    }

    pub(crate) fn as_mut_ptr(&mut self) -> *mut c_char {
        self.0.as_mut_ptr()
    }

    /// Longest string that fits, in bytes.
    pub(crate) fn len() -> usize {
        ROOM - 1
    }

    /// Copies the string returned by C to a CHARACTER argument, truncated or padded with blanks.
    ///
    /// # Safety
    /// `to` has `len` bytes.
    pub(crate) unsafe fn give(&self, to: *mut c_char, len: usize) {
        let given = self.0.iter().position(|&byte| byte == 0).unwrap_or(self.0.len()).min(len);
        // SAFETY: the caller's promise; `given` is at most `len` and what there is.
        unsafe {
            to.copy_from_nonoverlapping(self.0.as_ptr(), given);
            to.add(given).write_bytes(b' ', len - given);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_behind_do_not_count() {
        let text = b"  a b   ";
        // SAFETY: the string has this many bytes.
        unsafe {
            assert_eq!(taken(text.as_ptr().cast(), 8).as_bytes(), b"  a b");
            assert_eq!(stripped(text.as_ptr().cast(), 8).as_bytes(), b"a b");
            assert_eq!(taken(b"ab\0cd".as_ptr().cast(), 5).as_bytes(), b"ab");
            assert_eq!(stripped(b"    ".as_ptr().cast(), 4).as_bytes(), b"");
            assert_eq!(taken(std::ptr::null(), 5).as_bytes(), b"");
        }
    }

    #[test]
    fn tabs_and_line_ends_are_part_of_a_string() {
        let text = b" \ta\n\t ";
        // SAFETY: the string has this many bytes.
        unsafe {
            assert_eq!(taken(text.as_ptr().cast(), 6).as_bytes(), b" \ta\n\t");
            assert_eq!(stripped(text.as_ptr().cast(), 6).as_bytes(), b"\ta\n\t");
        }
    }

    #[test]
    fn what_is_given_ends_in_blanks() {
        let mut room = Room::new();
        room.0[..3].copy_from_slice(&[b'a' as c_char, b'b' as c_char, 0]);
        for (len, want) in [(4, "ab  "), (2, "ab"), (1, "a"), (0, "")] {
            let mut to = vec![b'x' as c_char; len];
            // SAFETY: `to` has this length.
            unsafe { room.give(to.as_mut_ptr(), len) };
            let got: String = to.iter().map(|&byte| char::from(byte as u8)).collect();
            assert_eq!(got, want);
        }
    }
}
