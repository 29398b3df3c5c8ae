//! Parses a text of settings into keys and values, each with its line number.

use crate::Error;
use toml::de::{DeTable, DeValue};

/// A `key = value`; the key includes its section: `link.mbit_s`.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: Value,
    pub(super) line: usize,
}

#[derive(Debug)]
pub(super) enum Value {
    Number(u64),
    Word(String),
}

impl Entry {
    /// An error that names this line and key.
    pub(super) fn refuse(&self, why: impl std::fmt::Display) -> Error {
        Error::new(format!("{}: {why}", self.key)).at(self.line)
    }

    pub(super) fn number(&self, least: u64, most: u64) -> Result<u64, Error> {
        match self.value {
            Value::Number(number) if (least..=most).contains(&number) => Ok(number),
            Value::Number(number) => {
                Err(self.refuse(format!("{number}, must be {least} to {most}")))
            }
            Value::Word(_) => Err(self.refuse("must be a number")),
        }
    }

    pub(super) fn word(&self) -> Result<&str, Error> {
        match &self.value {
            Value::Word(word) => Ok(word),
            Value::Number(_) => Err(self.refuse("must be a word in quotes")),
        }
    }
}

/// All entries of a text, in order.
pub(super) fn read(text: &str) -> Result<Vec<Entry>, Error> {
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Error::new(error.message()).at(line(text, at))
    })?;
    let mut entries = Vec::new();
    gather(text, "", table.get_ref(), &mut entries)?;
    entries.sort_by_key(|entry| entry.line);
    Ok(entries)
}

fn gather(
    text: &str,
    section: &str,
    table: &DeTable<'_>,
    entries: &mut Vec<Entry>,
) -> Result<(), Error> {
    for (name, value) in table {
        let key = format!("{section}{}", name.get_ref());
        let line = line(text, name.span().start);
        let value = match value.get_ref() {
            DeValue::Table(inner) => {
                gather(text, &format!("{key}."), inner, entries)?;
                continue;
            }
            DeValue::String(word) => Value::Word(word.to_string()),
            DeValue::Integer(number) => {
                let digits = u64::from_str_radix(number.as_str(), number.radix());
                Value::Number(digits.map_err(|_| {
                    Error::new(format!("{key}: {number}, must be a whole number, 0 or more"))
                        .at(line)
                })?)
            }
            other => {
                let what = other.type_str();
                let why = format!("{key}: must be a number or a word, not {what}");
                return Err(Error::new(why).at(line));
            }
        };
        entries.push(Entry { key, value, line });
    }
    Ok(())
}

fn line(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_sections_and_lines() {
        let entries = read("a = \"x\"\n\n[b]\nc = 0x10\n").unwrap();
        let said: Vec<_> = entries.iter().map(|e| (e.key.as_str(), e.line)).collect();
        assert_eq!(said, [("a", 1), ("b.c", 4)]);
        assert_eq!(entries[1].number(1, 16).unwrap(), 16);
        assert_eq!(entries[0].word().unwrap(), "x");
    }

    #[test]
    fn what_is_not_understood_has_a_line() {
        for (text, line, what) in [
            ("a = 1\nb = = 2\n", 2, ""),
            ("a = 1\na = 2\n", 2, "duplicate"),
            ("x = [1]\n", 1, "not array"),
            ("x = 1\ny = -3\n", 2, "-3, must be a whole number"),
            ("x = 1.5\n", 1, "not float"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.line(), Some(line), "{text}: {error}");
            assert!(error.to_string().contains(what), "{text}: {error}");
        }
    }
}
