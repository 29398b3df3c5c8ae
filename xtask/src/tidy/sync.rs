//! Checks that orderings are argued: each release names the pair that it belongs to in a comment
//! `// SYNC name: why`, and so does the acquire at the other side (skifch-sync/README.md).

use super::source::{Source, blanked, without_strings};
use std::collections::BTreeMap;

/// The orderings that publish.
const ORDERINGS: [&str; 3] = ["Release", "AcqRel", "SeqCst"];
/// A comment holds for its own line and this many lines that follow, within its function.
const REACH: usize = 8;
const MARK: &str = "// SYNC ";

/// Where a name stands: file and line.
type Places = BTreeMap<String, Vec<(String, usize)>>;

pub(crate) fn check(sources: &[Source]) -> Vec<String> {
    let (mut faults, mut places) = (Vec::new(), Places::new());
    for source in sources.iter().filter(|source| source.is_rust() && !is_test(source)) {
        check_source(source, &mut places, &mut faults);
    }
    for (name, at) in &places {
        if let [(path, line)] = &at[..] {
            faults.push(format!(
                "{path}:{line}: SYNC {name} stands nowhere else: name it at the other side too, or \
                 use the name that stands there"
            ));
        }
    }
    faults
}

/// Whether it is test code, programs that only tests start and benchmarks included.
fn is_test(source: &Source) -> bool {
    source.is_test() || source.path.contains("/bin/test-") || source.path.starts_with("benches/")
}

fn check_source(source: &Source, places: &mut Places, faults: &mut Vec<String>) {
    let (code, text) = (blanked(&source.text), without_strings(&source.text));
    let mut lines: Vec<_> = code.lines().zip(text.lines()).collect();
    // The module of tests is at the end of the file.
    lines.truncate(lines.iter().position(|(code, _)| *code == "mod tests {").unwrap_or(usize::MAX));
    let mut is_use = false;
    for (at, (code, line)) in lines.iter().enumerate() {
        let mut fault = |what: &str| faults.push(format!("{}:{}: {what}", source.path, at + 1));
        match names(line) {
            Some(names) if names.iter().all(|name| is_name(name)) => {
                for name in names {
                    places.entry(name.into()).or_default().push((source.path.clone(), at + 1));
                }
            }
            Some(_) => fault("a comment about an ordering is `// SYNC name: why`"),
            None => {}
        }
        is_use |= code.starts_with("use ") || code.trim_start().starts_with("use ");
        if !is_use
            && let Some(ordering) = ordering(code)
            && !is_argued(&lines[..=at])
        {
            fault(&format!(
                "{ordering} without `// SYNC name: what pairs with it` in the {REACH} lines before \
                 it; where nothing is published, Relaxed is enough"
            ));
        }
        is_use &= !code.contains(';');
    }
}

/// The names in a comment about an ordering, if the line has one.
fn names(line: &str) -> Option<Vec<&str>> {
    let (before, comment) = line.split_once(MARK)?;
    if before.contains("//") {
        // Part of another comment.
        return None;
    }
    Some(comment.split_once(':').unwrap_or_default().0.split(", ").collect())
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

/// The first ordering in a line of code that publishes.
fn ordering(code: &str) -> Option<&'static str> {
    let is_at = |at: usize, word: &str| {
        let (before, after) = (&code[..at], &code[at + word.len()..]);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        // A path to something else of that name is none.
        let is_path = before.ends_with("::") && !before.ends_with("Ordering::");
        !is_path && !before.ends_with(is_part) && !after.starts_with(is_part)
    };
    let is_in = |word: &&str| code.match_indices(*word).any(|(at, _)| is_at(at, word));
    ORDERINGS.into_iter().find(is_in)
}

/// Whether a comment holds for the last of these lines of code and text.
fn is_argued(lines: &[(&str, &str)]) -> bool {
    let mut near = lines.iter().rev().take(REACH + 1);
    // The line of the function's name is the last to be looked at.
    near.find(|(code, line)| names(line).is_some() || code.contains("fn "))
        .is_some_and(|(_, line)| names(line).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, text: &str) -> Vec<String> {
        check(&[Source { path: path.into(), text: text.into() }])
    }

    /// The other side of the pair "a".
    const OTHER: &str = "// SYNC a: pairs with the release.\nx.load(Acquire);\n";

    #[test]
    fn an_ordering_without_a_name_is_found() {
        for ordering in ["Release", "Ordering::AcqRel", "SeqCst"] {
            let found = faults("a.rs", &format!("fn f() {{\n    x.store(1, {ordering});\n}}\n"));
            assert_eq!(found.len(), 1, "{ordering}: {found:?}");
            assert!(found[0].starts_with("a.rs:2: "), "{found:?}");
        }
        let far = format!("{OTHER}// SYNC a: why.\n{}fence(SeqCst);\n", "y();\n".repeat(REACH));
        assert_eq!(faults("a.rs", &far).len(), 1);
        let other_function = format!("{OTHER}// SYNC a: why.\nfn f() {{\nfence(SeqCst);\n}}\n");
        assert_eq!(faults("a.rs", &other_function).len(), 1);
    }

    #[test]
    fn an_ordering_with_a_name_is_fine() {
        for text in [
            "// SYNC a: why.\nx.store(1, Release);\n",
            "x.store(1, Release); // SYNC a: why.\n",
            "// SYNC a: why.\n// SAFETY: also.\nlet _ = 1;\nx.store(1, Release);\n",
        ] {
            assert_eq!(faults("a.rs", &format!("{OTHER}{text}")), [""; 0], "{text}");
        }
    }

    #[test]
    fn what_is_no_ordering_needs_no_name() {
        for text in [
            "use std::sync::atomic::Ordering::{Acquire, Release};\n",
            "    use std::{\n    Release,\n};\n",
            "//! Write `// SYNC a: why` at a Release.\nlet x = [\"Release\", \"// SYNC b\"];\n",
            "x.store(1, Relaxed);\nx.load(Acquire);\nmatch x { Kind::Release => Released }\n",
            "#[cfg(test)]\nmod tests {\n    x.store(1, Release);\n}\n",
        ] {
            assert_eq!(faults("a.rs", text), [""; 0], "{text}");
        }
        let test = "x.store(1, Release);\n";
        for path in ["a/tests/b.rs", "a/queue_tests.rs", "a/src/bin/test-rank/b.rs", "benches/b.rs"]
        {
            assert_eq!(faults(path, test), [""; 0], "{path}");
        }
        assert_eq!(faults("a.rs", &format!("use std::Release;\n{test}")).len(), 1);
    }

    #[test]
    fn a_name_stands_on_both_sides() {
        let here = "// SYNC a, b-c: why.\nx.store(1, Release);\n";
        let found = faults("a.rs", here);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("a.rs:1: SYNC a stands nowhere else"), "{found:?}");
        let there = Source { path: "b.rs".into(), text: "// SYNC b-c: why.\n".into() };
        let here = Source { path: "a.rs".into(), text: format!("{here}{OTHER}") };
        assert_eq!(check(&[here, there]), [""; 0]);
    }

    #[test]
    fn a_comment_without_a_name_is_found() {
        for comment in ["// SYNC why.", "// SYNC : why.", "// SYNC A: why.", "// SYNC a b: why."] {
            let found = faults("a.rs", &format!("{comment}\nx.store(1, Release);\n"));
            assert!(found.len() == 1 && found[0].contains("`// SYNC name: why`"), "{found:?}");
        }
    }
}
