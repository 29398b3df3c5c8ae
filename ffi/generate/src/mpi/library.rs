//! The C libraries that are generated from the table.

use super::table::Table;
use std::path::PathBuf;

/// A library with its own binary interface (ABI).
pub(super) struct Library {
    folder: &'static str,
    map: &'static str,
    /// The Rust type that represents the ABI.
    pub(super) abi: &'static str,
    /// Whether its numbers differ from the standard's.
    pub(super) translates: bool,
}

/// The library with the standard ABI.
pub(super) const STANDARD: Library =
    Library { folder: "ffi/mpi-abi", map: "mpi_abi.map", abi: "Standard", translates: false };

/// The library with the ABI of MPICH and its derivatives.
pub(super) const MPICH: Library =
    Library { folder: "ffi/mpi-mpich", map: "mpich.map", abi: "Mpich", translates: true };

impl Library {
    /// The path of one of its files.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        PathBuf::from(self.folder).join(name)
    }

    pub(super) fn map(&self) -> PathBuf {
        self.file(self.map)
    }

    /// Its exported names other than the standard's and [`Table::extras`]: functions, which have
    /// profiling aliases, and data, which has none.
    pub(super) fn own_names<'a>(&self, table: &'a Table) -> (&'a [String], &'a [String]) {
        match self.translates {
            true => (&table.mpich_functions, &table.mpich_data),
            false => (&[], &[]),
        }
    }
}
