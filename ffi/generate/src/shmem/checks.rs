//! C programs that use every name: they compile and link only if header and library agree.

use super::header::{params, spaced};
use super::table::{Family, Function, Table};
use crate::c::wrapped_to;

const HEAD: &str = "#include <pshmem.h>\n#include <shmem.h>\n#include <shmemx.h>\n";

/// Calls every generic with every type; the compiler checks arguments and result against the
/// selected function.
pub(super) fn generics(table: &Table) -> String {
    let mut text = format!("/* Every generic, for every type. */\n{HEAD}");
    let families = table.chapters.iter().flat_map(|chapter| &chapter.families);
    for family in families.filter(|family| family.generic.is_some()) {
        let functions = table.functions_of(family);
        text += &functions.iter().filter_map(|one| generic(family, one)).collect::<String>();
    }
    text
}

fn generic(family: &Family, function: &Function<'_>) -> Option<String> {
    let name = family.generic_name()?;
    let is_typed = family.patterns.first()?.contains('<');
    if is_typed && !has_generic(family, function) {
        return None;
    }
    let answer = family.answer.as_deref();
    let names: Vec<_> = function.params().into_iter().map(|param| param.name).collect();
    let head = format!("{}check_{}(", spaced(&function.c(answer.unwrap_or("void"))), function.name);
    Some(format!(
        "\n{}\n{{\n    {}{name}({});\n}}\n",
        wrapped_to(100, &head, &params(function)),
        if answer.is_some() { "return " } else { "" },
        names.join(", ")
    ))
}

/// Whether the function is for a type, not for a number of bits or bytes.
fn has_generic(family: &Family, function: &Function<'_>) -> bool {
    let Some(of) = function.of else { return false };
    let head = family.patterns.first().and_then(|pattern| pattern.split_once('<'));
    let typed = head.map(|(head, _)| [head.to_owned(), format!("{head}ctx_")]);
    typed.is_some_and(|heads| {
        heads.iter().any(|head| function.name.starts_with(&format!("{head}{}_", of.name)))
    })
}

/// Takes the address of every function and of its profiling twin.
pub(super) fn names(table: &Table) -> String {
    let functions = table.functions();
    let rows: String = functions.iter().map(|one| format!("    ROW({}),\n", one.name)).collect();
    format!(
        "/* Every function and its twin. */\n{HEAD}{}",
        include_str!("names.c.in").replace("@ROWS@\n", &rows)
    )
}
