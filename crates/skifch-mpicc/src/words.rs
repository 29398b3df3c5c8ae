//! Words of a command line, which need not be UTF-8: a file may have any name.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

pub(crate) fn begins(word: &OsStr, with: &str) -> bool {
    word.as_bytes().starts_with(with.as_bytes())
}

/// The rest of a word that begins so.
pub(crate) fn behind<'a>(word: &'a OsStr, beginning: &str) -> Option<&'a OsStr> {
    word.as_bytes().strip_prefix(beginning.as_bytes()).map(OsStr::from_bytes)
}

/// The words of a text that are divided by blanks.
pub(crate) fn divided(text: &OsStr) -> Vec<OsString> {
    let parts = text.as_bytes().split(u8::is_ascii_whitespace);
    let words = parts.filter(|part| !part.is_empty());
    words.map(|part| OsStr::from_bytes(part).to_owned()).collect()
}

/// One word from parts.
pub(crate) fn joined(parts: &[&OsStr]) -> OsString {
    parts.iter().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_any_bytes_are_divided() {
        let text = OsStr::from_bytes(b" ccache  g\xff \t-O2\n");
        assert_eq!(
            divided(text),
            [OsStr::new("ccache"), OsStr::from_bytes(b"g\xff"), OsStr::new("-O2")]
        );
        assert!(divided(OsStr::new(" \t")).is_empty());
    }
}
