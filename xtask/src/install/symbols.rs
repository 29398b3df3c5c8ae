//! Checks the symbols of the C libraries. For `libskifch.so` the header's declarations, the
//! version script and the exported symbols must agree, each symbol with its version; for the
//! others the version script and the exported symbols, without versions.

use super::PROCESS_HOME;
use crate::shell::{self, Res, cmd};
use std::collections::BTreeSet;
use std::path::Path;

/// The version of every symbol in the first interface.
const VERSION: &str = "SKIFCH_1.0";

/// Compares header, version script and library.
pub(crate) fn check(header: &Path, map: &Path, library: &Path) -> Res {
    let declared = functions(&shell::read(header)?);
    let listed = listed(&shell::read(map)?);
    compare(&declared, &header.display().to_string(), &listed, &map.display().to_string())?;
    let exported = exported(&symbols_of(library)?)?;
    compare(&listed, &map.display().to_string(), &exported, &library.display().to_string())
}

/// Compares the version script with the library, whose symbols have no version.
pub(crate) fn check_plain(map: &Path, library: &Path) -> Res {
    let text = shell::read(map)?;
    let names = text.lines().map(str::trim).filter_map(|line| line.strip_suffix(';'));
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_ours = |name: &&str| is_name(name) && *name != PROCESS_HOME;
    let listed = names.filter(is_ours).map(str::to_owned).collect();
    // A library that only calls another one does not join the job, and so has no process home.
    let text = match text.contains(PROCESS_HOME) {
        true => symbols_of(library)?,
        false => readelf(library)?,
    };
    let exported = plain(&text);
    compare(&listed, &map.display().to_string(), &exported, &library.display().to_string())
}

/// The output of `readelf` for a library, in which the process home must be a unique symbol, so
/// that it is the same one for all libraries.
fn symbols_of(library: &Path) -> Res<String> {
    let text = readelf(library)?;
    let is_home = |line: &str| line.contains(PROCESS_HOME) && line.contains(" UNIQUE ");
    match text.lines().any(is_home) {
        true => Ok(text),
        false => Err(format!("{} has no unique symbol {PROCESS_HOME}", library.display())),
    }
}

fn readelf(library: &Path) -> Res<String> {
    shell::output(cmd("readelf", ["--dyn-syms", "--wide"]).arg(library))
}

fn compare(a: &BTreeSet<String>, a_name: &str, b: &BTreeSet<String>, b_name: &str) -> Res {
    let only = |x: &BTreeSet<String>, y: &BTreeSet<String>| {
        x.difference(y).cloned().collect::<Vec<_>>().join(", ")
    };
    if a == b {
        return Ok(());
    }
    Err(format!(
        "the symbols differ: only in {a_name}: [{}]; only in {b_name}: [{}]",
        only(a, b),
        only(b, a)
    ))
}

/// The functions that a header declares: our names before a parenthesis, outside comments.
fn functions(header: &str) -> BTreeSet<String> {
    let code = without_comments(header);
    let words = code.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words
        .filter_map(|word| word.strip_suffix('('))
        .filter(|name| name.starts_with("SkifCh_"))
        .map(str::to_owned)
        .collect()
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        code.push_str(part.split_once("*/").map_or("", |(_, after)| after));
    }
    code
}

/// The names in a version script.
fn listed(map: &str) -> BTreeSet<String> {
    let names = map.lines().map(str::trim).filter_map(|line| line.strip_suffix(';'));
    names.filter(|name| name.starts_with("SkifCh_")).map(str::to_owned).collect()
}

/// The kinds and names of symbols that `readelf --dyn-syms` lists as defined and exported.
fn defined(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [number, _, _, kind, bind, _, section, symbol, ..] = fields[..] else { return None };
        let is_symbol = number.strip_suffix(':').is_some_and(|n| n.parse::<u32>().is_ok());
        let is_version_name = section == "ABS" && symbol.starts_with(VERSION);
        let is_ours = !is_version_name && !symbol.starts_with(PROCESS_HOME);
        let is_there = is_symbol && bind != "LOCAL" && section != "UND" && is_ours;
        is_there.then_some((kind, symbol))
    })
}

/// The symbols of a library with versions; a symbol without its version is an error.
fn exported(text: &str) -> Res<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for (kind, symbol) in defined(text) {
        match symbol.split_once("@@") {
            Some((name, VERSION)) => names.insert(name.to_owned()),
            _ => return Err(format!("{kind} {symbol} is exported without version {VERSION}")),
        };
    }
    Ok(names)
}

/// The symbols of a library without versions.
fn plain(text: &str) -> BTreeSet<String> {
    defined(text).map(|(_, symbol)| symbol.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_outside_of_comments() {
        let header = "/* SkifCh_Not(x) */ int SkifCh_One(void);\nssize_t SkifCh_Two (int);\n\
                      SkifCh *SkifCh_Three(\n    int a); /* SkifCh_Nor() */";
        let names: Vec<_> = functions(header).into_iter().collect();
        assert_eq!(names, ["SkifCh_One", "SkifCh_Three"]);
    }

    #[test]
    fn an_unversioned_export_is_an_error() {
        let good = "  3: 0000000000001000  12 FUNC  GLOBAL DEFAULT  14 SkifCh_Send@@SKIFCH_1.0\n\
                      4: 0000000000000000   0 FUNC  GLOBAL DEFAULT  UND malloc@GLIBC_2.2.5\n\
                      5: 0000000000000000   0 OBJECT GLOBAL DEFAULT ABS SKIFCH_1.0\n";
        assert_eq!(exported(good).unwrap().into_iter().collect::<Vec<_>>(), ["SkifCh_Send"]);
        assert!(exported(&good.replace("@@SKIFCH_1.0", "")).is_err());
        assert!(exported(&good.replace("@@SKIFCH_1.0", "@@SKIFCH_0.9")).is_err());
    }

    #[test]
    fn a_difference_names_the_symbols() {
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let text = compare(&set(&["a", "b"]), "x", &set(&["b", "c"]), "y").unwrap_err();
        assert!(text.contains("only in x: [a]") && text.contains("only in y: [c]"), "{text}");
    }
}
