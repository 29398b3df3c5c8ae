//! Generates the constants of the standard ABI for Rust.

use super::table::{Section, Table};

pub(super) fn text(table: &Table) -> String {
    let mut text = String::new();
    for section in &table.constants {
        for constant in section.constants.iter().filter(|constant| !constant.is_alias) {
            text += &format!(
                "/// The standard's `{}`.\npub const {}: {} = {};\n",
                constant.name,
                constant.name,
                of(section),
                constant.value
            );
        }
    }
    text += &names(table);
    text
}

/// The Rust type of the constants of a section.
fn of(section: &Section) -> &'static str {
    match section.sort.as_str() {
        "handle" => "u32",
        "pointer" => "usize",
        "offset" => "i64",
        _ => "i32",
    }
}

/// The constants of each kind with their names, for messages and comparisons.
fn names(table: &Table) -> String {
    let sections = table.constants.iter().filter(|section| section.sort != "define");
    let rows: String = sections
        .flat_map(|section| {
            let cast = if section.sort == "offset" { "" } else { " as i64" };
            let own = section.constants.iter().filter(|constant| !constant.is_alias);
            own.map(move |constant| format!("(\"{0}\", {0}{cast}),\n", constant.name))
        })
        .collect();
    format!(
        "\n/// Each constant but those of strings and versions, by its name.\n\
         pub const NAMES: &[(&str, i64)] = &[\n{rows}];\n"
    )
}
