//! A file under check.

use crate::shell::{self, Res};
use std::path::Path;

/// A text file and where it lies below the root.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    pub(crate) fn read(path: &str) -> Res<Self> {
        Ok(Self { path: path.to_owned(), text: shell::read(Path::new(path))? })
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    pub(crate) fn is_markdown(&self) -> bool {
        self.path.ends_with(".md")
    }

    /// Whether a person writes it line by line.
    pub(crate) fn is_code(&self) -> bool {
        [".rs", ".c", ".h", ".cpp", ".toml", ".sh"].iter().any(|end| self.path.ends_with(end))
    }

    /// Whether a command writes it, as it says at its beginning.
    pub(crate) fn is_made(&self) -> bool {
        self.text.lines().take(3).any(|line| line.contains("Made by `cargo xtask "))
    }

    /// Whether all of it is test code.
    pub(crate) fn is_test(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        self.path.contains("tests/") || name.ends_with("tests.rs")
    }
}

/// The text of a Rust file with comments, strings and character literals as blanks, line by line as
/// before.
pub(crate) fn blanked(text: &str) -> String {
    let blank = |byte: u8| if byte == b'\n' { byte } else { b' ' };
    replaced(text, |part| part.iter().map(|&byte| blank(byte)).collect())
}

/// The text of a Rust file with every string empty, line by line as before.
pub(crate) fn without_strings(text: &str) -> String {
    let is_string = |part: &[u8]| matches!(part[0], b'"' | b'r');
    replaced(text, |part| match is_string(part) {
        true => part.iter().copied().filter(|&byte| byte == b'\n').collect(),
        false => part.to_vec(),
    })
}

/// The text with each comment, string and character literal replaced.
fn replaced(text: &str, with: impl Fn(&[u8]) -> Vec<u8>) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        let end = (at + skipped(&bytes[at..], before).max(1)).min(bytes.len());
        let is_code = end == at + 1 && bytes[at] != b'"';
        match is_code {
            true => out.push(bytes[at]),
            false => out.extend(with(&bytes[at..end])),
        }
        at = end;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// How many bytes at the start are one comment, string or character; 0 or 1 for code.
fn skipped(rest: &[u8], before: Option<u8>) -> usize {
    let in_word = before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match rest {
        [b'/', b'/', ..] => until(rest, 2, b"\n").saturating_sub(1),
        [b'/', b'*', ..] => until(rest, 2, b"*/"),
        [b'"', ..] => quoted(rest),
        [b'r', b'"' | b'#', ..] if !in_word => raw(rest),
        [b'\'', b'\\', _, tail @ ..] => 3 + until(tail, 0, b"'"),
        [b'\'', _, b'\'', ..] => 3,
        [b'\'', first, ..] if *first >= 0x80 => until(rest, 1, b"'"),
        _ => 1,
    }
}

/// The length up to and with `end`, looked for from `from`.
fn until(rest: &[u8], from: usize, end: &[u8]) -> usize {
    let found = rest[from..].windows(end.len()).position(|window| window == end);
    found.map_or(rest.len(), |at| from + at + end.len())
}

fn quoted(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != b'"' {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

fn raw(rest: &[u8]) -> usize {
    let hashes = rest[1..].iter().take_while(|&&byte| byte == b'#').count();
    if rest.get(1 + hashes) != Some(&b'"') {
        return 1;
    }
    let end: Vec<_> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
    until(rest, 2 + hashes, &end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_code_becomes_blank() {
        let text = "a /* { */ \"}{\\\"{\" '{' '\\'' 'x {} // {\nb r#\"{\"{\"# for\"{\"";
        let blank = blanked(text);
        assert_eq!(blank.matches('{').count(), 1, "{blank}");
        assert_eq!(blank.matches('}').count(), 1, "{blank}");
        assert_eq!(blank.lines().count(), 2);
        assert!(blank.contains("'x {}") && blank.contains("\nb "), "{blank}");
    }

    #[test]
    fn only_strings_become_empty() {
        let text = "a(\"b // c\", 'd', r#\"e\"#); // f \"g\"\n";
        assert_eq!(without_strings(text), "a(, 'd', ); // f \"g\"\n");
    }
}
