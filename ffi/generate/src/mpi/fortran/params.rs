//! How a parameter of the table is passed in Fortran, and what the C function gets.

use super::super::kinds;
use super::super::table::{Function, Param, State, Table, Way};
use crate::Res;

/// The Rust side of one parameter.
pub(super) struct Taken {
    /// Its type in the signature; `None` if Fortran does not have this parameter.
    pub(super) of: Option<String>,
    /// Whether the length of a CHARACTER follows after all parameters.
    pub(super) has_len: bool,
    /// Statements before the call.
    pub(super) before: String,
    /// The argument of the C function.
    pub(super) given: String,
    /// Statements after the call.
    pub(super) after: String,
}

/// A parameter that is passed without conversion.
fn plain(of: &str, given: String) -> Taken {
    let of = Some(of.to_owned());
    Taken { of, has_len: false, before: String::new(), given, after: String::new() }
}

/// A parameter whose address may be a special one, translated by the function `by`.
fn special(of: &str, by: &str, name: &str) -> Taken {
    plain(of, format!("{by}({name})"))
}

pub(super) fn taken(table: &Table, function: &Function, param: &Param) -> Res<Taken> {
    let name = &param.name;
    if table.has_callback(&param.kind) {
        return Ok(plain("*const c_void", name.clone()));
    }
    if kinds::handle(&param.kind).is_some() {
        return handle(function, param);
    }
    if param.kind == "index" {
        return Ok(index(param));
    }
    if let Some(c) = kinds::c_value(&param.kind, false) {
        return Ok(number(kinds::rust(c), param));
    }
    let taken = match (param.kind.as_str(), param.way, param.depth) {
        ("argc" | "argv", ..) => Taken { of: None, ..plain("", "std::ptr::null_mut()".to_owned()) },
        ("choice", Way::In, _) => special("*const c_void", "buffer", name),
        ("choice", ..) => special("*mut c_void", "buffer_mut", name),
        ("address", ..) => address(param),
        ("string", Way::In, 0) => string_in(function, name),
        ("string", _, 0) => string_out(function, name),
        // The C function that has these parameters is not implemented and ignores them.
        ("string", ..) if function.state == State::Later => {
            let none = plain("*const c_char", "std::ptr::null_mut()".to_owned());
            Taken { has_len: true, ..none }
        }
        ("range", ..) => plain("*mut [c_int; 3]", name.clone()),
        ("status", Way::In, _) => plain("*const MPI_Status", name.clone()),
        ("status", Way::InOut, _) => plain("*mut MPI_Status", name.clone()),
        ("status", ..) => special("*mut MPI_Status", "status_place", name),
        (kind, ..) => return Err(format!("{}: {kind} {name} is not known", function.name)),
    };
    Ok(taken)
}

/// A number, which Fortran passes by reference.
fn number(rust: &str, param: &Param) -> Taken {
    let name = &param.name;
    match (param.way, param.depth) {
        (Way::In, 0) => plain(&format!("*const {rust}"), format!("*{name}")),
        (Way::In, _) if param.kind == "weight" => {
            special(&format!("*const {rust}"), "edge_weights", name)
        }
        (Way::In, _) => plain(&format!("*const {rust}"), name.clone()),
        (_, 1) if param.kind == "weight" => {
            plain(&format!("*mut {rust}"), format!("edge_weights({name}).cast_mut()"))
        }
        _ => plain(&format!("*mut {rust}"), name.clone()),
    }
}

/// An address: memory is passed as itself, a state as a number.
fn address(param: &Param) -> Taken {
    let name = &param.name;
    match (param.way, name.as_str()) {
        (Way::In, "extra_state") => plain(
            "*const MPI_Aint",
            format!("std::ptr::with_exposed_provenance_mut(*{name} as usize)"),
        ),
        (Way::In, _) => special("*mut c_void", "buffer_mut", name),
        // Fortran has no use for the old buffer address.
        (_, "buffer_addr") => Taken {
            before: "let mut was: *mut c_void = std::ptr::null_mut();\n".to_owned(),
            ..plain("*mut c_void", "(&raw mut was).cast()".to_owned())
        },
        _ => plain("*mut c_void", name.clone()),
    }
}

fn handle(function: &Function, param: &Param) -> Res<Taken> {
    let name = &param.name;
    let c = kinds::c_value(&param.kind, false).unwrap_or_default();
    if param.depth == 0 && param.way == Way::In {
        return Ok(plain("*const c_int", format!("{c}::of(*{name})")));
    }
    if param.depth == 0 {
        return Ok(Taken {
            before: format!("let mut {name}_c = {c}::of(*{name});\n"),
            after: format!("*{name} = {name}_c.int();\n"),
            ..plain("*mut c_int", format!("&raw mut {name}_c"))
        });
    }
    if function.state == State::Later {
        return Ok(plain("*const c_int", "std::ptr::null()".to_owned()));
    }
    let (asked, len) = length(function, name)?;
    Ok(match param.way {
        Way::In => Taken {
            before: format!("{asked}let {name}_c = handles::read({name}, {len});\n"),
            ..plain("*const c_int", format!("{name}_c.as_ptr()"))
        },
        _ => Taken {
            before: format!("{asked}let mut {name}_c = handles::read({name}, {len});\n"),
            after: format!("handles::write({name}, &{name}_c);\n"),
            ..plain("*mut c_int", format!("{name}_c.as_mut_ptr()"))
        },
    })
}

/// The number of handles in an array, and statements that find it. The communicator is asked once,
/// before the first of two arrays.
fn length(function: &Function, name: &str) -> Res<(String, String)> {
    let has = |of: &&&str| function.params.iter().any(|param| param.name == **of);
    let counts = ["count", "incount", "max_datatypes"];
    if let Some(count) = counts.iter().find(has) {
        return Ok((String::new(), format!("*{count}")));
    }
    let neighbours = function.name.contains("eighbor");
    let (asked, len) = match name {
        "sendtypes" if neighbours => {
            ("let (sources, destinations) = peers::neighbours(*comm);\n", "destinations")
        }
        "recvtypes" if neighbours => ("", "sources"),
        // With MPI_IN_PLACE the send types are absent.
        "sendtypes" => (
            "let others = peers::others(*comm);\n",
            "if is_in_place(sendbuf) { 0 } else { others }",
        ),
        "recvtypes" => ("", "others"),
        _ => return Err(format!("{}: how long is {name}?", function.name)),
    };
    Ok((asked.to_owned(), len.to_owned()))
}

/// An array index, which Fortran counts from 1.
fn index(param: &Param) -> Taken {
    let name = &param.name;
    if param.depth == 0 {
        return Taken {
            before: format!("let mut {name}_c = UNDEFINED;\n"),
            after: format!("*{name} = from_one({name}_c);\n"),
            ..plain("*mut c_int", format!("&raw mut {name}_c"))
        };
    }
    Taken {
        before: "*outcount = UNDEFINED;\n".to_owned(),
        after: format!("all_from_one({name}, *outcount);\n"),
        ..plain("*mut c_int", name.clone())
    }
}

/// Trailing blanks are ignored; in keys and values of info objects leading blanks are, too.
fn string_in(function: &Function, name: &str) -> Taken {
    let is_info = function.name.starts_with("MPI_Info_");
    let by = if is_info { "text::stripped" } else { "text::taken" };
    Taken {
        has_len: true,
        before: format!("let {name}_c = {by}({name}, {name}_len);\n"),
        ..plain("*const c_char", format!("{name}_c.as_ptr()"))
    }
}

/// Padded with blanks; unchanged if C returns nothing.
fn string_out(function: &Function, name: &str) -> Taken {
    let flag = function.params.iter().find(|param| param.kind == "flag" && param.way == Way::Out);
    let given = flag.map_or(String::new(), |flag| format!(" && *{} != 0", flag.name));
    let len = format!("{name}_len");
    Taken {
        has_len: true,
        before: format!("let mut {name}_c = text::Room::new();\n"),
        after: format!("if rc == 0{given} {{ {name}_c.give({name}, {len}); }}\n"),
        ..plain("*mut c_char", format!("{name}_c.as_mut_ptr()"))
    }
}
