//! The C and Rust types of the kinds in the table.

use super::table::{Param, Way};

/// A kind that is a number or a handle: its C type, and its C type in the large-count form.
struct Kind {
    name: &'static str,
    c: &'static str,
    c_large: &'static str,
}

/// Kinds that are not `int`, or whose C type depends on the form.
const KINDS: &[Kind] = &[
    Kind { name: "count", c: "int", c_large: "MPI_Count" },
    Kind { name: "displ", c: "int", c_large: "MPI_Aint" },
    Kind { name: "extent", c: "MPI_Aint", c_large: "MPI_Count" },
    Kind { name: "aint", c: "MPI_Aint", c_large: "MPI_Aint" },
    Kind { name: "large", c: "MPI_Count", c_large: "MPI_Count" },
    Kind { name: "offset", c: "MPI_Offset", c_large: "MPI_Offset" },
    Kind { name: "double", c: "double", c_large: "double" },
];

/// Kinds that are `int` in C. Most name the meaning of the number, because the MPICH ABI or
/// Fortran has different values for it.
const INTS: &[&str] = &[
    "int",
    "rank",
    "tag",
    "flag",
    "error",
    "keyval",
    "index",
    "thread",
    "combiner",
    "comparison",
    "topology",
    "split_type",
    "typeclass",
    "amode",
    "assert",
    "lock_type",
    "whence",
    "order",
    "distribution",
    "darg",
    "weight",
    "verbosity",
    "bind",
    "scope",
    "var_class",
];

/// Kinds of handles, with their C types and their names in the edge.
const HANDLES: &[(&str, &str, &str)] = &[
    ("comm", "MPI_Comm", "Comm"),
    ("group", "MPI_Group", "Group"),
    ("type", "MPI_Datatype", "Type"),
    ("op", "MPI_Op", "Op"),
    ("request", "MPI_Request", "Request"),
    ("info", "MPI_Info", "Info"),
    ("errhandler", "MPI_Errhandler", "Errhandler"),
    ("message", "MPI_Message", "Message"),
    ("win", "MPI_Win", "Win"),
    ("file", "MPI_File", "File"),
    ("session", "MPI_Session", "Session"),
];

/// The edge's name for a kind of handle.
pub(crate) fn handle(kind: &str) -> Option<&'static str> {
    HANDLES.iter().find(|(name, ..)| *name == kind).map(|(.., edge)| *edge)
}

/// The kind of handle with this C type.
pub(crate) fn kind_of_handle(c_type: &str) -> Option<&'static str> {
    HANDLES.iter().find(|(_, c, _)| *c == c_type).map(|(name, ..)| *name)
}

/// The C types of handles, in the order of the constants.
pub(crate) fn handle_types() -> impl Iterator<Item = &'static str> {
    HANDLES.iter().map(|(_, c, _)| *c)
}

pub(crate) fn is_int(kind: &str) -> bool {
    INTS.contains(&kind)
}

/// Whether the C type of a number depends on the form.
pub(crate) fn is_sized(kind: &str) -> bool {
    matches!(kind, "count" | "displ" | "extent")
}

/// The C type of a number or handle; `None` for all other kinds.
pub(crate) fn c_value(kind: &str, is_large: bool) -> Option<&'static str> {
    if is_int(kind) {
        return Some("int");
    }
    if let Some((_, c, _)) = HANDLES.iter().find(|(name, ..)| *name == kind) {
        return Some(c);
    }
    let found = KINDS.iter().find(|found| found.name == kind)?;
    Some(if is_large { found.c_large } else { found.c })
}

/// The Rust name of a C type.
pub(crate) fn rust(c: &str) -> &str {
    match c {
        "int" => "c_int",
        "double" => "f64",
        other => other,
    }
}

/// The C declaration of a parameter. `callback` is the name of its type if it is a callback.
pub(crate) fn c_param(param: &Param, is_large: bool, callback: Option<&str>) -> String {
    let name = &param.name;
    if let Some(callback) = callback {
        return format!("{callback} *{name}");
    }
    if let Some(c) = c_value(&param.kind, is_large) {
        return match (param.way, param.depth) {
            (Way::In, 0) => format!("{c} {name}"),
            (_, 0) => format!("{c} *{name}"),
            // A special address such as MPI_UNWEIGHTED may be passed here; for an array parameter
            // compilers expect elements.
            (Way::In, _) if param.kind == "weight" => format!("const {c} *{name}"),
            (..) if param.kind == "weight" => format!("{c} *{name}"),
            (Way::In, _) => format!("const {c} {name}[]"),
            (_, _) => format!("{c} {name}[]"),
        };
    }
    match (param.kind.as_str(), param.way, param.depth) {
        ("...", ..) => "...".to_owned(),
        ("choice", Way::In, _) => format!("const void *{name}"),
        ("choice" | "address", ..) => format!("void *{name}"),
        ("string", Way::In, 0) => format!("const char *{name}"),
        ("string", _, 0) => format!("char *{name}"),
        ("string", _, 1) => format!("char *{name}[]"),
        ("string", ..) => format!("char **{name}[]"),
        ("argc", ..) => format!("int *{name}"),
        ("argv", ..) => format!("char ***{name}"),
        ("range", ..) => format!("int {name}[][3]"),
        ("status", Way::In, _) => format!("const MPI_Status *{name}"),
        ("status", ..) => format!("MPI_Status *{name}"),
        // A type of the tool interface is named as it is.
        (tool, Way::In, _) => format!("{tool} {name}"),
        (tool, ..) => format!("{tool} *{name}"),
    }
}

/// The Rust type of a parameter.
pub(crate) fn rust_param(param: &Param, is_large: bool, callback: Option<&str>) -> String {
    if let Some(callback) = callback {
        return callback.to_owned();
    }
    if let Some(c) = c_value(&param.kind, is_large) {
        let rust = rust(c);
        return match (param.way, param.depth) {
            (Way::In, 0) => rust.to_owned(),
            (Way::In, _) => format!("*const {rust}"),
            (..) => format!("*mut {rust}"),
        };
    }
    let fixed = match (param.kind.as_str(), param.way, param.depth) {
        ("choice", Way::In, _) => "*const c_void",
        ("choice" | "address", ..) => "*mut c_void",
        ("string", Way::In, 0) => "*const c_char",
        ("string", _, 0) => "*mut c_char",
        ("string", _, 1) => "*mut *mut c_char",
        ("string", ..) => "*mut *mut *mut c_char",
        ("argc", ..) => "*mut c_int",
        ("argv", ..) => "*mut *mut *mut c_char",
        ("range", ..) => "*mut [c_int; 3]",
        ("status", Way::In, _) => "*const MPI_Status",
        ("status", ..) => "*mut MPI_Status",
        (tool, Way::In, _) => return tool.to_owned(),
        (tool, ..) => return format!("*mut {tool}"),
    };
    fixed.to_owned()
}
