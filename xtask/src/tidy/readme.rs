//! Checks that each crate has a README and that documents are correct: links have targets, quoted
//! files match, and commands exist.

use super::source::Source;
use crate::shell;
use crate::workspace::Package;
use clap::CommandFactory;
use std::path::Path;

/// The document that newcomers read first; it must link to every crate and quote these files, each
/// with at most this many lines.
const ROOT: &str = "README.md";
const QUOTED: &[(&str, usize)] = &[("examples/c/hello.c", 20), ("examples/rust/hello.rs", 15)];

pub(crate) fn check(packages: &[Package], sources: &[Source]) -> Vec<String> {
    let missing = packages.iter().filter(|package| !package.dir.join("README.md").exists());
    let mut faults: Vec<_> =
        missing.map(|package| format!("{}: README.md is missing", package.dir.display())).collect();
    for source in sources.iter().filter(|source| source.is_markdown()) {
        let dead = links(&source.text).into_iter().filter(|link| is_dead(&source.path, link));
        faults.extend(dead.map(|link| format!("{}: the link {link} leads nowhere", source.path)));
        faults.extend(quotes(&source.text).into_iter().filter_map(|quote| wrong(source, &quote)));
        let unknown = commands(&source.text).into_iter().filter(|name| !is_command(name));
        faults.extend(unknown.map(|name| format!("{}: no command xtask {name}", source.path)));
    }
    match sources.iter().find(|source| source.path == ROOT) {
        Some(root) => faults.extend(root_faults(&root.text, packages)),
        None => faults.push(format!("{ROOT} is missing")),
    }
    faults
}

/// What is missing from the first document.
fn root_faults(text: &str, packages: &[Package]) -> Vec<String> {
    let quotes = quotes(text);
    let fault = |&(path, most): &(&str, usize)| {
        let Some(quote) = quotes.iter().find(|quote| quote.path == path) else {
            return Some(format!("{ROOT}: {path} is not quoted"));
        };
        let lines = quote.text.lines().count();
        (lines > most).then(|| format!("{ROOT}: {path} has {lines} lines, at most {most}"))
    };
    let mut faults: Vec<_> = QUOTED.iter().filter_map(fault).collect();
    let links = links(text);
    let readme = |package: &Package| package.dir.join(ROOT).display().to_string();
    let unlinked = packages.iter().map(readme).filter(|path| !links.contains(&path.as_str()));
    faults.extend(unlinked.map(|path| format!("{ROOT}: no link to {path}")));
    faults
}

/// A file quoted in a document: the code block below a line `<!-- file: path -->`.
struct Quote<'a> {
    path: &'a str,
    text: &'a str,
}

fn quotes(text: &str) -> Vec<Quote<'_>> {
    text.split("<!-- file: ").skip(1).filter_map(quote).collect()
}

fn quote(rest: &str) -> Option<Quote<'_>> {
    let (path, rest) = rest.split_once(" -->\n```")?;
    let (_language, rest) = rest.split_once('\n')?;
    let text = &rest[..rest.find("\n```")? + 1];
    Some(Quote { path, text })
}

/// How a quotation differs from its file.
fn wrong(source: &Source, quote: &Quote<'_>) -> Option<String> {
    let place = format!("{}: quotation of {}", source.path, quote.path);
    match shell::read(Path::new(quote.path)) {
        Err(cause) => Some(format!("{place}: {cause}")),
        Ok(text) if text != quote.text => Some(format!("{place}: it is not what the file says")),
        Ok(_) => None,
    }
}

/// The words that follow `cargo xtask`.
fn commands(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_ascii_lowercase();
    let after = text.split("cargo xtask ").skip(1);
    after
        .map(|rest| rest.split(|c| !is_word(c)).next().unwrap_or_default())
        .filter(|name| !name.is_empty())
        .collect()
}

fn is_command(name: &str) -> bool {
    crate::Cli::command().find_subcommand(name).is_some()
}

/// The targets of `[text](target)`.
fn links(text: &str) -> Vec<&str> {
    let after = text.split("](").skip(1);
    after.filter_map(|rest| rest.split_once(')')).map(|(link, _)| link).collect()
}

fn is_dead(from: &str, link: &str) -> bool {
    let target = link.split('#').next().unwrap_or_default();
    let is_outside = target.contains("://") || target.starts_with("mailto:");
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    !target.is_empty() && !is_outside && !folder.join(target).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_and_followed() {
        assert_eq!(links("see [a](b.md) and [c](https://d)"), ["b.md", "https://d"]);
        assert!(is_dead("README.md", "no-such-file"));
        assert!(!is_dead("README.md", "https://example.org/x"));
        assert!(!is_dead("README.md", "#part"));
        assert!(!is_dead("src/README.md", "../Cargo.toml"));
    }

    #[test]
    fn a_quotation_that_is_not_the_file_is_found() {
        let text = "a\n<!-- file: src/shell.rs -->\n```rust\nfn a() {}\n```\nb ```c\n";
        let quotes = quotes(text);
        assert_eq!(quotes.len(), 1);
        assert_eq!((quotes[0].path, quotes[0].text), ("src/shell.rs", "fn a() {}\n"));
        let source = Source { path: "a.md".into(), text: text.into() };
        let fault = wrong(&source, &quotes[0]).unwrap();
        assert!(fault.contains("not what the file says"), "{fault}");
        let text = shell::read(Path::new("src/shell.rs")).unwrap();
        assert_eq!(wrong(&source, &Quote { path: "src/shell.rs", text: &text }), None);
    }

    #[test]
    fn what_the_first_document_must_have_is_missed() {
        let package = Package {
            name: "skifch".into(),
            dir: "crates/skifch".into(),
            bins: Vec::new(),
            is_cdylib: false,
            dependencies: Vec::new(),
        };
        let faults = root_faults("[a](crates/skifch)", &[package]);
        assert_eq!(faults.len(), QUOTED.len() + 1, "{faults:?}");
        assert!(faults[QUOTED.len()].ends_with("no link to crates/skifch/README.md"), "{faults:?}");
        let (path, most) = QUOTED[0];
        let long = format!("<!-- file: {path} -->\n```c\n{}```\n", "int a;\n".repeat(most + 1));
        let faults = root_faults(&long, &[]);
        assert!(
            faults[0].ends_with(&format!("has {} lines, at most {most}", most + 1)),
            "{faults:?}"
        );
    }

    #[test]
    fn commands_that_do_not_exist_are_found() {
        assert_eq!(
            commands("`cargo xtask test` cargo xtask loom-x cargo xtask."),
            ["test", "loom"]
        );
        assert!(is_command("test") && !is_command("tset"));
    }
}
