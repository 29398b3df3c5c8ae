//! Reading files that a user has named and that are small: configurations and lists of failures.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Greatest size that is read.
const MOST: u64 = 1 << 20;

/// The text of a file.
///
/// # Errors
/// The error of the system, or that it has more than 1 MiB: a device, or another kind of file.
pub fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MOST + 1).read_to_string(&mut text)?;
    if text.len() as u64 <= MOST {
        return Ok(text);
    }
    Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {MOST} bytes")))
}
