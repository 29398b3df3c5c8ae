//! How much of MPI there is: by chapter, and by the programs that need it.

use super::table::{FOLDER, Function, State, Table};
use crate::Res;
use crate::made;
use std::collections::BTreeSet;

/// What `cargo xtask coverage` prints, and the file beside the table says.
pub(super) fn text(table: &Table) -> Res<String> {
    let done = done(table);
    let total = table.names().len();
    let mut text = format!(
        "# Coverage of MPI 5.0\n\nMade by `cargo xtask mpi` from [the table](table/functions.txt). A \
         function that is not done exists and\nanswers MPI_ERR_UNSUPPORTED_OPERATION.\n\n\
         {} of {total} functions are done, large-count forms and second names counted.\n\n\
         | chapter | done | of | missing |\n|---|---|---|---|\n",
        done.len()
    );
    for chapter in &table.chapters {
        let names: Vec<_> = chapter.functions.iter().flat_map(Function::names).collect();
        let missing: Vec<_> = names.iter().filter(|name| !done.contains(*name)).collect();
        text += &format!(
            "| {} | {} | {} | {} |\n",
            chapter.title,
            names.len() - missing.len(),
            names.len(),
            shown(&missing)
        );
    }
    text += &by_version(table, &done);
    text += &ladder(table, &done)?;
    Ok(text)
}

/// The same by the version of the standard that has a function first.
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

/// The missing of a chapter, in as many words as fit a table.
fn shown(missing: &[&String]) -> String {
    const SHOWN: usize = 12;
    let short = |name: &&&String| name.trim_start_matches("MPI_").to_owned();
    let first: Vec<_> = missing.iter().take(SHOWN).map(|name| short(&name)).collect();
    let rest = missing.len().saturating_sub(SHOWN);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    first.join(", ") + &more
}

/// The functions of the standard that are there, with large-count forms and second names.
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

/// How far up the ladder of programs the functions reach.
fn ladder(table: &Table, done: &BTreeSet<String>) -> Res<String> {
    let text = made::read(format!("{FOLDER}/ladder.txt"))?;
    let mut known: BTreeSet<_> = table.names().into_iter().collect();
    known.extend(table.extras.iter().map(|(name, _)| name.clone()));
    let extras = table.extras.iter().filter(|(_, of)| done.contains(of));
    let there: BTreeSet<_> = done.iter().chain(extras.map(|(name, _)| name)).collect();
    let mut reached = 0;
    let mut steps = String::new();
    let mut is_whole = true;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let [cumulative, _, program, adds] = fields(line)?;
        let missing: Vec<_> =
            adds.split_whitespace().filter(|name| !there.contains(&(*name).to_owned())).collect();
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
