//! `cargo xtask install`: a relocatable tree.

mod archive;
mod fortran;
mod library;
mod links;
mod mpi;
mod packages;
mod shmem;
mod symbols;

pub(crate) use library::PROCESS_HOME;

use crate::shell::{self, Res};
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};

/// Programs for users, each installed if there is a crate that builds it.
const PROGRAMS: &[&str] =
    &["skifrun", "skif-perf", "skif-torus", "skifch-info", "skifch-conformance"];

/// Other names of a program that existing scripts use.
const ALIASES: &[(&str, &str)] = &[
    ("mpiexec", "skifrun"),
    ("mpirun", "skifrun"),
    ("oshrun", "skifrun"),
    ("shmemrun", "skifrun"),
];

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Directory from which the tree will be used
    #[arg(long, value_name = "DIR")]
    prefix: PathBuf,
    /// Staging directory to install into, for packaging
    #[arg(long, value_name = "DIR")]
    destdir: Option<PathBuf>,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Res {
    let prefix = std::path::absolute(&args.prefix)
        .map_err(|cause| format!("{}: {cause}", args.prefix.display()))?;
    tree(workspace, &Place { prefix, destdir: args.destdir.clone() })
}

/// Where the tree will be used, and where it is written now.
pub(crate) struct Place {
    pub(crate) prefix: PathBuf,
    pub(crate) destdir: Option<PathBuf>,
}

impl Place {
    /// The folder to write to.
    fn root(&self) -> PathBuf {
        let below = self.prefix.strip_prefix("/").unwrap_or(&self.prefix);
        self.destdir.as_ref().map_or_else(|| self.prefix.clone(), |destdir| destdir.join(below))
    }

    /// Whether the dynamic linker searches its `lib` by default.
    fn is_system(&self) -> bool {
        ["/usr", "/usr/local", "/"].iter().any(|dir| self.prefix == Path::new(dir))
    }
}

/// Builds everything available and lays it out as the installed tree.
pub(crate) fn tree(workspace: &Workspace, place: &Place) -> Res {
    some(workspace, place, Part::ALL, PROGRAMS)?;
    let root = place.root();
    plugins(workspace, &root.join("lib/skifch"))?;
    examples(&root.join("share/examples"))?;
    pages(workspace, &root.join("share"))?;
    eprintln!("installed in {}", root.display());
    Ok(())
}

/// A part of the tree besides the programs: a library with its accompanying files.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Channel,
    /// With the standard ABI.
    Mpi,
    /// With the MPICH ABI.
    Mpich,
    /// Over the library with the standard ABI.
    Fortran,
    /// Over the library with the MPICH ABI.
    FortranMpich,
    Shmem,
}

impl Part {
    pub(crate) const ALL: &[Self] =
        &[Self::Channel, Self::Mpi, Self::Mpich, Self::Fortran, Self::FortranMpich, Self::Shmem];

    fn package(self) -> &'static str {
        match self {
            Self::Channel => library::SKIFCH.package,
            Self::Mpi => library::MPI_ABI.package,
            Self::Mpich => library::MPI_MPICH.package,
            Self::Fortran => library::MPI_FORTRAN.package,
            Self::FortranMpich => library::MPI_FORTRAN_MPICH.package,
            Self::Shmem => library::SHMEM.package,
        }
    }

    /// Names of its compiler wrapper.
    fn wrappers(self) -> &'static [&'static str] {
        match self {
            Self::Channel | Self::Mpich | Self::FortranMpich => &[],
            Self::Mpi => mpi::WRAPPERS,
            Self::Fortran => fortran::WRAPPERS,
            Self::Shmem => shmem::WRAPPERS,
        }
    }

    fn install(self, workspace: &Workspace, place: &Place, root: &Path) -> Res {
        match self {
            Self::Channel => channel(workspace, place, root),
            Self::Mpi => mpi::install(workspace, place, root),
            Self::Mpich => mpi::install_mpich(workspace, root),
            Self::Fortran => fortran::install(workspace, place, root),
            Self::FortranMpich => fortran::install_mpich(workspace, root),
            Self::Shmem => shmem::install(workspace, place, root),
        }
    }
}

/// Installs these parts, if their crates exist, and these programs.
pub(crate) fn some(workspace: &Workspace, place: &Place, parts: &[Part], names: &[&str]) -> Res {
    let root = place.root();
    programs(workspace, &root.join("bin"), names)?;
    let parts: Vec<_> =
        parts.iter().copied().filter(|part| workspace.has(part.package())).collect();
    parts.iter().try_for_each(|part| part.install(workspace, place, &root))?;
    let names: Vec<_> = parts.iter().flat_map(|part| part.wrappers()).copied().collect();
    wrappers(workspace, &root.join("bin"), &names)
}

fn channel(workspace: &Workspace, place: &Place, root: &Path) -> Res {
    headers(&root.join("include"))?;
    let built = library::SKIFCH.install(workspace, &root.join("lib"))?;
    let header = Path::new("ffi/skifch/include/skifch.h");
    symbols::check(header, Path::new(library::SKIFCH.map), &built)?;
    packages::install(workspace, place, root)
}

/// The compiler wrappers are one program: its name selects the library and the compiler.
fn wrappers(workspace: &Workspace, bin: &Path, names: &[&str]) -> Res {
    if names.is_empty() {
        return Ok(());
    }
    shell::run(&mut shell::cargo(["build", "--release", "-p", "skifch-mpicc"]))?;
    copy(&workspace.target.join("release/mpicc"), &bin.join("mpicc"))?;
    links::names("mpicc", bin, names)
}

fn programs(workspace: &Workspace, bin: &Path, names: &[&str]) -> Res {
    let here = |name: &&&str| workspace.package_of_bin(name).is_some();
    let names: Vec<_> = names.iter().filter(here).copied().collect();
    if names.is_empty() {
        return Ok(());
    }
    let mut cargo = shell::cargo(["build", "--release"]);
    for name in &names {
        let package = workspace.package_of_bin(name).map_or("", |package| &package.name);
        cargo.args(["-p", package, "--bin", name]);
    }
    shell::run(&mut cargo)?;
    for name in &names {
        copy(&workspace.target.join("release").join(name), &bin.join(name))?;
    }
    for (alias, name) in ALIASES.iter().filter(|(_, name)| names.contains(name)) {
        links::link(name, &bin.join(alias))?;
    }
    Ok(())
}

fn headers(include: &Path) -> Res {
    for name in ["skifch.h", "skifch_plugin.h"] {
        copy(&Path::new("ffi/skifch/include").join(name), &include.join(name))?;
    }
    Ok(())
}

/// Each backend below `ffi/plugins` as `libskifch-<name>.so`, named after its folder.
fn plugins(workspace: &Workspace, dir: &Path) -> Res {
    let is_plugin = |package: &&crate::workspace::Package| {
        package.is_cdylib && package.dir.starts_with("ffi/plugins")
    };
    for package in workspace.packages.iter().filter(is_plugin) {
        shell::run(&mut shell::cargo(["build", "--release", "-p", &package.name]))?;
        let built = format!("release/lib{}.so", package.name.replace('-', "_"));
        let name = package.dir.file_name().unwrap_or_default().to_string_lossy();
        copy(&workspace.target.join(built), &dir.join(format!("libskifch-{name}.so")))?;
    }
    Ok(())
}

/// Manual pages and completions, generated by a crate that knows the programs.
fn pages(workspace: &Workspace, share: &Path) -> Res {
    if !workspace.has("skifch-pages") {
        return Ok(());
    }
    let mut cargo = shell::cargo(["run", "--release", "-p", "skifch-pages", "--"]);
    shell::run(cargo.arg(share))?;
    for (alias, name) in ALIASES {
        let page = share.join("man/man1").join(format!("{alias}.1"));
        links::link(&format!("{name}.1"), &page)?;
        links::link(name, &share.join("bash-completion/completions").join(alias))?;
    }
    Ok(())
}

/// Installs the sources of the example programs.
fn examples(dir: &Path) -> Res {
    let is_source = |path: &&str| {
        let is_plain = [".c", ".h", ".f90", ".f"].iter().any(|end| path.ends_with(end));
        is_plain || (path.ends_with(".rs") && !path.contains("/tests/"))
    };
    let tracked = shell::output(&mut shell::cmd("git", ["ls-files", "examples"]));
    // An unpacked source archive is not a repository: then there is no file list to select from.
    for path in tracked.unwrap_or_default().lines().filter(is_source) {
        let below = path.strip_prefix("examples/").unwrap_or(path);
        copy(Path::new(path), &dir.join(below))?;
    }
    Ok(())
}

/// Replaces the target file, even while it is being executed.
fn copy(from: &Path, to: &Path) -> Res {
    let parent = to.parent().unwrap_or(Path::new("."));
    let copied = std::fs::create_dir_all(parent).and_then(|()| {
        let beside = to.with_extension("new");
        std::fs::copy(from, &beside)?;
        std::fs::rename(&beside, to)
    });
    copied.map_err(|cause| format!("copying {} to {}: {cause}", from.display(), to.display()))
}
