//! Linker input of the library: the exported symbols, and the aliases among them.

use super::library::Library;
use super::table::Table;
use crate::PROCESS_HOME;

/// The version script. The standard requires unversioned names.
pub(super) fn map(table: &Table, library: &Library) -> String {
    let mut names: Vec<_> = table.names();
    names.extend(table.extras.iter().map(|(name, _)| name.clone()));
    let (functions, data) = library.own_names(table);
    names.extend_from_slice(functions);
    let twins: Vec<_> = names.iter().map(|name| format!("P{name}")).collect();
    names.extend(twins);
    names.extend_from_slice(data);
    names.push(PROCESS_HOME.to_owned());
    names.sort_unstable();
    let lines: Vec<_> = names.iter().map(|name| format!("    {name};\n")).collect();
    format!("{{\n  global:\n{}  local: *;\n}};\n", lines.concat())
}

/// Linker script assignments: each function of the profiling interface and each alias gets the
/// address of the function that does the work.
pub(super) fn twins(table: &Table, library: &Library) -> String {
    let (own, _) = library.own_names(table);
    let mut same: Vec<_> = own.iter().map(|name| (format!("P{name}"), name.clone())).collect();
    for function in table.functions() {
        match &function.alias_of {
            Some(of) => same.extend(both(&function.name, of)),
            None => {
                let names = function.names().into_iter();
                same.extend(names.map(|name| (format!("P{name}"), name)));
            }
        }
    }
    for (name, of) in &table.extras {
        let end = table.functions().find(|function| function.name == *of);
        let of = end.and_then(|function| function.alias_of.as_ref()).unwrap_or(of);
        same.extend(both(name, of));
    }
    same.sort_unstable();
    let lines = same.iter().map(|(name, of)| format!("{name} = {of};\n"));
    format!("/* Made by `cargo xtask mpi`. */\n{}", lines.collect::<String>())
}

fn both(name: &str, of: &str) -> [(String, String); 2] {
    [(name.to_owned(), of.to_owned()), (format!("P{name}"), of.to_owned())]
}
