//! `libskifch.so.1` and `libskifch.a`.
//!
//! rustc links a `.so` with a version script of its own making. So that symbols carry our version,
//! it makes the static library only, and the C compiler makes the shared one out of that.

use super::{copy, links, symbols};
use crate::shell::{self, Res, cmd};
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};

/// The name by which programs find it; its number changes when an old program would break.
const SONAME: &str = "libskifch.so.1";
const MAP: &str = "ffi/skifch/skifch.map";

pub(crate) fn install(workspace: &Workspace, lib: &Path) -> Res {
    let native = native_libs()?;
    let archive = workspace.target.join("release/libskifch_ffi.a");
    let object = one_object(workspace, &archive)?;
    let file = format!("{SONAME}.0.0");
    let built = workspace.target.join("release").join(&file);
    link_shared(&object, &built, &native)?;
    symbols::check(Path::new("ffi/skifch/include/skifch.h"), Path::new(MAP), &built)?;
    copy(&built, &lib.join(&file))?;
    links::link(&file, &lib.join(SONAME))?;
    links::link(SONAME, &lib.join("libskifch.so"))?;
    static_library(&object, &lib.join("libskifch.a"))
}

/// Builds the static library and gives the libraries that it needs, as rustc says.
pub(crate) fn native_libs() -> Res<Vec<String>> {
    let mut cargo = shell::cargo(["rustc", "-p", "skifch-ffi", "--lib", "--release"]);
    cargo.args(["--crate-type", "staticlib", "--", "--print=native-static-libs"]);
    eprintln!("$ {}", shell::line(&cargo));
    let output = cargo.output().map_err(|cause| format!("cargo rustc: {cause}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("`{}` failed\n{said}", shell::line(&cargo)));
    }
    let libs = said.lines().find_map(|line| line.split_once("native-static-libs:"));
    // Cargo repeats what rustc said when nothing had to be built.
    let (_, libs) = libs.ok_or("rustc did not say which native libraries are needed")?;
    Ok(libs.split_whitespace().map(str::to_owned).collect())
}

/// All of the archive as one object in which only the names of the map are global: two static
/// libraries made by rustc can then stand in one program.
fn one_object(workspace: &Workspace, archive: &Path) -> Res<PathBuf> {
    let joined = workspace.target.join("release/skifch-joined.o");
    let object = workspace.target.join("release/skifch.o");
    let mut ld = cmd("ld", ["-r", "--gc-sections", "--gc-keep-exported", "--whole-archive"]);
    shell::run(ld.arg(archive).arg("-o").arg(&joined))?;
    // What rustc keeps for link-time optimisation is not for other linkers to stumble over.
    let keep = ["--wildcard", "--keep-global-symbol=SkifCh_*", "--remove-section=.llvm*"];
    shell::run(cmd("objcopy", keep).arg(&joined).arg(&object))?;
    Ok(object)
}

fn link_shared(object: &Path, to: &Path, native: &[String]) -> Res {
    let mut cc = cmd("cc", ["-shared", "-o"]);
    cc.arg(to).arg(object).args([
        &format!("-Wl,--version-script={MAP}"),
        &format!("-Wl,-soname,{SONAME}"),
        "-Wl,--gc-sections",
        "-Wl,-z,now,-z,relro,-z,defs",
    ]);
    shell::run(cc.args(native))
}

fn static_library(object: &Path, to: &Path) -> Res {
    // `ar` adds to an archive that is there; begin anew.
    match std::fs::remove_file(to) {
        Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {cause}", to.display()))
        }
        _ => shell::run(cmd("ar", ["rcs"]).arg(to).arg(object)),
    }
}
