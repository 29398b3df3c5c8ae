//! Generates the exported functions in Rust: each calls the function of its family in the edge,
//! passing its own name for error messages.

use super::kinds;
use super::table::{Chapter, Function, Param, Table};
use std::collections::BTreeSet;

/// All exported functions, one module per chapter.
pub(super) fn text(table: &Table) -> String {
    table.chapters.iter().map(|one| chapter(table, one)).collect()
}

fn chapter(table: &Table, chapter: &Chapter) -> String {
    let functions = table.functions_in(chapter);
    let made = functions.iter().filter(|function| !kinds::is_by_hand(function));
    let made: String = made.map(|function| one(chapter, function)).collect();
    let (title, name, imports) = (&chapter.title, &chapter.name, imports(&made));
    format!("/// {title}.\npub mod {name} {{\n{imports}{made}}}\n\n")
}

/// `use` lines for the types and modules that the code names.
fn imports(code: &str) -> String {
    let words: BTreeSet<_> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let named = |names: &[&'static str]| {
        let used: Vec<_> = names.iter().filter(|name| words.contains(**name)).copied().collect();
        used.join(", ")
    };
    let c = named(&["c_char", "c_int", "c_long", "c_void"]);
    let types = named(&["Bits128", "Complex", "LongDouble", "SessionConfig", "TeamConfig"]);
    let handles = named(&["Ctx", "Team"]);
    let mut text = String::new();
    for (path, names) in [("crate::types", types), ("libc", c), ("skifch_shmem", handles)] {
        if !names.is_empty() {
            text += &format!("use {path}::{{{names}}};\n");
        }
    }
    text
}

fn one(chapter: &Chapter, function: &Function<'_>) -> String {
    let is_done = function.family.is_done;
    let all = function.params();
    let params = all.iter().filter(|param| param.c != "...");
    let typed = params.clone().map(|param| {
        let mark = if is_done { "" } else { "_" };
        format!("{mark}{}: {}", name_of(param), kinds::rust(&param.c, function))
    });
    let answer = match function.family.answer.as_deref() {
        _ if function.family.is_noreturn => " -> !".to_owned(),
        Some(c) => format!(" -> {}", kinds::rust(c, function)),
        None => String::new(),
    };
    let body = if is_done { done(chapter, function) } else { later(chapter, function) };
    let of = if function.is_beyond { "" } else { "The standard's " };
    let is_unsafe = all.iter().any(kinds::is_pointer);
    format!(
        "\n/// {of}`{0}`.\n#[unsafe(no_mangle)]\npub {1}extern \"C\" fn {0}({2}){answer} {{\n{body}}}\n",
        function.name,
        if is_unsafe { "unsafe " } else { "" },
        typed.collect::<Vec<_>>().join(", "),
    )
}

/// The name of a parameter in Rust.
fn name_of(param: &Param) -> String {
    param.name.to_lowercase()
}

fn done(chapter: &Chapter, function: &Function<'_>) -> String {
    let takes_ctx = function.family.has_ctx && !function.is_ctx;
    let params = function.params();
    let named = params.iter().filter(|param| param.c != "...").map(name_of);
    let default = takes_ctx.then(|| "Ctx::DEFAULT".to_owned());
    let default = default.or_else(|| old_amo(chapter, function));
    let args: Vec<_> =
        std::iter::once(format!("\"{}\"", function.name)).chain(default).chain(named).collect();
    let call =
        format!("crate::calls::{}::{}({})", chapter.name, function.family.call, args.join(", "));
    let is_nothing = function.family.answer.is_none() && !function.family.is_noreturn;
    let end = if is_nothing { ";" } else { "" };
    if params.iter().any(kinds::is_pointer) {
        let safety = "// SAFETY: the standard's contract of the call.";
        format!("    {safety}\n    unsafe {{ {call}{end} }}{end}\n")
    } else {
        format!("    {call}{end}\n")
    }
}

/// The atomics from before 1.4 share the calls of their successors, which take a context.
fn old_amo(chapter: &Chapter, function: &Function<'_>) -> Option<String> {
    (chapter.name == "amo" && function.family.is_old).then(|| "Ctx::DEFAULT".to_owned())
}

fn later(chapter: &Chapter, function: &Function<'_>) -> String {
    format!("    crate::fault::later(\"{}\", \"{}\")\n", function.name, chapter.words)
}
