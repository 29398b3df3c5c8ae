//! pkg-config and CMake files, by which build systems find the library. Both compute their own
//! location, so that the tree can be moved.

use super::{Place, library};
use crate::shell::{self, Res};
use crate::workspace::Workspace;
use std::path::Path;

pub(crate) fn install(workspace: &Workspace, place: &Place, root: &Path) -> Res {
    let private = library::SKIFCH.native_libs()?.join(" ");
    let fill = |template: &str| {
        filled(template, workspace, place)
            .replace("@PRIVATE_LIBS@", &private)
            .replace("@PRIVATE_LIBS_LIST@", &private.replace(' ', ";"))
    };
    for (name, template) in [
        ("lib/pkgconfig/skifch.pc", include_str!("skifch.pc.in")),
        ("lib/cmake/skifch/skifchConfig.cmake", include_str!("skifchConfig.cmake.in")),
        (
            "lib/cmake/skifch/skifchConfigVersion.cmake",
            include_str!("skifchConfigVersion.cmake.in"),
        ),
    ] {
        shell::write(&root.join(name), &fill(template))?;
    }
    Ok(())
}

/// Fills a template with our version and with the run path that programs need to find the library
/// at its present place; a system folder needs none.
pub(super) fn filled(template: &str, workspace: &Workspace, place: &Place) -> String {
    let rpath = if place.is_system() { "" } else { "-Wl,-rpath,${libdir} " };
    template.replace("@VERSION@", &workspace.version).replace("@RPATH@", rpath)
}
