//! MPI for Fortran in the installed tree: `mpif.h`, the module, the libraries, pkg-config.

use super::{Place, copy, library, links, packages, symbols};
use crate::shell::{self, Res, cmd};
use crate::workspace::Workspace;
use std::path::Path;
use std::process::Command;

const INCLUDE: &str = "ffi/mpi-fortran/include";

/// Names of the compiler wrapper. They are one program: the compiler recognises old Fortran by the
/// file name.
pub(super) const WRAPPERS: &[&str] = &["mpifort", "mpif90", "mpif77"];

pub(super) fn install(workspace: &Workspace, place: &Place, root: &Path) -> Res {
    let (include, lib) = (root.join("include"), root.join("lib"));
    copy(&Path::new(INCLUDE).join("mpif.h"), &include.join("mpif.h"))?;
    copy(&Path::new(INCLUDE).join("mpi.f90"), &include.join("mpi.f90"))?;
    module(&include)?;
    let built = library::MPI_FORTRAN.install(workspace, &lib)?;
    symbols::check_plain(Path::new(library::MPI_FORTRAN.map), &built)?;
    let pc = packages::filled(include_str!("mpifort_abi.pc.in"), workspace, place);
    let pc = pc.replace("@CHOICES@", &choices());
    shell::write(&lib.join("pkgconfig/mpifort_abi.pc"), &pc)?;
    // Names that builds for any MPI library look for.
    let names = &["mpi-fort.pc", "mpi-f90.pc", "mpi-f77.pc"];
    links::names("mpifort_abi.pc", &lib.join("pkgconfig"), names)
}

pub(super) fn install_mpich(workspace: &Workspace, root: &Path) -> Res {
    let lib = root.join("lib");
    let built = library::MPI_FORTRAN_MPICH.install(workspace, &lib)?;
    symbols::check_plain(Path::new(library::MPI_FORTRAN_MPICH.map), &built)?;
    // The name in Debian's MPICH, which programs built there require.
    links::link(library::MPI_FORTRAN_MPICH.soname, &lib.join("libmpichfort.so.12"))
}

/// The option for calls with buffers of different types, which the wrappers give too, if the
/// gfortran here knows it.
fn choices() -> String {
    const OPTION: &str = "-fallow-argument-mismatch";
    let mut gfortran = cmd("gfortran", [OPTION, "-fsyntax-only", "-xf95", "/dev/null"]);
    let is_known = gfortran.output().is_ok_and(|output| output.status.success());
    if is_known { format!(" {OPTION}") } else { String::new() }
}

/// Compiles the module; only the compiler that wrote a module file can read it. The module
/// contains no code.
fn module(include: &Path) -> Res {
    if Command::new("gfortran").arg("--version").output().is_err() {
        eprintln!(
            "gfortran is not installed: no `use mpi` until `gfortran -cpp -fsyntax-only \
             mpi.f90` has run in {}",
            include.display()
        );
        return Ok(());
    }
    let mut gfortran = cmd("gfortran", ["-cpp", "-fsyntax-only", "-J"]);
    shell::run(gfortran.arg(include).arg(include.join("mpi.f90")))
}
