//! Random bytes from the system, for keys and names.

use crate::Error;

/// Draws fresh random bytes.
///
/// # Errors
/// The error of `getrandom(2)`.
pub fn random<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0_u8; N];
    // SAFETY: the bytes are writable for their length.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), N, 0) };
    if got == N as isize { Ok(bytes) } else { Err(Error::os("drawing random bytes")) }
}
