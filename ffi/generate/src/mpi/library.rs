//! The C libraries that are made from the table.

use super::table::Table;
use std::path::PathBuf;

/// A library with a binary interface of its own.
pub(super) struct Library {
    folder: &'static str,
    map: &'static str,
    /// The type that stands for the interface.
    pub(super) abi: &'static str,
    /// Whether its numbers are others than those of the standard.
    pub(super) translates: bool,
}

/// That of the standard.
pub(super) const STANDARD: Library =
    Library { folder: "ffi/mpi-abi", map: "mpi_abi.map", abi: "Standard", translates: false };

/// That of MPICH and its relatives.
pub(super) const MPICH: Library =
    Library { folder: "ffi/mpi-mpich", map: "mpich.map", abi: "Mpich", translates: true };

impl Library {
    /// A file of it.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        PathBuf::from(self.folder).join(name)
    }

    pub(super) fn map(&self) -> PathBuf {
        self.file(self.map)
    }

    /// The names that it exports beside the standard's and [`Table::extras`]: functions, which have
    /// twins, and what has none.
    pub(super) fn own_names<'a>(&self, table: &'a Table) -> (&'a [String], &'a [String]) {
        match self.translates {
            true => (&table.mpich_functions, &table.mpich_data),
            false => (&[], &[]),
        }
    }
}
