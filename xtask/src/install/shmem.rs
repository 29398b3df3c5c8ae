//! OpenSHMEM in the installed tree: headers, library, pkg-config, CMake.

use super::{Place, copy, library, links, packages, symbols};
use crate::shell::{self, Res};
use crate::workspace::Workspace;
use std::path::Path;

const HEADERS: &str = "ffi/shmem/include";

/// Names of the compiler wrapper.
pub(super) const WRAPPERS: &[&str] = &[
    "oshcc",
    "oshc++",
    "oshcxx",
    "oshCC",
    "oshfort",
    "shmemcc",
    "shmemc++",
    "shmemcxx",
    "shmemCC",
    "shmemfort",
];

pub(super) fn install(workspace: &Workspace, place: &Place, root: &Path) -> Res {
    for name in ["shmem.h", "shmemx.h", "pshmem.h", "shmem.fh"] {
        for name in [name.to_owned(), format!("mpp/{name}")] {
            copy(&Path::new(HEADERS).join(&name), &root.join("include").join(&name))?;
        }
    }
    let lib = root.join("lib");
    let built = library::SHMEM.install(workspace, &lib)?;
    symbols::check_plain(Path::new(library::SHMEM.map), &built)?;
    let private = library::SHMEM.native_libs()?.join(" ");
    // The name of Open MPI's library.
    links::link("libsma.so", &lib.join("liboshmem.so"))?;
    for (name, template) in [
        ("pkgconfig/sma.pc", include_str!("sma.pc.in")),
        ("cmake/OpenSHMEM/OpenSHMEMConfig.cmake", include_str!("OpenSHMEMConfig.cmake.in")),
        (
            "cmake/OpenSHMEM/OpenSHMEMConfigVersion.cmake",
            include_str!("OpenSHMEMConfigVersion.cmake.in"),
        ),
    ] {
        let filled = packages::filled(template, workspace, place);
        shell::write(&lib.join(name), &filled.replace("@PRIVATE_LIBS@", &private))?;
    }
    // Names that builds for another library look for.
    links::names("sma.pc", &lib.join("pkgconfig"), &["oshmem.pc", "openshmem.pc"])
}
