//! What the linker is told of the library: which symbols it exports, and which of them are others.

use super::fortran;
use super::table::Table;
use crate::PROCESS_HOME;

/// The version script. Other libraries of OpenSHMEM have names without versions.
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

/// Assignments in the linker's language: each function of the profiling interface is the address of
/// the function that does the work.
pub(super) fn twins(table: &Table) -> String {
    let mut lines: Vec<_> =
        table.functions().iter().map(|one| format!("{} = {};\n", one.twin(), one.name)).collect();
    lines.sort_unstable();
    format!("/* Made by `cargo xtask shmem`. */\n{}", lines.concat())
}
