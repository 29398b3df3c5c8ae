//! Fortran: the library on top of a C library, `mpif.h` and the module `mpi`.
//!
//! The code generated here is the same for every ABI: the functions of the table convert handles,
//! and types and addresses that differ are in each library's `abi.rs`.

mod entries;
mod header;
mod module;
mod params;
mod symbols;

use super::table::{Chapter, Function, State, Table};
use crate::Res;
use crate::made::Made;
use std::path::Path;

/// The folders of the libraries over the standard ABI and over the MPICH ABI.
const STANDARD: &str = "ffi/mpi-fortran";
const MPICH: &str = "ffi/mpi-fortran-mpich";

/// The chapter without Fortran bindings: the tool interface exists only in C.
const NOT_FORTRAN: &str = "tools";

/// Functions whose Fortran binding is more than the C function with other types: they are written
/// by hand in the library's `src/own.rs`, initialisation in `src/start.rs`. Attribute functions
/// come in two forms, with addresses and, as in MPI 1, with INTEGERs.
const OWN: &[&str] = &[
    "MPI_Attr_get",
    "MPI_Attr_put",
    "MPI_Comm_create_keyval",
    "MPI_Comm_get_attr",
    "MPI_Comm_set_attr",
    "MPI_Grequest_start",
    "MPI_Info_create_env",
    "MPI_Info_get_string",
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Keyval_create",
    "MPI_Type_create_keyval",
    "MPI_Type_get_attr",
    "MPI_Type_set_attr",
    "MPI_Win_create_keyval",
    "MPI_Win_get_attr",
    "MPI_Win_set_attr",
];

/// Entry points without a function in the table: names removed from MPI, `MPI_Pcontrol`, which has
/// no error code, predefined callback functions, and `MPI_SIZEOF` by size.
const BESIDE: &[&str] = &[
    "mpi_address",
    "mpi_errhandler_create",
    "mpi_errhandler_get",
    "mpi_errhandler_set",
    "mpi_f_sync_reg",
    "mpi_pcontrol",
    "mpi_type_extent",
    "mpi_type_hindexed",
    "mpi_type_hvector",
    "mpi_type_lb",
    "mpi_type_struct",
    "mpi_type_ub",
    "mpi_null_copy_fn",
    "mpi_dup_fn",
    "mpi_null_delete_fn",
    "mpi_comm_null_copy_fn",
    "mpi_comm_dup_fn",
    "mpi_comm_null_delete_fn",
    "mpi_type_null_copy_fn",
    "mpi_type_dup_fn",
    "mpi_type_null_delete_fn",
    "mpi_win_null_copy_fn",
    "mpi_win_dup_fn",
    "mpi_win_null_delete_fn",
    "mpi_conversion_fn_null",
];

/// The entry points of either library.
pub(super) fn entries(table: &Table) -> Res<String> {
    chapters(table).into_iter().map(|chapter| entries::chapter(table, chapter)).collect()
}

/// The generated files of the source tree.
pub(super) fn files(table: &Table) -> Vec<Made> {
    let file = |folder: &str, name: &str, text| Made::new(Path::new(folder).join(name), text);
    vec![
        file(STANDARD, "include/mpif.h", header::text(table)),
        file(STANDARD, "include/mpi.f90", module::text(table)),
        file(STANDARD, "mpifort_abi.map", symbols::map(table, false)),
        file(STANDARD, "twins.ld", symbols::twins(table, false)),
        file(MPICH, "mpifort.map", symbols::map(table, true)),
        file(MPICH, "twins.ld", symbols::twins(table, true)),
    ]
}

/// The chapters that have Fortran bindings.
fn chapters(table: &Table) -> Vec<&Chapter> {
    let has_any =
        |chapter: &&Chapter| chapter.name != NOT_FORTRAN && functions(chapter).next().is_some();
    table.chapters.iter().filter(has_any).collect()
}

/// The functions of a chapter that are generated. Handle conversions do not exist in Fortran,
/// where handles are INTEGERs, and large counts exist only in its module of 2008.
fn functions(chapter: &Chapter) -> impl Iterator<Item = &Function> {
    let is_made = |one: &&Function| {
        let is_large = one.name.ends_with("_c");
        one.state != State::Cast && !is_large && !OWN.contains(&one.name.as_str())
    };
    chapter.functions.iter().filter(is_made)
}

/// The names of all entry points, in lower case and without the trailing underscore.
fn names(table: &Table) -> Vec<String> {
    let made = chapters(table).into_iter().flat_map(functions).map(|one| one.name.as_str());
    let mut names: Vec<_> = made.chain(OWN.iter().copied()).map(str::to_ascii_lowercase).collect();
    names.extend(BESIDE.iter().map(|&name| name.to_owned()));
    names.sort_unstable();
    names
}

/// The table's function of this name.
fn of_table<'a>(table: &'a Table, name: &str) -> Option<&'a Function> {
    table.functions().find(|function| function.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_by_hand_is_in_the_table() {
        let table = Table::read().unwrap();
        for name in OWN {
            assert!(of_table(&table, name).is_some(), "{name}");
        }
        let names = names(&table);
        assert!(names.len() > 420, "{} entries", names.len());
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "an entry stands twice");
    }
}
