//! Random bytes of the system, for keys and names.

use crate::Error;

/// Fresh random bytes.
///
/// # Errors
/// When the system has none.
pub fn random<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0_u8; N];
    // SAFETY: the bytes are writable for their length.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), N, 0) };
    if got == N as isize { Ok(bytes) } else { Err(Error::os("drawing random bytes")) }
}
