//! Translation between the numbers of the MPICH ABI and the standard's: a function for each kind
//! of parameter with constants that differ, and for each type of handle.

use super::kinds;
use super::table::{Constant, Section, State, Table};
use std::collections::BTreeSet;

const HEAD: &str = "use libc::c_int;\n\n\
     /// Stands for a constant that this interface lacks.\nconst NONE: c_int = c_int::MIN;\n";

pub(super) fn text(table: &Table) -> String {
    let kinds = kinds_of(table);
    let mut text = HEAD.to_owned();
    for section in table.constants.iter().filter(|one| kinds.contains(&one.of)) {
        text += &both_ways(section);
    }
    for section in table.constants.iter().filter(|one| one.sort == "handle") {
        text += &handles(section);
    }
    text + &lengths(table)
}

/// The lengths of the program's buffers.
fn lengths(table: &Table) -> String {
    let all = table.constants.iter().filter(|section| section.sort == "define");
    let all = all.flat_map(|section| &section.constants);
    let one = |one: &Constant| {
        let (name, value) = (one.name.strip_prefix("MPI_MAX_")?, one.mpich.as_deref()?);
        let words = format!("`{}` of this interface", one.name);
        Some(format!("\n/// {words}.\npub(crate) const MAX_{name}: c_int = {value};\n"))
    };
    all.filter_map(one).collect()
}

/// The kinds of numbers that implemented functions use and whose MPICH values differ.
pub(super) fn kinds_of(table: &Table) -> BTreeSet<String> {
    let done = table.functions().filter(|function| function.state == State::Done);
    let used: BTreeSet<_> =
        done.flat_map(|one| one.params.iter().map(|param| &param.kind)).collect();
    let differs = |section: &&Section| {
        section.sort == "enum" && used.contains(&section.of) && pairs(section).any(|(a, b)| a != b)
    };
    table.constants.iter().filter(differs).map(|section| section.of.clone()).collect()
}

/// The standard value and the MPICH value of each constant that has both.
fn pairs(section: &Section) -> impl Iterator<Item = (&str, &str)> {
    let own = section.constants.iter().filter(|constant| !constant.is_alias);
    own.filter_map(|one: &Constant| Some((one.value.as_str(), one.mpich.as_deref()?)))
}

fn both_ways(section: &Section) -> String {
    let kind = &section.of;
    if kind == "error" {
        return table_of(section, "c_int", "ERRORS", "error class");
    }
    let into: Vec<_> = pairs(section).map(|(standard, here)| (here, standard)).collect();
    let out: Vec<_> = pairs(section).collect();
    function(kind, "in", &into, "The standard's number")
        + &function(kind, "out", &out, "The number here")
}

fn function(kind: &str, way: &str, pairs: &[(&str, &str)], words: &str) -> String {
    let is_from = |number: &str| pairs.iter().any(|(from, _)| *from == number);
    let differing = pairs.iter().filter(|(from, to)| from != to);
    let mut arms: String = differing.map(|(from, to)| format!("{from} => {to},\n")).collect();
    if way == "in" {
        // A number that has a meaning only in the standard must not acquire it here.
        let strangers: BTreeSet<_> =
            pairs.iter().map(|(_, to)| *to).filter(|number| !is_from(number)).collect();
        let strangers: Vec<_> = strangers.into_iter().collect();
        if !strangers.is_empty() {
            arms += &format!("{} => NONE,\n", strangers.join(" | "));
        }
    }
    format!(
        "\n/// {words} of kind `{kind}`.\n#[inline]\npub(crate) fn {kind}_{way}(value: c_int) -> c_int \
         {{\nmatch value {{\n{arms}other => other,\n}}\n}}\n"
    )
}

fn handles(section: &Section) -> String {
    let Some(kind) = kinds::kind_of_handle(&section.of) else { return String::new() };
    if kind == "type" {
        return table_of(section, "u32", "DATATYPES", "predefined datatype");
    }
    let into: String =
        pairs(section).map(|(standard, here)| format!("{here} => {standard},\n")).collect();
    let out: String =
        pairs(section).map(|(standard, here)| format!("{standard} => {here},\n")).collect();
    let one = |way: &str, arms: &str, words: &str| {
        format!(
            "\n/// {words} of a predefined `{}`; 0 where there is none.\n#[inline]\n\
             pub(crate) fn {kind}_{way}(handle: u32) -> u32 {{\nmatch handle {{\n{arms}_ => 0,\n}}\n}}\n",
            section.of
        )
    };
    one("in", &into, "The standard's number") + &one("out", &out, "The number here")
}

/// A section's numbers as a table, since there are many.
fn table_of(section: &Section, of: &str, name: &str, words: &str) -> String {
    let rows = pairs(section).map(|(standard, here)| format!("({here}, {standard}),\n"));
    format!(
        "\n/// Each {words}: its number here and in the standard.\n\
         pub(crate) const {name}: &[({of}, {of})] = &[\n{}];\n",
        rows.collect::<String>()
    )
}
