//! Generates `mpi.h` of the standard ABI.

use super::table::{Callback, Function, Param, Section, Table};
use super::{kinds, large_callback};
use crate::c::wrapped;
use std::fmt::Write;

/// The text before and after the generated part.
const BEGIN: &str = include_str!("begin.h.in");
const EXTRA: &str = include_str!("extra.h.in");

pub(super) fn text(table: &Table) -> String {
    let mut text = BEGIN.to_owned();
    for name in kinds::handle_types() {
        let tag = name.replace("MPI_", "MPI_ABI_");
        writeln!(text, "typedef struct {tag} *{name};").expect("a string can be written");
    }
    for section in table.constants.iter().filter(|section| !is_late(section)) {
        constants(&mut text, section);
    }
    text += "\n/* Callback functions. */\n\n";
    for callback in table.callbacks.iter().filter(|callback| !is_of_tools(callback)) {
        typedef(&mut text, callback);
    }
    text += &errhandler_names();
    text += "\n/* Types of the tool interface. */\n\n";
    for name in ["enum", "cvar_handle", "pvar_handle", "pvar_session"] {
        tool_type(&mut text, name);
    }
    for name in ["event_registration", "event_instance"] {
        tool_type(&mut text, name);
    }
    for section in table.constants.iter().filter(|section| is_late(section)) {
        constants(&mut text, section);
    }
    text.push('\n');
    for callback in table.callbacks.iter().filter(|callback| is_of_tools(callback)) {
        typedef(&mut text, callback);
    }
    for prefix in ["", "P"] {
        for chapter in &table.chapters {
            write!(text, "\n/* {}", chapter.title).expect("a string can be written");
            text += if prefix.is_empty() { ". */\n\n" } else { ": profiling interface. */\n\n" };
            for function in &chapter.functions {
                text += &prototypes(table, function, prefix);
            }
        }
    }
    text += EXTRA;
    extras(&mut text, table);
    text += "\n#if defined(__cplusplus)\n}\n#endif\n\n#endif /* MPI_H_ABI */\n";
    text
}

/// Constants whose types come after the callback and tool types.
fn is_late(section: &Section) -> bool {
    let is_function = |c_type: &str| c_type.contains("_function") || c_type.starts_with("MPI_T_");
    section.sort == "type" || section.constants.iter().any(|constant| is_function(&constant.c_type))
}

fn is_of_tools(callback: &Callback) -> bool {
    callback.name.starts_with("MPI_T_")
}

fn errhandler_names() -> String {
    let names = ["Comm", "File", "Win", "Session"]
        .map(|of| format!("typedef MPI_{of}_errhandler_function MPI_{of}_errhandler_fn;\n"));
    names.concat()
}

fn tool_type(text: &mut String, name: &str) {
    let line = format!("typedef struct MPI_T_{name}_t *MPI_T_{name};\n");
    text.push_str(&line);
}

fn constants(text: &mut String, section: &Section) {
    text.push('\n');
    if !section.words.is_empty() {
        writeln!(text, "/* {}. */", section.words).expect("a string can be written");
    }
    if section.sort == "type" {
        return named_enum(text, section);
    }
    for constant in &section.constants {
        let value = if constant.is_alias {
            constant.value.clone()
        } else {
            value(section, &constant.value, &constant.c_type)
        };
        writeln!(text, "#define {:31} {value}", constant.name).expect("a string can be written");
    }
}

fn value(section: &Section, value: &str, c_type: &str) -> String {
    match section.sort.as_str() {
        "handle" => format!("(({}){value})", section.of),
        "pointer" => format!("(({c_type}){value})"),
        "offset" => format!("((MPI_Offset){value})"),
        _ if value.starts_with('-') => format!("({value})"),
        _ => value.to_owned(),
    }
}

fn named_enum(text: &mut String, section: &Section) {
    let name = &section.of;
    let lines = section.constants.iter().map(|one| format!("    {} = {}", one.name, one.value));
    let body = lines.collect::<Vec<_>>().join(",\n");
    writeln!(text, "typedef enum {name} {{\n{body}\n}} {name};").expect("a string can be written");
}

fn typedef(text: &mut String, callback: &Callback) {
    let head = format!("typedef {} ({})(", callback.answer, callback.name);
    text.push_str(&wrapped(&head, &callback.params));
}

fn prototypes(table: &Table, function: &Function, prefix: &str) -> String {
    let one = |(form, name): (usize, String)| {
        let is_large = form == 1;
        let params = function.params.iter().map(|param| {
            let callback = large_callback(table, param, is_large);
            kinds::c_param(param, is_large, callback.as_deref())
        });
        let params = params.collect::<Vec<_>>().join(", ");
        let params = if params.is_empty() { "void".to_owned() } else { params };
        wrapped(&format!("{}{prefix}{name}(", answer(function)), &params)
    };
    function.names().into_iter().enumerate().map(one).collect()
}

/// The return type of a function, with a blank after it.
fn answer(function: &Function) -> String {
    let kind = function.answer.as_deref().unwrap_or("int");
    format!("{} ", kinds::c_value(kind, false).unwrap_or(kind))
}

fn extras(text: &mut String, table: &Table) {
    text.push('\n');
    for prefix in ["", "P"] {
        for (name, of) in &table.extras {
            let line = format!("#define {:26} {prefix}{of}\n", format!("{prefix}{name}"));
            text.push_str(&line);
        }
    }
}

/// The name of the callback type, if a parameter is a callback.
pub(super) fn callback_of<'a>(table: &Table, param: &'a Param) -> Option<&'a str> {
    table.has_callback(&param.kind).then_some(param.kind.as_str())
}
