//! OpenSHMEM: the C library, its headers, and programs that check them against each other.

mod checks;
mod constants;
mod coverage;
mod entries;
mod fortran;
mod generic;
mod header;
mod kinds;
mod parse;
mod symbols;
mod table;

use crate::Res;
use crate::made::{self, Made};
use table::{FOLDER, Table};

/// The work of the library's build script: Rust code for the library, C code for its tests.
///
/// # Errors
/// A line of the table is invalid, or a file cannot be written.
pub fn build() -> Res {
    let table = &Table::read()?;
    let made = [
        Made::new("constants.rs", constants::text(table)),
        Made::new("entries.rs", entries::text(table)),
        Made::new("generics.c", checks::generics(table)),
        Made::new("names.c", checks::names(table)),
    ];
    made::in_build(FOLDER, &made)
}

/// The generated files of the source tree.
///
/// # Errors
/// A line of the table is invalid.
pub fn files() -> Res<Vec<Made>> {
    let table = &Table::read()?;
    let file = |name: &str, text| Made::new(format!("ffi/shmem/{name}"), text);
    let mut made = vec![
        file("include/shmem.h", header::shmem(table)),
        file("include/shmemx.h", header::shmemx(table)),
        file("include/pshmem.h", header::pshmem(table)),
        file("include/shmem.fh", fortran::header(table)),
        file("include/mpp/shmem.fh", fortran::header(table)),
        file("shmem.map", symbols::map(table)),
        file("twins.ld", symbols::twins(table)),
        file("COVERAGE.md", coverage::text(table)),
    ];
    for name in ["shmem.h", "shmemx.h", "pshmem.h"] {
        made.push(file(&format!("include/mpp/{name}"), header::mpp(name)));
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_from_the_table_is_fresh() {
        made::assert_fresh(files().unwrap(), "cargo xtask shmem");
    }
}
