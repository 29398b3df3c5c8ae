//! MPI in the tree: the header, the library, the compiler wrappers, pkg-config.

use super::{Place, copy, library, links, packages, symbols};
use crate::shell::{self, Res};
use crate::workspace::Workspace;
use std::path::Path;

const HEADER: &str = "ffi/mpi-abi/include/mpi.h";

/// The wrapper's other names: which compiler it calls is in the name.
const WRAPPERS: &[&str] = &["mpicxx", "mpic++", "mpiCC"];

pub(super) fn install(workspace: &Workspace, place: &Place, root: &Path) -> Res {
    copy(Path::new(HEADER), &root.join("include/mpi.h"))?;
    let built = library::MPI_ABI.install(workspace, &root.join("lib"))?;
    symbols::check_plain(Path::new(library::MPI_ABI.map), &built)?;
    let pc = packages::filled(include_str!("mpi_abi.pc.in"), workspace, place);
    shell::write(&root.join("lib/pkgconfig/mpi_abi.pc"), &pc)?;
    // The name that builds look for which ask for any MPI.
    links::link("mpi_abi.pc", &root.join("lib/pkgconfig/mpi.pc"))?;
    wrappers(workspace, &root.join("bin"))
}

fn wrappers(workspace: &Workspace, bin: &Path) -> Res {
    shell::run(&mut shell::cargo(["build", "--release", "-p", "skifch-mpicc"]))?;
    copy(&workspace.target.join("release/mpicc"), &bin.join("mpicc"))?;
    for name in WRAPPERS {
        links::link("mpicc", &bin.join(name))?;
    }
    Ok(())
}
