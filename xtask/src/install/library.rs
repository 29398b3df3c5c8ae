//! The C libraries, shared and static.
//!
//! rustc links a `.so` with a version script of its own making. So that symbols are ours to choose
//! and can carry a version, it makes the static library only, and the C compiler makes the shared
//! one out of that.

use super::{archive, copy, links};
use crate::shell::{self, Res, cmd};
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};

/// A library that C programs link with.
pub(crate) struct Library {
    /// The package whose code it is.
    pub(crate) package: &'static str,
    /// The name by which programs find it; its number changes when an old program would break.
    pub(crate) soname: &'static str,
    /// Which symbols it exports.
    pub(crate) map: &'static str,
    /// A linker script of symbols that are others.
    pub(crate) script: Option<&'static str>,
    /// Patterns of the symbols that other objects may see.
    pub(crate) keep: &'static [&'static str],
    /// Whether there is also a static library.
    pub(crate) is_static_too: bool,
    /// The library beside it that it calls; without one it holds the channel itself.
    pub(crate) over: Option<&'static str>,
    /// What the compiler is told about its instructions.
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

/// MPI with the binary interface of the standard.
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

/// MPI with the binary interface of MPICH, for programs that others have built.
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

/// Symbols of Fortran: functions by all spellings, blocks of COMMON, `MPI_SIZEOF`.
const FORTRAN: &[&str] = &["mpi_*", "mpipriv*", "mpifcmb*", "skifch_mpi_sizeof_*"];

/// MPI for Fortran, under the name that the standard gives to a library of its own.
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

/// MPI for Fortran over the binary interface of MPICH, for programs that others have built.
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

/// OpenSHMEM, under the name that programs of Cray and SGI link with.
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
    // Its calls are so short that it shows where they lie: with this those for globals take a tenth
    // less, and no build is a fifth slower than the one before by chance.
    codegen: &["-Cllvm-args=-align-all-functions=6", "-Cllvm-args=-align-all-nofallthru-blocks=4"],
};

impl Library {
    /// Its name before `.so`.
    fn stem(&self) -> &'static str {
        self.soname.split(".so").next().unwrap_or(self.soname)
    }

    /// Builds it into `lib` with its links; gives the file itself.
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

    /// Builds the code and gives the libraries that it needs, as rustc says.
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
        // Cargo repeats what rustc said when nothing had to be built.
        let (_, libs) = libs.ok_or("rustc did not say which native libraries are needed")?;
        Ok(libs.split_whitespace().map(str::to_owned).collect())
    }

    /// All of the archive as one object in which only our names are global: two static libraries
    /// made by rustc can then stand in one program.
    fn one_object(&self, workspace: &Workspace) -> Res<PathBuf> {
        let release = workspace.target.join("release");
        let archive = release.join(format!("lib{}.a", self.package.replace('-', "_")));
        let joined = release.join(format!("{}-joined.o", self.stem()));
        let object = release.join(format!("{}.o", self.stem()));
        let mut ld = cmd("ld", ["-r", "--gc-sections", "--gc-keep-exported", "--whole-archive"]);
        shell::run(ld.arg(archive).arg("-o").arg(&joined))?;
        // What rustc keeps for link-time optimisation is not for other linkers to stumble over.
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
