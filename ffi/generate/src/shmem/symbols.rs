//! Linker input of the library: the exported symbols, and the aliases among them.

use super::fortran;
use super::table::Table;
use crate::PROCESS_HOME;

/// The version script. The names are unversioned, as in other OpenSHMEM libraries.
pub(super) fn map(table: &Table) -> String {
    let functions = table.functions();
    let mut names: Vec<_> =
        functions.iter().flat_map(|one| [one.name.clone(), one.twin()]).collect();
    names.extend(fortran::symbols(table));
    names.push(PROCESS_HOME.to_owned());
    names.sort_unstable();
    let lines: String = names.iter().map(|name| format!("    {name};\n")).collect();
    format!("/* Made by `cargo xtask shmem`. */\n{{\n  global:\n{lines}  local: *;\n}};\n")
}

/// Linker script assignments: each function of the profiling interface gets the address of the
/// function that does the work.
pub(super) fn twins(table: &Table) -> String {
    let mut lines: Vec<_> =
        table.functions().iter().map(|one| format!("{} = {};\n", one.twin(), one.name)).collect();
    lines.sort_unstable();
    format!("/* Made by `cargo xtask shmem`. */\n{}", lines.concat())
}
