//! How settings are written, for all crates that read some: start-up, backends, layers above.

#![forbid(unsafe_code)]

use std::fmt;
use std::str::FromStr;

const WORDS: [(&str, bool); 8] = [
    ("1", true),
    ("on", true),
    ("yes", true),
    ("true", true),
    ("0", false),
    ("off", false),
    ("no", false),
    ("false", false),
];

/// A setting that is on or off: `1`, `on`, `yes` or `true`, and `0`, `off`, `no` or `false`, in any
/// case of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag(pub bool);

/// What is neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoFlag;

impl FromStr for Flag {
    type Err = NoFlag;

    fn from_str(text: &str) -> Result<Self, NoFlag> {
        let text = text.trim();
        let found = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
        found.map(|(_, is_on)| Self(*is_on)).ok_or(NoFlag)
    }
}

impl fmt::Display for NoFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("give 1, on, yes or true, or 0, off, no or false")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_are_known_and_no_others() {
        for (word, is_on) in WORDS {
            assert_eq!(word.parse::<Flag>().ok(), Some(Flag(is_on)));
            assert_eq!(word.to_uppercase().parse::<Flag>().ok(), Some(Flag(is_on)));
        }
        for word in ["", "2", "-1", "o", "nope", "onoff"] {
            assert!(word.parse::<Flag>().is_err(), "{word}");
        }
    }
}
