//! How much of MPI is implemented: by chapter, by version, and by the programs that need it.

use super::table::{FOLDER, Function, State, Table};
use crate::Res;
use crate::made;
use std::collections::BTreeSet;

/// The text that `cargo xtask coverage` prints and that the file beside the table contains.
pub(super) fn text(table: &Table) -> Res<String> {
    let done = done(table);
    let total = table.names().len();
    let mut text = format!(
        "# Coverage of MPI 5.0\n\nMade by `cargo xtask mpi` from [the table](table/functions.txt). A \
         function that is not done exists and\nanswers MPI_ERR_UNSUPPORTED_OPERATION.\n\n\
         {} of {total} functions are done, large-count forms and second names counted.\n\n\
         | chapter | done | of |\n|---|---|---|\n",
        done.len()
    );
    let mut lists = "\n## What is missing\n".to_owned();
    for chapter in &table.chapters {
        let names: Vec<_> = chapter.functions.iter().flat_map(Function::names).collect();
        let missing: Vec<_> = names.iter().filter(|name| !done.contains(*name)).collect();
        let (title, of) = (&chapter.title, names.len());
        text += &format!("| {title} | {} | {of} |\n", of - missing.len());
        if !missing.is_empty() {
            lists += &format!("\n{title}: {}.\n", shown(&missing));
        }
    }
    Ok(text + &by_version(table, &done) + &lists + &ladder(table, &done)?)
}

/// The same by the version of the standard that introduced a function.
fn by_version(table: &Table, done: &BTreeSet<String>) -> String {
    let versions: BTreeSet<_> = table.functions().map(|function| &function.since).collect();
    let mut text = "\n| first in version | done | of |\n|---|---|---|\n".to_owned();
    for version in versions {
        let of_it = table.functions().filter(|function| function.since == *version);
        let names: Vec<_> = of_it.flat_map(Function::names).collect();
        let count = names.iter().filter(|name| done.contains(*name)).count();
        let shown = if version == "T" { "tool interface" } else { version };
        text += &format!("| {shown} | {count} | {} |\n", names.len());
    }
    text
}

/// The missing functions of a chapter; a name and its large-count form are one word.
fn shown(missing: &[&String]) -> String {
    let is_there = |name: &str| missing.iter().any(|one| *one == name);
    let words = missing.iter().filter_map(|name| {
        let short = name.trim_start_matches("MPI_");
        match name.strip_suffix("_c") {
            Some(small) if is_there(small) => None,
            _ if is_there(&format!("{name}_c")) => Some(format!("{short}\\[_c\\]")),
            _ => Some(short.to_owned()),
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The standard's functions that are implemented, with large-count forms and aliases.
fn done(table: &Table) -> BTreeSet<String> {
    let is_done = |function: &&Function| matches!(function.state, State::Done | State::Cast);
    let mut done: BTreeSet<_> =
        table.functions().filter(is_done).flat_map(Function::names).collect();
    let is_there = |of: &String| done.contains(of);
    let second = table.functions().filter(|one| one.alias_of.as_ref().is_some_and(is_there));
    let second: Vec<_> = second.flat_map(Function::names).collect();
    done.extend(second);
    done
}

/// How far up the ladder of programs the implemented functions reach.
fn ladder(table: &Table, done: &BTreeSet<String>) -> Res<String> {
    let text = made::read(format!("{FOLDER}/ladder.txt"))?;
    let mut known: BTreeSet<_> = table.names().into_iter().collect();
    known.extend(table.extras.iter().map(|(name, _)| name.clone()));
    let extras = table.extras.iter().filter(|(_, of)| done.contains(of));
    let beside = extras.map(|(name, _)| name).chain(&table.mpich_functions);
    let there: BTreeSet<_> = done.iter().chain(beside).collect();
    // The Fortran name of a function, or of its form that returns a C pointer.
    let fortran: BTreeSet<_> = there.iter().map(|name| name.to_lowercase()).collect();
    let is_there = |name: &str| match name.strip_suffix('_') {
        Some(name) => fortran.contains(name.trim_end_matches("_cptr")),
        None => there.contains(&name.to_owned()),
    };
    let mut reached = 0;
    let mut steps = String::new();
    let mut is_whole = true;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let [cumulative, _, program, adds] = fields(line)?;
        let missing: Vec<_> = adds.split_whitespace().filter(|name| !is_there(name)).collect();
        is_whole &= missing.is_empty();
        reached += usize::from(is_whole);
        if !missing.is_empty() {
            let foreign = missing.iter().all(|name| !known.contains(*name));
            let mark = if foreign { " (not of C)" } else { "" };
            steps += &format!("| {cumulative} | {program} | {}{mark} |\n", missing.join(" "));
        }
    }
    Ok(format!(
        "\n## The ladder\n\nThe programs in [the ladder](table/ladder.txt), each step with the fewest \
         further functions. The first {reached}\nhave all that they need. Steps that lack \
         something:\n\n| functions so far | program | missing of what it adds |\n|---|---|---|\n{steps}"
    ))
}

fn fields(line: &str) -> Res<[&str; 4]> {
    let mut fields = line.splitn(4, '|').map(str::trim);
    let mut next = || fields.next().ok_or_else(|| format!("ladder.txt: {line}"));
    Ok([next()?, next()?, next()?, next()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_missing_is_listed_and_nothing_else() {
        let table = Table::read().unwrap();
        let text = text(&table).unwrap();
        let (_, lists) = text.split_once("## What is missing").unwrap();
        let (lists, ladder) = lists.split_once("## The ladder").unwrap();
        let lists = lists.replace('\\', "");
        let listed: Vec<_> = lists.split([' ', ',', '.', '\n', ':']).collect();
        let done = done(&table);
        for name in table.names() {
            let short = name.trim_start_matches("MPI_");
            let both = format!("{}[_c]", short.trim_end_matches("_c"));
            let is_listed = listed.iter().any(|one| *one == short || *one == both);
            assert_eq!(is_listed, !done.contains(&name), "{name}");
        }
        for there in table.mpich_functions.iter().map(String::as_str).chain(["mpi_alloc_mem_cptr_"])
        {
            assert!(!ladder.contains(there), "{there}");
        }
    }
}
