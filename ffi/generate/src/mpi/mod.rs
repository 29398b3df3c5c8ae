//! MPI: two C libraries, two Fortran libraries, and the code they share.

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

/// A crate whose Rust code is generated when it is built.
#[derive(Clone, Copy, Debug)]
pub enum Crate {
    /// The code shared by the libraries.
    Edge,
    /// The library with the standard ABI.
    Standard,
    /// The library with the MPICH ABI.
    Mpich,
    /// Either Fortran library.
    Fortran,
}

/// The work of a crate's build script.
///
/// # Errors
/// A line of the table is invalid, or a file cannot be written.
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

/// The Rust code of a C library.
fn of_c(table: &Table, library: &Library) -> Vec<Made> {
    vec![
        Made::new("callbacks.rs", entries::callbacks(table)),
        Made::new("entries.rs", entries::text(table, library)),
    ]
}

/// The generated files of the source tree.
///
/// # Errors
/// A line of the table is invalid.
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

/// How much of MPI is implemented: by chapter, by version, and by the programs that need it.
///
/// # Errors
/// A line of the table is invalid.
pub fn coverage() -> Res<String> {
    coverage::text(&Table::read()?)
}

/// The type of a callback parameter in this form of the function; `None` for other parameters.
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
