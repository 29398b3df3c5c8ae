//! The sizes that ranks ask for in opening a segment, which must be the same. Behind the parts the
//! memory has two words: the size that its creator asks for, and the same or, if any rank asks for
//! another, that one.

use crate::memfd;
use skifch_backend::Error;
use std::os::fd::{AsRawFd, OwnedFd};

/// Bytes behind the parts of a segment.
pub(crate) const SIZES_BYTES: usize = 16;

/// The creator's size.
pub(crate) fn begin(fd: &OwnedFd, bytes: usize) -> Result<(), Error> {
    write(fd, [bytes as u64; 2])
}

/// Compares this rank's size with the creator's, and leaves it for the other ranks if it differs.
pub(crate) fn compare(fd: &OwnedFd, bytes: usize) -> Result<(), Error> {
    let [first, _] = read(fd)?;
    if first == bytes as u64 {
        return Ok(());
    }
    write(fd, [first, bytes as u64])?;
    Err(differ(first, bytes as u64))
}

/// Whether all sizes are the same, after all ranks have compared theirs.
pub(crate) fn check(fd: &OwnedFd) -> Result<(), Error> {
    let [first, other] = read(fd)?;
    if other == first { Ok(()) } else { Err(differ(first, other)) }
}

fn differ(first: u64, other: u64) -> Error {
    let text = format!(
        "one rank asks for a segment of {first} bytes and another for one of {other}: \
         the size must be the same on all ranks"
    );
    Error::new(libc::EINVAL, text)
}

/// Where the words are: other sizes put them elsewhere, so the file tells.
fn place(fd: &OwnedFd) -> Result<libc::off_t, Error> {
    Ok(memfd::size_of_file(fd)?.saturating_sub(SIZES_BYTES) as libc::off_t)
}

fn read(fd: &OwnedFd) -> Result<[u64; 2], Error> {
    let (at, mut words) = (place(fd)?, [0_u64; 2]);
    // SAFETY: the words are ours to write and of this size.
    let got = unsafe { libc::pread(fd.as_raw_fd(), words.as_mut_ptr().cast(), SIZES_BYTES, at) };
    is_whole(got).map(|()| words)
}

fn write(fd: &OwnedFd, words: [u64; 2]) -> Result<(), Error> {
    let at = place(fd)?;
    // SAFETY: the words are of this size.
    is_whole(unsafe { libc::pwrite(fd.as_raw_fd(), words.as_ptr().cast(), SIZES_BYTES, at) })
}

fn is_whole(got: isize) -> Result<(), Error> {
    if got == SIZES_BYTES as isize {
        return Ok(());
    }
    Err(Error::os("comparing the sizes of a segment"))
}
