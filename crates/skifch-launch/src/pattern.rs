//! Patterns for output file names and line prefixes, with Hydra's letters.

use std::time::Instant;

/// Every letter, for error messages.
pub(crate) const LETTERS: &str = "%r %h %p %g %t %%";

/// The facts of one rank.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) rank: usize,
    pub(crate) host: String,
    /// The number of the host, Hydra's proxy number.
    pub(crate) place: usize,
    /// When the launcher was started.
    pub(crate) begin: Instant,
}

/// Whether every `%` is followed by a known letter.
pub(crate) fn is_known(pattern: &str) -> bool {
    pattern.split("%%").all(|part| {
        part.split('%').skip(1).all(|behind| behind.starts_with(['r', 'h', 'p', 'g', 't']))
    })
}

/// Whether the rank is part of it.
pub(crate) fn has_rank(pattern: &str) -> bool {
    pattern.split("%%").any(|part| part.contains("%r"))
}

/// The pattern with the facts substituted.
pub(crate) fn expand(pattern: &str, facts: &Facts) -> String {
    let mut text = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '%' { chars.next() } else { None }) {
            ('%', Some('r')) => text += &facts.rank.to_string(),
            ('%', Some('h')) => text += &facts.host,
            ('%', Some('p')) => text += &facts.place.to_string(),
            // A job has one process group, number 0.
            ('%', Some('g')) => text.push('0'),
            ('%', Some('t')) => text += &facts.begin.elapsed().as_secs().to_string(),
            (c, _) => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn facts_stand_where_their_letters_were() {
        let ago = |seconds| Instant::now() - Duration::from_secs(seconds);
        let facts = Facts { rank: 7, host: "a".into(), place: 2, begin: ago(5) };
        assert_eq!(expand("o-%r.%%r %h/%p/%g%%", &facts), "o-7.%r a/2/0%");
        assert_eq!(expand("%t s", &facts), "5 s");
        assert!(has_rank("o-%r") && has_rank("%%%r") && !has_rank("o-%%r"));
    }

    #[test]
    fn other_letters_are_unknown() {
        for known in ["", "plain", "%r%%", "%%x", "%%%r", "[%r - %h]"] {
            assert!(is_known(known), "{known}");
        }
        for unknown in ["%", "%x", "%r%", "%%%", "%%%x", "% r"] {
            assert!(!is_known(unknown), "{unknown}");
        }
    }
}
