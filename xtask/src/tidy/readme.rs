//! Each crate introduces itself, and links in documents lead somewhere.

use super::source::Source;
use crate::workspace::Package;
use std::path::Path;

pub(crate) fn check(packages: &[Package], sources: &[Source]) -> Vec<String> {
    let missing = packages.iter().filter(|package| !package.dir.join("README.md").exists());
    let mut faults: Vec<_> =
        missing.map(|package| format!("{}: README.md is missing", package.dir.display())).collect();
    for source in sources.iter().filter(|source| source.is_markdown()) {
        let dead = links(&source.text).into_iter().filter(|link| is_dead(&source.path, link));
        faults.extend(dead.map(|link| format!("{}: the link {link} leads nowhere", source.path)));
    }
    faults
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
}
