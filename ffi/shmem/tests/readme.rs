//! The shell commands of the README work as written there.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::Path;
use std::process::Command;
use support::{EXAMPLES, is_once_more, said, tree};

/// All blocks marked `sh`, as one script. The line with cargo has already built the tree in use.
fn script(readme: &str) -> String {
    let after = readme.split("```sh\n").skip(1);
    let blocks = after.map(|rest| rest.split("```").next().unwrap_or_default());
    let lines = blocks.flat_map(str::lines).filter(|line| !line.starts_with("cargo xtask "));
    lines.fold("set -eu\n".to_owned(), |script, line| script + line + "\n")
}

/// A line without the figure that differs from run to run.
fn without_figure(line: &str) -> String {
    let fields: Vec<_> = line.split(" | ").collect();
    fields.iter().filter(|field| !field.ends_with("M updates/s")).copied().collect()
}

#[test]
fn the_shell_lines_of_the_readme_work() {
    let test = "the_shell_lines_of_the_readme_work";
    let Some(tree) = tree(test).filter(|_| !is_once_more()) else { return };
    let readme = include_str!("../README.md");
    // The folder serves as the home of a user who has installed into it, and as the source clone.
    let place = tempfile::TempDir::new().unwrap();
    std::os::unix::fs::symlink(tree, place.path().join("skifch")).unwrap();
    let examples = place.path().join("examples");
    std::fs::create_dir(&examples).unwrap();
    said(Command::new("cp").arg("-r").arg(Path::new(EXAMPLES)).arg(&examples));
    let mut shell = Command::new("sh");
    shell.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", place.path());
    let text = said(shell.arg("-c").arg(script(readme)).current_dir(place.path()));
    for pe in 0..4 {
        let greeting = format!("PE {pe} of 4: a greeting from PE {}\n", (pe + 3) % 4);
        assert_eq!(text.matches(&greeting).count(), 3, "over each network\n{text}");
    }
    // The output shown must be the output printed.
    let printed: Vec<_> = text.lines().map(without_figure).collect();
    let shown = readme.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
    let shown: Vec<_> = shown.flat_map(str::lines).map(without_figure).collect();
    assert!(shown.len() >= 8, "{shown:?}");
    for line in shown {
        assert!(printed.contains(&line), "not {line:?} in\n{text}");
    }
}
