//! Generates the module `mpi.f90`: the constants, and an interface for every function.

use super::super::kinds;
use super::super::table::{Function, Param, Table, Way};
use super::{OWN, chapters, functions, header, of_table, symbols};
use std::fmt::Write;

/// Hand-written interfaces: where functions in `OWN` differ from C, and those outside the table.
const OWN_INTERFACES: &str = include_str!("own.f90.in");

pub(super) fn text(table: &Table) -> String {
    let mut text = "! The Fortran 90 module of MPI 5.0. Made by `cargo xtask mpi`.\n\
                    MODULE MPI\n      IMPLICIT NONE\n      PUBLIC\n"
        .to_owned();
    text += &header::for_module(table);
    text += "\n      INTERFACE\n";
    for prefix in ["", "P"] {
        for function in chapters(table).into_iter().flat_map(functions) {
            text += &interface(table, function, prefix);
        }
        for name in OWN.iter().filter(|name| **name != "MPI_Info_create_env") {
            if let Some(function) = of_table(table, name) {
                text += &interface(table, function, prefix);
            }
        }
        text += &OWN_INTERFACES.replace("@", prefix);
    }
    text += "      END INTERFACE\n";
    text += &sizeof();
    text + "END MODULE MPI\n"
}

/// The interface of one function.
fn interface(table: &Table, function: &Function, prefix: &str) -> String {
    let name = format!("{prefix}{}", function.name.to_ascii_uppercase());
    let has = |param: &&Param| !["argc", "argv"].contains(&param.kind.as_str());
    let params: Vec<_> = function.params.iter().filter(has).collect();
    let mut names: Vec<_> = params.iter().map(|param| keyword(param)).collect();
    let word = if function.answer.is_some() { "FUNCTION" } else { "SUBROUTINE" };
    if function.answer.is_none() {
        names.push("IERROR".to_owned());
    }
    let mut text = format!("        {word} {name}({})\n", broken(&names));
    text += "          IMPORT\n";
    for param in params {
        text += &declared(table, function, param);
    }
    match function.answer.as_deref() {
        Some("double") => writeln!(text, "          DOUBLE PRECISION :: {name}"),
        Some(_) => writeln!(text, "          INTEGER(KIND=MPI_ADDRESS_KIND) :: {name}"),
        None => writeln!(text, "          INTEGER :: IERROR"),
    }
    .expect("a string can be written");
    text + &format!("        END {word} {name}\n")
}

/// The name by which programs may pass a parameter: that of the standard, where INDEX is the one
/// name that differs from C's, in which it is a function.
fn keyword(param: &Param) -> String {
    match param.name.as_str() {
        "indx" => "INDEX".to_owned(),
        name => name.to_ascii_uppercase(),
    }
}

/// The names, wrapped into sufficiently short lines.
fn broken(names: &[String]) -> String {
    let lines: Vec<_> = names.chunks(4).map(|names| names.join(", ")).collect();
    lines.join(", &\n          ")
}

fn declared(table: &Table, function: &Function, param: &Param) -> String {
    let name = keyword(param);
    if table.has_callback(&param.kind) {
        return format!("          EXTERNAL :: {name}\n");
    }
    let is_choice = param.kind == "choice" || is_choice(function, param);
    if is_choice {
        return format!(
            "          !GCC$ ATTRIBUTES NO_ARG_CHECK :: {name}\n          \
             TYPE(*), DIMENSION(*) :: {name}\n"
        );
    }
    let is_old = ["MPI_Attr_get", "MPI_Attr_put", "MPI_Keyval_create"];
    let of = match param.kind.as_str() {
        "flag" => "LOGICAL",
        "string" => "CHARACTER(LEN=*)",
        "address" if is_old.contains(&function.name.as_str()) => "INTEGER",
        "aint" | "extent" | "address" => "INTEGER(KIND=MPI_ADDRESS_KIND)",
        "large" => "INTEGER(KIND=MPI_COUNT_KIND)",
        "offset" => "INTEGER(KIND=MPI_OFFSET_KIND)",
        _ => "INTEGER",
    };
    let shape = match (param.kind.as_str(), param.depth) {
        ("status", 0) => "(MPI_STATUS_SIZE)",
        ("status", _) => "(MPI_STATUS_SIZE,*)",
        ("range", _) => "(3,*)",
        (_, 0) => "",
        ("string", 2) => "(COUNT,*)",
        _ => "(*)",
    };
    let is_value = param.way == Way::In && param.depth == 0 && param.kind != "status";
    let intent = if is_value { ", INTENT(IN)" } else { "" };
    debug_assert!(kinds::c_value(&param.kind, false).is_some() || param.kind != "...");
    format!("          {of}{intent} :: {name}{shape}\n")
}

/// Whether an address is a choice buffer in Fortran; that of new memory is a number or a C_PTR.
fn is_choice(function: &Function, param: &Param) -> bool {
    let is_number = ["attribute_val", "extra_state"].contains(&param.name.as_str());
    param.kind == "address" && !is_number && !function.name.contains("_attr")
}

/// `MPI_SIZEOF` for every kind: all kinds of one size share a function, which ignores its
/// argument. The kind 10, which has 16 bytes, is not on every machine.
fn sizeof() -> String {
    let kinds: &[(&str, &[u32], u32)] = &[
        ("INTEGER", &[1, 2, 4, 8, 16], 1),
        ("LOGICAL", &[1, 2, 4, 8, 16], 1),
        ("REAL", &[4, 8, 16], 1),
        ("COMPLEX", &[4, 8, 16], 2),
    ];
    let one = |of: &str, kind: u32, size: u32| {
        sizeof_one(&format!("MPI_SIZEOF_{of}_{kind}"), &format!("{of}(KIND={kind})"), size)
    };
    let mut text = "\n      INTERFACE MPI_SIZEOF\n".to_owned();
    for (of, sizes, times) in kinds {
        text += &sizes.iter().map(|size| one(of, *size, size * times)).collect::<String>();
    }
    text += &sizeof_one("MPI_SIZEOF_CHARACTER", "CHARACTER(KIND=1)", 1);
    let extended = one("REAL", 10, 16) + &one("COMPLEX", 10, 32);
    text += &format!("#ifdef __GFC_REAL_10__\n{extended}#endif\n");
    text + "      END INTERFACE MPI_SIZEOF\n"
}

fn sizeof_one(name: &str, of: &str, size: u32) -> String {
    debug_assert!(symbols::SIZES.contains(&size));
    format!(
        "        SUBROUTINE {name}(X, SIZE, IERROR) &\n          \
         BIND(C, NAME=\"skifch_mpi_sizeof_{size}\")\n          \
         {of}, DIMENSION(..) :: X\n          INTEGER :: SIZE, IERROR\n        \
         END SUBROUTINE {name}\n"
    )
}
