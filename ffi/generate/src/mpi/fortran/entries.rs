//! Generates the Fortran entry points in Rust, and declarations of the C functions they call.

use super::super::kinds;
use super::super::large_callback;
use super::super::table::{Chapter, Function, Table};
use super::functions;
use super::params::{Taken, taken};
use crate::Res;

/// The module of a chapter.
pub(super) fn chapter(table: &Table, chapter: &Chapter) -> Res<String> {
    let mut body = String::new();
    let mut declared = String::new();
    for function in functions(chapter) {
        declared += &declaration(table, function);
        body += &entry(table, function)?;
    }
    let mut text = "use crate::abi::*;\n".to_owned();
    for (module, word) in [("handles", "handles::"), ("peers", "peers::"), ("text", "text::")] {
        if body.contains(word) {
            text += &format!("use crate::{module};\n");
        }
    }
    let names = ["all_from_one", "from_one", "is_in_place", "buffer", "buffer_mut", "status_place"];
    let names = names.into_iter().chain(["edge_weights", "UNDEFINED"]);
    let is_used = |name: &&str| match *name {
        "UNDEFINED" => names_in(&body).any(|word| word == *name),
        name => calls(&body, name),
    };
    let used: Vec<_> = names.filter(is_used).collect();
    if !used.is_empty() {
        text += &format!("use crate::places::{{{}}};\n", used.join(", "));
    }
    text += &libc_types(&format!("{declared}{body}"));
    Ok(format!(
        "/// {}.\npub mod {} {{\n{text}\nunsafe extern \"C\" {{\n{declared}}}\n{body}}}\n",
        chapter.title, chapter.name
    ))
}

/// Whether the text calls a function of this name.
fn calls(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = text.match_indices(name);
    found.any(|(at, _)| !text[..at].ends_with(is_word) && text[at + name.len()..].starts_with('('))
}

/// The identifiers in a text.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
}

fn libc_types(text: &str) -> String {
    let used: Vec<_> =
        ["c_char", "c_int", "c_void"].into_iter().filter(|name| text.contains(name)).collect();
    format!("use libc::{{{}}};\n", used.join(", "))
}

/// The declaration of the C function.
fn declaration(table: &Table, function: &Function) -> String {
    let params = function.params.iter().map(|param| {
        let callback = large_callback(table, param, false).map(|_| "*const c_void");
        format!("{}: {}", param.name, kinds::rust_param(param, false, callback))
    });
    let params = params.collect::<Vec<_>>().join(", ");
    format!("fn {}({params}) -> {};\n", function.name, answer(function))
}

fn answer(function: &Function) -> String {
    let kind = function.answer.as_deref().unwrap_or("int");
    kinds::rust(kinds::c_value(kind, false).unwrap_or(kind)).to_owned()
}

/// The entry point of a function.
fn entry(table: &Table, function: &Function) -> Res<String> {
    let of: Res<Vec<_>> =
        function.params.iter().map(|param| taken(table, function, param)).collect();
    let of = of?;
    let with_names = || function.params.iter().zip(&of);
    let mut signature: Vec<_> = with_names()
        .filter_map(|(param, taken)| Some(format!("{}: {}", param.name, taken.of.as_ref()?)))
        .collect();
    let lens = with_names().filter(|(_, taken)| taken.has_len);
    let is_read = |taken: &Taken| taken.before.contains("_len") || taken.after.contains("_len");
    let lens: Vec<_> = lens
        .map(|(param, taken)| {
            format!("{}{}_len: usize", if is_read(taken) { "" } else { "_" }, param.name)
        })
        .collect();
    let all = |of_one: fn(&Taken) -> &str| of.iter().map(of_one).collect::<String>();
    let (before, after) = (all(|one| &one.before), all(|one| &one.after));
    let given = of.iter().map(|one| one.given.as_str()).collect::<Vec<_>>().join(", ");
    let call = format!("{}({given})", function.name);
    let (end, body) = match function.answer {
        Some(_) => (format!(" -> {}", answer(function)), call),
        None => {
            signature.push("ierror: *mut c_int".to_owned());
            (String::new(), ends(&before, &call, &after))
        }
    };
    signature.extend(lens);
    // Parameters that the body does not use yet get an underscore.
    let signature: Vec<_> = signature.into_iter().map(|one| used(one, &body)).collect();
    Ok(format!(
        "\n/// `{}`.\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn {}_({}){end} {{\n\
         // SAFETY: the standard's contract of the call.\nunsafe {{\n{body}\n}}\n}}\n",
        function.name.to_ascii_uppercase(),
        function.name.to_ascii_lowercase(),
        signature.join(", ")
    ))
}

fn ends(before: &str, call: &str, after: &str) -> String {
    match after.is_empty() {
        true => format!("{before}*ierror = {call};"),
        false => format!("{before}let rc = {call};\n{after}*ierror = rc;"),
    }
}

/// A parameter, prefixed by an underscore if the body does not use it.
fn used(param: String, body: &str) -> String {
    let (name, of) = param.split_once(": ").unwrap_or((&param, ""));
    let is_used = names_in(body).any(|word| word == name);
    if is_used || name.starts_with('_') { param.clone() } else { format!("_{name}: {of}") }
}
