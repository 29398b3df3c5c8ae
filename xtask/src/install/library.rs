//! The C libraries, shared and static.
//!
//! rustc links a `.so` with its own version script. To choose the exported symbols and give them a
//! version, we let rustc make only the static library and link the shared one from it with the C
//! compiler.

use super::{archive, copy, links};
use crate::shell::{self, Res, cmd};
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};

/// A library for C programs.
pub(crate) struct Library {
    /// The package with its code.
    pub(crate) package: &'static str,
    /// The name that programs load; its number changes when old programs would break.
    pub(crate) soname: &'static str,
    /// The version script: the exported symbols.
    pub(crate) map: &'static str,
    /// A linker script that defines symbol aliases.
    pub(crate) script: Option<&'static str>,
    /// Patterns of the symbols that stay global in the joined object.
    pub(crate) keep: &'static [&'static str],
    /// Whether a static library is installed too.
    pub(crate) is_static_too: bool,
    /// The installed library that it calls; without one it contains the channel itself.
    pub(crate) over: Option<&'static str>,
    /// Code generation options for the compiler.
    pub(crate) codegen: &'static [&'static str],
}

pub(crate) use skifch_generate::PROCESS_HOME;

/// The channel.
pub(crate) const SKIFCH: Library = Library {
    package: "skifch-ffi",
    soname: "libskifch.so.1",
    map: "ffi/skifch/skifch.map",
    script: None,
    keep: &["SkifCh_*"],
    is_static_too: true,
    over: None,
    codegen: &[],
};

/// MPI with the standard ABI.
pub(crate) const MPI_ABI: Library = Library {
    package: "skifch-mpi-abi",
    soname: "libmpi_abi.so.1",
    map: "ffi/mpi-abi/mpi_abi.map",
    script: Some("ffi/mpi-abi/twins.ld"),
    keep: &["MPI_*"],
    is_static_too: false,
    over: None,
    codegen: &[],
};

/// MPI with the MPICH ABI, for programs built by others.
pub(crate) const MPI_MPICH: Library = Library {
    package: "skifch-mpi-mpich",
    soname: "libmpi.so.12",
    map: "ffi/mpi-mpich/mpich.map",
    script: Some("ffi/mpi-mpich/twins.ld"),
    keep: &["MPI_*", "MPIR_*"],
    is_static_too: false,
    over: None,
    codegen: &[],
};

/// Fortran symbols: functions in all spellings, COMMON blocks, `MPI_SIZEOF` and variables of the
/// module.
const FORTRAN: &[&str] = &["mpi_*", "mpipriv*", "mpifcmb*", "skifch_mpi_*"];

/// MPI for Fortran, under the library name that the standard specifies.
pub(crate) const MPI_FORTRAN: Library = Library {
    package: "skifch-mpi-fortran",
    soname: "libmpifort_abi.so.1",
    map: "ffi/mpi-fortran/mpifort_abi.map",
    script: Some("ffi/mpi-fortran/twins.ld"),
    keep: FORTRAN,
    is_static_too: false,
    over: Some(MPI_ABI.soname),
    codegen: &[],
};

/// MPI for Fortran over the MPICH ABI, for programs built by others.
pub(crate) const MPI_FORTRAN_MPICH: Library = Library {
    package: "skifch-mpi-fortran-mpich",
    soname: "libmpifort.so.12",
    map: "ffi/mpi-fortran-mpich/mpifort.map",
    script: Some("ffi/mpi-fortran-mpich/twins.ld"),
    keep: FORTRAN,
    is_static_too: false,
    over: Some(MPI_MPICH.soname),
    codegen: &[],
};

/// OpenSHMEM, under the library name that programs for Cray and SGI use.
pub(crate) const SHMEM: Library = Library {
    package: "skifch-shmem-ffi",
    soname: "libsma.so.1",
    map: "ffi/shmem/shmem.map",
    script: Some("ffi/shmem/twins.ld"),
    keep: &[
        "shmem*",
        "start_pes*",
        "_my_pe",
        "_num_pes",
        "shmalloc",
        "shfree",
        "shrealloc",
        "my_pe_",
        "num_pes_",
        "shp*_",
    ],
    is_static_too: true,
    over: None,
    // Its calls are so short that their alignment matters: with these options the calls on global
    // data take a tenth less time, and no build is by chance a fifth slower than the one before.
    codegen: &["-Cllvm-args=-align-all-functions=6", "-Cllvm-args=-align-all-nofallthru-blocks=4"],
};

impl Library {
    /// The library name before `.so`.
    fn stem(&self) -> &'static str {
        self.soname.split(".so").next().unwrap_or(self.soname)
    }

    /// Builds the library, installs it into `lib` with its links, and returns the built file.
    pub(crate) fn install(&self, workspace: &Workspace, lib: &Path) -> Res<PathBuf> {
        let native = self.native_libs()?;
        let object = self.one_object(workspace)?;
        let file = format!("{}.0.0", self.soname);
        let built = workspace.target.join("release").join(&file);
        self.link_shared(&object, &built, &native, lib)?;
        copy(&built, &lib.join(&file))?;
        links::link(&file, &lib.join(self.soname))?;
        links::link(self.soname, &lib.join(format!("{}.so", self.stem())))?;
        if self.is_static_too {
            archive::make(&object, self.script, &lib.join(format!("{}.a", self.stem())))?;
        }
        Ok(built)
    }

    /// Builds the code and returns the native libraries it needs, as reported by rustc.
    pub(crate) fn native_libs(&self) -> Res<Vec<String>> {
        let mut cargo = shell::cargo(["rustc", "-p", self.package, "--lib", "--release"]);
        cargo.args(["--crate-type", "staticlib", "--", "--print=native-static-libs"]);
        cargo.args(self.codegen);
        eprintln!("$ {}", shell::line(&cargo));
        let output = cargo.output().map_err(|cause| format!("cargo rustc: {cause}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("`{}` failed\n{said}", shell::line(&cargo)));
        }
        let libs = said.lines().find_map(|line| line.split_once("native-static-libs:"));
        // Cargo repeats rustc's message if nothing had to be built.
        let (_, libs) = libs.ok_or("rustc did not say which native libraries are needed")?;
        Ok(libs.split_whitespace().map(str::to_owned).collect())
    }

    /// Joins the whole archive into one object in which only our names are global, so that two
    /// static libraries made by rustc can be linked into one program.
    fn one_object(&self, workspace: &Workspace) -> Res<PathBuf> {
        let release = workspace.target.join("release");
        let archive = release.join(format!("lib{}.a", self.package.replace('-', "_")));
        let joined = release.join(format!("{}-joined.o", self.stem()));
        let object = release.join(format!("{}.o", self.stem()));
        let mut ld = cmd("ld", ["-r", "--gc-sections", "--gc-keep-exported", "--whole-archive"]);
        shell::run(ld.arg(archive).arg("-o").arg(&joined))?;
        // Other linkers must not see the sections that rustc keeps for link-time optimisation.
        let mut objcopy = cmd("objcopy", ["--wildcard", "--remove-section=.llvm*"]);
        let keep = self.keep.iter().chain([&PROCESS_HOME]);
        objcopy.args(keep.map(|keep| format!("--keep-global-symbol={keep}")));
        shell::run(objcopy.arg(&joined).arg(&object))?;
        Ok(object)
    }

    fn link_shared(&self, object: &Path, to: &Path, native: &[String], lib: &Path) -> Res {
        let mut cc = cmd("cc", ["-shared", "-o"]);
        cc.arg(to).arg(object).args(self.script).args([
            &format!("-Wl,--version-script={}", self.map),
            &format!("-Wl,-soname,{}", self.soname),
            "-Wl,--gc-sections",
            "-Wl,-z,now,-z,relro,-z,defs",
        ]);
        if let Some(over) = self.over {
            cc.arg(lib.join(over)).arg("-Wl,--enable-new-dtags,-rpath,$ORIGIN");
        }
        shell::run(cc.args(native))
    }
}
