//! The grammar of PMI-1: one command per line, `cmd=name key=value …`.
//!
//! All input is untrusted. Lengths are checked before anything is stored, text that is not UTF-8 is
//! rejected, and no input causes a panic. Fields may come in any order; unknown ones are kept and
//! ignored; a word without `=` is a field without a value (launchers put free text into `msg=`);
//! only the first `=` of a word separates key and value.

use std::fmt;

/// The longest line that either side accepts, including the newline. The protocol's own limit is
/// about 1400 bytes (a `put` with the longest names); the rest is room for the `msg=` of launchers.
pub const MAX_LINE_BYTES: usize = 16 * 1024;

/// Why bytes are not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// No newline within [`MAX_LINE_BYTES`].
    TooLong,
    /// Not UTF-8, or contains a NUL byte.
    NotText,
    /// The line does not begin with `cmd=` and a name.
    NoCommand,
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a line longer than {MAX_LINE_BYTES} bytes"),
            Self::NotText => f.write_str("a line that is not text"),
            Self::NoCommand => f.write_str("a line that does not begin with cmd="),
        }
    }
}

/// One parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    command: String,
    fields: Vec<(String, String)>,
}

impl Message {
    /// Parses one line, with or without its newline.
    ///
    /// # Errors
    /// [`LineFault`] when the bytes are outside the grammar.
    pub fn parse(line: &[u8]) -> Result<Self, LineFault> {
        if line.len() > MAX_LINE_BYTES {
            return Err(LineFault::TooLong);
        }
        let text = std::str::from_utf8(line).map_err(|_| LineFault::NotText)?;
        let text = text.trim_end_matches(['\n', '\r']);
        if text.contains(['\0', '\n']) {
            return Err(LineFault::NotText);
        }
        let mut words = text.split(' ').filter(|word| !word.is_empty());
        let command = words
            .next()
            .and_then(|first| first.strip_prefix("cmd="))
            .filter(|name| !name.is_empty())
            .ok_or(LineFault::NoCommand)?;
        let fields = words.map(|word| match word.split_once('=') {
            Some((key, value)) => (key.to_owned(), value.to_owned()),
            None => (word.to_owned(), String::new()),
        });
        Ok(Self { command: command.to_owned(), fields: fields.collect() })
    }

    /// The name after `cmd=`.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The value of the first field of that name.
    pub fn field(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The value of that field as a number; `None` when absent or not a number.
    pub fn number<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.field(key)?.parse().ok()
    }
}

/// Splits a byte stream into lines, and never holds more than [`MAX_LINE_BYTES`] of one line.
///
/// A line that is too long is reported once and skipped up to its newline; reading then continues
/// as usual.
#[derive(Debug, Default)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// Bytes already returned.
    taken: usize,
    skipping: bool,
}

impl LineBuffer {
    /// Adds bytes received from the wire.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.taken > 0 {
            self.bytes.drain(..self.taken);
            self.taken = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next complete line without its newline; `None` if more bytes are needed.
    pub fn next_line(&mut self) -> Option<Result<Vec<u8>, LineFault>> {
        loop {
            let rest = &self.bytes[self.taken..];
            let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
                return self.unfinished();
            };
            let line = rest[..end].to_vec();
            self.taken += end + 1;
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            return Some(if end < MAX_LINE_BYTES { Ok(line) } else { Err(LineFault::TooLong) });
        }
    }

    /// Whether the buffer is empty, without even a partial line.
    pub fn is_empty(&self) -> bool {
        self.taken == self.bytes.len()
    }

    fn unfinished(&mut self) -> Option<Result<Vec<u8>, LineFault>> {
        let too_long = self.bytes.len() - self.taken >= MAX_LINE_BYTES;
        if too_long || self.skipping {
            self.bytes.clear();
            self.taken = 0;
        }
        if too_long && !self.skipping {
            self.skipping = true;
            return Some(Err(LineFault::TooLong));
        }
        None
    }
}

#[cfg(test)]
#[path = "line_tests.rs"]
mod tests;
