//! MPI in the installed tree: the header, the libraries, pkg-config.

use super::{Place, copy, library, links, packages, symbols};
use crate::shell::{self, Res};
use crate::workspace::Workspace;
use std::path::Path;

const HEADER: &str = "ffi/mpi-abi/include/mpi.h";

/// pkg-config names used by builds for any MPI or for another library: without these links they
/// would find that other library, if it is installed.
const PC_NAMES: &[&str] = &["mpi.pc", "mpi-c.pc", "mpi-cxx.pc", "mpich.pc"];

/// Names of the compiler wrapper other than `mpicc`.
pub(super) const WRAPPERS: &[&str] = &["mpicxx", "mpic++", "mpiCC"];

pub(super) fn install(workspace: &Workspace, place: &Place, root: &Path) -> Res {
    copy(Path::new(HEADER), &root.join("include/mpi.h"))?;
    let built = library::MPI_ABI.install(workspace, &root.join("lib"))?;
    symbols::check_plain(Path::new(library::MPI_ABI.map), &built)?;
    let pc = packages::filled(include_str!("mpi_abi.pc.in"), workspace, place);
    shell::write(&root.join("lib/pkgconfig/mpi_abi.pc"), &pc)?;
    links::names("mpi_abi.pc", &root.join("lib/pkgconfig"), PC_NAMES)
}

/// The library required by programs that were built for MPICH.
pub(super) fn install_mpich(workspace: &Workspace, root: &Path) -> Res {
    let built = library::MPI_MPICH.install(workspace, &root.join("lib"))?;
    symbols::check_plain(Path::new(library::MPI_MPICH.map), &built)?;
    // The name in Debian's MPICH, which programs built there require.
    links::link(library::MPI_MPICH.soname, &root.join("lib/libmpich.so.12"))
}
