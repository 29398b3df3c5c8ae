//! `tidy --fix`: wraps comments that are too long, which rustfmt does not do.

use super::source::Source;
use super::text::MAX_COLUMNS;
use crate::shell::{self, Res};
use std::path::Path;

pub(crate) fn fix(sources: &mut [Source]) -> Res {
    for source in sources.iter_mut().filter(|source| source.is_rust()) {
        let text = wrapped(&source.text);
        if text != source.text {
            shell::write(Path::new(&source.path), &text)?;
            source.text = text;
        }
    }
    Ok(())
}

/// The text with the ends of long comment lines moved to the next line.
fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut at = 0;
    let mut is_example = false;
    while at < lines.len() {
        let line = lines[at].clone();
        is_example ^= body(&line).is_some_and(|body| body.starts_with("```"));
        if let (false, Some((head, tail, prefix))) = (is_example, split(&line)) {
            lines[at] = head;
            match lines.get(at + 1).and_then(|next| next.strip_prefix(&prefix)) {
                Some(next) if continues(next) => lines[at + 1] = format!("{prefix}{tail} {next}"),
                _ => lines.insert(at + 1, format!("{prefix}{tail}")),
            }
        }
        at += 1;
    }
    lines.join("\n") + "\n"
}

/// A long comment line split into what stays and what moves, with the prefix of the next line.
fn split(line: &str) -> Option<(String, String, String)> {
    let body = body(line).filter(|body| !body.starts_with('|'))?;
    if line.chars().count() <= MAX_COLUMNS {
        return None;
    }
    let (limit, _) = line.char_indices().nth(MAX_COLUMNS + 1).unwrap_or((line.len(), ' '));
    let indent = line.len() - body.len();
    let space = line[..limit].rfind(' ').filter(|space| *space > indent)?;
    // Continuation lines of a list item are indented by the width of its mark.
    let mark = if body.starts_with("- ") || body.starts_with("* ") { "  " } else { "" };
    let prefix = format!("{}{mark}", &line[..indent]);
    Some((line[..space].to_owned(), line[space + 1..].to_owned(), prefix))
}

/// The text after the slashes of a comment line.
fn body(line: &str) -> Option<&str> {
    let comment = line.trim_start().strip_prefix("//")?;
    Some(comment.trim_start_matches(['/', '!']).trim_start())
}

/// Whether a line continues the paragraph above it.
fn continues(next: &str) -> bool {
    next.starts_with(|c: char| c.is_alphanumeric() || "`([\"'<*_±−×≥≤&".contains(c))
        && !next.starts_with("* ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_comment_flows_into_the_next_line_and_code_stays() {
        let word = "x".repeat(30);
        let code = format!("f({word}, {word}, {word}, {word});");
        let text = format!("    /// {word} {word} {word} {word}\n    /// and so on.\n{code}\n");
        let expected = format!("    /// {word} {word} {word}\n    /// {word} and so on.\n{code}\n");
        assert_eq!(wrapped(&text), expected);
        assert_eq!(wrapped(&expected), expected);
    }

    #[test]
    fn a_list_and_an_example_keep_their_form() {
        let word = "x".repeat(60);
        let list = format!("//! - {word} {word}\n//! - next\n");
        assert_eq!(wrapped(&list), format!("//! - {word}\n//!   {word}\n//! - next\n"));
        let example = format!("/// ```\n/// {word} {word}\n/// ```\n");
        assert_eq!(wrapped(&example), example);
    }
}
