//! Turns bindgen's output into code that compiles only if both sides agree.

use std::fmt::Write;

/// For each function of the header, a pair that must have one type; for each struct, comparisons
/// of size, alignment, and of every field's offset and type.
pub(crate) fn checks(bindings: &str) -> String {
    let mut code = String::new();
    for name in functions(bindings) {
        // Two functions coerce to one array only if their types are the same.
        let pair = format!("const _: () = {{ let _ = [c::{name}, skifch_ffi::{name}]; }};");
        writeln!(code, "{pair}").expect("a string can be written");
    }
    for (name, fields) in structs(bindings) {
        code.push_str(&compare(&name, &fields));
    }
    code
}

/// For each function of `mpi.h`, a pair that must have one type.
pub(crate) fn mpi_checks(bindings: &str) -> String {
    let pair = |name| format!("const _: () = {{ let _ = [c::{name}, all::{name}]; }};\n");
    functions(bindings).into_iter().map(pair).collect()
}

/// The functions that the header declares, except the one that plugins define.
fn functions(bindings: &str) -> Vec<&str> {
    let starts = bindings.split("pub fn ").skip(1);
    starts
        .filter_map(|rest| rest.split('(').next())
        .filter(|name| *name != "skifch_plugin_v1")
        .collect()
}

/// The structs with their fields, without opaque ones.
fn structs(bindings: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for rest in bindings.split("pub struct ").skip(1) {
        let Some((name, body)) = rest.split_once('{') else { continue };
        let body = body.split("\n}").next().unwrap_or_default();
        let fields = body.split("pub ").skip(1).filter_map(|field| field.split(':').next());
        let fields: Vec<_> = fields.map(|field| field.trim().to_owned()).collect();
        if !fields.iter().all(|field| field.starts_with('_')) {
            found.push((name.trim().to_owned(), fields));
        }
    }
    found
}

fn compare(name: &str, fields: &[String]) -> String {
    let ours = format!("{name}_t");
    let mut code = format!(
        "const _: () = {{ assert!(size_of::<c::{name}>() == size_of::<c::{ours}>()); \
         assert!(align_of::<c::{name}>() == align_of::<c::{ours}>()); }};\n"
    );
    for field in fields {
        // A C++ keyword in one of the two names.
        let our_field = if field == "default_value" { "default" } else { field };
        code += &format!(
            "const _: () = assert!(\
             offset_of!(c::{name}, {field}) == offset_of!(c::{ours}, {our_field}), \
             \"offset of {name}.{field}\");\n\
             const _: fn(&c::{name}, &c::{ours}) = |a, b| same(&a.{field}, &b.{our_field});\n"
        );
    }
    code
}
