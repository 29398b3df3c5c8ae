//! MPI: two libraries in C, two in Fortran, and what they share.

mod constants;
mod coverage;
mod entries;
mod fortran;
mod header;
mod kinds;
mod library;
mod numbers;
mod symbols;
mod table;

use crate::Res;
use crate::made::{self, Made};
use library::{Library, MPICH, STANDARD};
use table::{FOLDER, Param, Table};

/// A crate whose Rust is made when it is built.
#[derive(Clone, Copy, Debug)]
pub enum Crate {
    /// What the libraries share.
    Edge,
    /// The library with the standard's interface.
    Standard,
    /// The library with the interface of MPICH.
    Mpich,
    /// Either library for Fortran.
    Fortran,
}

/// What the build script of a crate does.
///
/// # Errors
/// A line of the table that makes no sense, or a file that cannot be written.
pub fn build(of: Crate) -> Res {
    let table = Table::read()?;
    let rust = |name: &str, text| Made::new(format!("{name}.rs"), text);
    let made = match of {
        Crate::Edge => vec![rust("constants", constants::text(&table))],
        Crate::Standard => of_c(&table, &STANDARD),
        Crate::Mpich => {
            let mut made = of_c(&table, &MPICH);
            made.push(rust("numbers", numbers::text(&table)));
            made
        }
        Crate::Fortran => vec![rust("entries", fortran::entries(&table)?)],
    };
    made::in_build(FOLDER, &made)
}

/// Rust of a library for C.
fn of_c(table: &Table, library: &Library) -> Vec<Made> {
    vec![
        Made::new("callbacks.rs", entries::callbacks(table)),
        Made::new("entries.rs", entries::text(table, library)),
    ]
}

/// The files of the tree.
///
/// # Errors
/// A line of the table that makes no sense.
pub fn files() -> Res<Vec<Made>> {
    let table = &Table::read()?;
    let mut made = vec![
        Made::new(STANDARD.file("include/mpi.h"), header::text(table)),
        Made::new("ffi/mpi-edge/COVERAGE.md", coverage::text(table)?),
    ];
    made.extend(fortran::files(table));
    for library in [&STANDARD, &MPICH] {
        made.push(Made::new(library.map(), symbols::map(table, library)));
        made.push(Made::new(library.file("twins.ld"), symbols::twins(table, library)));
    }
    Ok(made)
}

/// How much of MPI there is: by chapter, and by the programs that need it.
///
/// # Errors
/// A line of the table that makes no sense.
pub fn coverage() -> Res<String> {
    coverage::text(&Table::read()?)
}

/// The callback that a parameter is, in the form of the function.
fn large_callback(table: &Table, param: &Param, is_large: bool) -> Option<String> {
    let name = header::callback_of(table, param)?;
    let large = format!("{name}_c");
    Some(if is_large && table.has_callback(&large) { large } else { name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_from_the_table_is_fresh() {
        made::assert_fresh(files().unwrap(), "cargo xtask mpi");
    }
}
