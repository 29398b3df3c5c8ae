//! Generates `mpif.h`: constants, in lines that are valid in fixed and in free form.

use super::super::table::{Section, Table};
use std::fmt::Write;

const BEGIN: &str = include_str!("begin.inc.in");
const PLACES: &str = include_str!("places.inc.in");
const VARIABLES: &str = include_str!("variables.inc.in");
const EXTERNALS: &str = include_str!("externals.inc.in");

pub(super) fn text(table: &Table) -> String {
    format!("{BEGIN}{}{PLACES}{EXTERNALS}", constants(table))
}

/// What the module has in its place.
pub(super) fn for_module(table: &Table) -> String {
    format!("{}{VARIABLES}", constants(table))
}

/// Every constant that Fortran has. String size limits include the terminating NUL in C, but not
/// in Fortran.
fn constants(table: &Table) -> String {
    let mut text = String::new();
    kinds(&mut text);
    for section in table.constants.iter().filter(|section| has_fortran(section)) {
        let _ = writeln!(text, "!");
        if !section.words.is_empty() {
            let _ = writeln!(text, "! {}.", fortran_words(section));
        }
        let is_of_strings = section.words.starts_with("Sizes of strings");
        for constant in section.constants.iter().filter(|one| !one.name.starts_with("MPI_ABI_")) {
            let name = fortran_name(&constant.name);
            let value = match number(&constant.value) {
                Some(value) if is_of_strings && name.starts_with("MPI_MAX_") => value - 1,
                // A status is an array in Fortran, indexed from 1.
                Some(value) if section.of == "fstatus" && name != "MPI_STATUS_SIZE" => value + 1,
                Some(value) => value,
                None => {
                    parameter(&mut text, "INTEGER", &name, &constant.value);
                    continue;
                }
            };
            let of = if section.sort == "offset" { "INTEGER(KIND=8)" } else { "INTEGER" };
            parameter(&mut text, of, &name, &value.to_string());
        }
    }
    dropped(&mut text);
    text
}

fn fortran_words(section: &Section) -> &str {
    if section.of == "fstatus" { "Indices in a status" } else { section.words.as_str() }
}

/// Sections of numbers and handles. Pointer constants are variables in Fortran, and the tool
/// interface exists only in C.
fn has_fortran(section: &Section) -> bool {
    let of_tools = |section: &Section| {
        section.sort == "type" || section.constants.iter().all(|one| one.name.starts_with("MPI_T_"))
    };
    section.sort != "pointer" && !of_tools(section)
}

/// `MPI_F_SOURCE` is the C name.
fn fortran_name(name: &str) -> String {
    name.replacen("MPI_F_", "MPI_", 1)
}

fn number(value: &str) -> Option<i64> {
    match value.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => value.parse().ok(),
    }
}

fn kinds(text: &mut String) {
    for (name, value) in [
        ("MPI_ADDRESS_KIND", "8"),
        ("MPI_COUNT_KIND", "8"),
        ("MPI_OFFSET_KIND", "8"),
        ("MPI_INTEGER_KIND", "4"),
    ] {
        parameter(text, "INTEGER", name, value);
    }
    for name in ["MPI_SUBARRAYS_SUPPORTED", "MPI_ASYNC_PROTECTS_NONBLOCKING"] {
        parameter(text, "LOGICAL", name, ".FALSE.");
    }
}

/// The same removed constants as in the C header.
fn dropped(text: &mut String) {
    let _ = writeln!(text, "!\n! Removed in MPI 3.0.");
    for (name, value) in [
        ("MPI_LB", "764"),
        ("MPI_UB", "765"),
        ("MPI_COMBINER_HVECTOR_INTEGER", "-105"),
        ("MPI_COMBINER_HINDEXED_INTEGER", "-107"),
        ("MPI_COMBINER_STRUCT_INTEGER", "-110"),
    ] {
        parameter(text, "INTEGER", name, value);
    }
}

/// Split in two, as a line in fixed form has 72 columns.
fn parameter(text: &mut String, of: &str, name: &str, value: &str) {
    let _ = writeln!(text, "      {of} {name}\n      PARAMETER ({name}={value})");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_fits_fixed_form() {
        let table = Table::read().unwrap();
        for line in text(&table).lines() {
            assert!(line.len() <= 72, "{line}");
            assert!(line.starts_with('!') || line.starts_with("      "), "{line}");
        }
        assert!(text(&table).contains("PARAMETER (MPI_COMM_WORLD=257)"));
        assert!(text(&table).contains("PARAMETER (MPI_SOURCE=1)"));
        assert!(text(&table).contains("PARAMETER (MPI_MAX_PROCESSOR_NAME=255)"));
    }
}
