//! Checks lines, words and sizes of files.

use super::source::{Source, without_strings};

pub(crate) const MAX_COLUMNS: usize = 100;
const MAX_LINES: usize = 500;

/// Words that mark unfinished work, and calls that lack their reason. Written in halves so that
/// this file passes its own check.
const WORDS: &[&str] = &[
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("HA", "CK"),
    concat!("to", "do!("),
    concat!("unimpl", "emented!("),
    concat!("#[ign", "ore"),
];

/// Prefixes of paths that exist only on one machine.
const PLACES: &[&str] = &[concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/")];

pub(crate) fn check(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    let path = &source.path;
    let count = source.text.lines().count();
    if source.is_code() && !source.is_made() && count > MAX_LINES {
        faults.push(format!("{path}: {count} lines, at most {MAX_LINES}: split it"));
    }
    if source.path == "Cargo.lock" {
        return faults;
    }
    for (index, line) in source.text.lines().enumerate() {
        faults.extend(fault(source, line).map(|what| format!("{path}:{}: {what}", index + 1)));
    }
    faults.extend(long_lines(source));
    faults
}

/// Lines that are too long. Strings do not count, because a string broken in two cannot be
/// searched for; neither does a table row in a comment.
fn long_lines(source: &Source) -> Vec<String> {
    let is_row =
        |line: &str| line.trim_start().trim_start_matches(['/', '!', ' ']).starts_with('|');
    let text = match &source.path {
        path if path.ends_with(".rs") => without_strings(&source.text),
        path if source.is_code() && !path.ends_with(".toml") => source.text.clone(),
        _ => return Vec::new(),
    };
    let columns = text.lines().map(|line| if is_row(line) { 0 } else { line.chars().count() });
    let long = columns.enumerate().filter(|(_, columns)| *columns > MAX_COLUMNS);
    long.map(|(index, columns)| {
        format!("{}:{}: {columns} columns, at most {MAX_COLUMNS}", source.path, index + 1)
    })
    .collect()
}

fn fault(source: &Source, line: &str) -> Option<String> {
    if source.is_code() && line.ends_with([' ', '\t']) {
        return Some("blanks at the end".to_owned());
    }
    if let Some(word) = WORDS.iter().find(|&&word| source.is_code() && line.contains(word)) {
        return Some(format!("the word {word:?}"));
    }
    let place = PLACES.iter().find(|&&place| starts_path(line, place))?;
    Some(format!("a path of one machine: {place:?}"))
}

/// Whether the path is absolute, not the end of a longer one.
fn starts_path(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-/}*".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, text: &str) -> usize {
        check(&Source { path: path.into(), text: text.into() }).len()
    }

    #[test]
    fn each_rule_finds_its_fault() {
        assert_eq!(faults("a.rs", "fn main() {}\n"), 0);
        assert_eq!(faults("a.rs", &"x\n".repeat(MAX_LINES + 1)), 1);
        assert_eq!(faults("a.rs", &"я".repeat(MAX_COLUMNS)), 0);
        assert_eq!(faults("a.rs", &"x".repeat(MAX_COLUMNS + 1)), 1);
        let string = "s".repeat(MAX_COLUMNS);
        assert_eq!(faults("a.rs", &format!("f(\"{string}\");")), 0);
        assert_eq!(faults("a.c", &format!("f(\"{string}\");")), 1);
        assert_eq!(faults("a.rs", &format!("// | {string} |")), 0);
        assert_eq!(faults("a.rs", &format!("// \"{string}\"")), 1);
        assert_eq!(faults("a.c", "int x; \n"), 1);
        for word in WORDS {
            assert_eq!(faults("a.rs", word), 1, "{word}");
        }
        for place in PLACES {
            assert_eq!(faults("a.md", &format!("see {place}x")), 1, "{place}");
            assert_eq!(faults("a.md", &format!("see a{place}x")), 0, "{place}");
        }
    }
}
