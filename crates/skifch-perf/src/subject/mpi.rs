//! MPI libraries: the program of the paper's Fig. 4, compiled with the library's own compiler
//! wrapper and started by its own launcher.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::{Found, Info, Launched, Role};
use crate::process;
use crate::row::Kernel;

/// One MPI library and how it is driven.
pub struct Mpi {
    id: &'static str,
    title: &'static str,
    /// Its suffix on Debian, where several libraries are installed side by side.
    suffix: &'static str,
    /// Text by which its launcher's version output is recognised.
    mark: &'static str,
    package: &'static str,
    flags: &'static [&'static str],
    kernels: &'static [Kernel],
    /// With more ranks than this on two cores it measures the scheduler's time slices.
    max_ranks: u32,
}

const PAIR: &[Kernel] = &[Kernel::Msgrate, Kernel::Latency, Kernel::Bandwidth, Kernel::Many];
const CROWD: &[Kernel] = &[Kernel::Many, Kernel::Ring];
const BOTH: &[Kernel] =
    &[Kernel::Msgrate, Kernel::Latency, Kernel::Bandwidth, Kernel::Many, Kernel::Ring];

/// Open MPI in its fastest configuration for a pair of pinned processes.
pub const OPEN_MPI: Mpi = Mpi {
    id: "openmpi",
    title: "Open MPI",
    suffix: ".openmpi",
    mark: "open-mpi.org",
    package: "openmpi-bin libopenmpi-dev",
    flags: &[
        "--allow-run-as-root",
        "--oversubscribe",
        "--bind-to",
        "none",
        "--mca",
        "mpi_yield_when_idle",
        "0",
    ],
    kernels: PAIR,
    max_ranks: 2,
};

/// Open MPI for more ranks than cores: waiting ranks yield.
pub const OPEN_MPI_YIELD: Mpi = Mpi {
    id: "openmpi-yield",
    title: "Open MPI yield",
    flags: &[
        "--allow-run-as-root",
        "--oversubscribe",
        "--bind-to",
        "none",
        "--mca",
        "mpi_yield_when_idle",
        "1",
    ],
    kernels: CROWD,
    max_ranks: 64,
    ..OPEN_MPI
};

/// MPICH. It spins while it waits, so it is not measured with more ranks than cores.
pub const MPICH: Mpi = Mpi {
    id: "mpich",
    title: "MPICH",
    suffix: ".mpich",
    mark: "HYDRA",
    package: "mpich libmpich-dev",
    flags: &["-bind-to", "none"],
    kernels: BOTH,
    max_ranks: 2,
};

/// Open MPI as between hosts, but on one: TCP only.
pub const OPEN_MPI_TCP: Mpi = Mpi {
    id: "openmpi-tcp",
    title: "Open MPI TCP",
    flags: &[
        "--allow-run-as-root",
        "--oversubscribe",
        "--bind-to",
        "none",
        "--mca",
        "mpi_yield_when_idle",
        "0",
        "--mca",
        "pml",
        "ob1",
        "--mca",
        "btl",
        "tcp,self",
    ],
    ..OPEN_MPI
};

/// MPICH as between hosts, but on one: its ranks treat each other as remote, and the library under
/// it, UCX or libfabric, may use TCP only.
pub const MPICH_TCP: Mpi = Mpi {
    id: "mpich-tcp",
    title: "MPICH TCP",
    flags: &[
        "-bind-to",
        "none",
        "-genv",
        "MPIR_CVAR_NOLOCAL",
        "1",
        "-genv",
        "UCX_TLS",
        "tcp,self",
        "-genv",
        "FI_PROVIDER",
        "tcp",
    ],
    kernels: PAIR,
    ..MPICH
};

/// Looks for the library and builds the program.
pub fn find(mpi: &Mpi, scratch: &Path) -> Found {
    match look(mpi, scratch) {
        Ok(subject) => Found::Here(Box::new(subject)),
        Err(e) => {
            let reason = format!("{e} (Debian: apt install {})", mpi.package);
            Found::absent(mpi.id, mpi.title, reason)
        }
    }
}

fn look(mpi: &Mpi, scratch: &Path) -> io::Result<Launched> {
    let (compiler, launcher, version) = tools(mpi)?;
    let program = scratch.join(format!("msgrate{}", mpi.suffix));
    if !program.exists() {
        build(&compiler, &program, scratch)?;
    }
    Ok(Launched {
        info: Info::new(mpi.id, mpi.title, version, Role::Peer),
        launcher: mpi.words(&launcher),
        program: vec![program.to_string_lossy().into_owned()],
        kernels: mpi.kernels,
        ranks: 2..=mpi.max_ranks,
    })
}

impl Mpi {
    /// The compiler wrapper, and the words before a program; `{ranks}` is replaced by the number
    /// of ranks.
    ///
    /// # Errors
    /// It is not installed; names the package.
    pub(crate) fn driver(&self) -> io::Result<(PathBuf, Vec<String>)> {
        let (compiler, launcher, _) = tools(self)
            .map_err(|e| io::Error::other(format!("{e} (Debian: apt install {})", self.package)))?;
        Ok((compiler, self.words(&launcher)))
    }

    fn words(&self, launcher: &Path) -> Vec<String> {
        let mut words = vec![launcher.to_string_lossy().into_owned()];
        words.extend(self.flags.iter().chain(&["-n", "{ranks}"]).map(ToString::to_string));
        words
    }
}

/// The compiler wrapper and the launcher, with Debian's suffix or without, and the version.
fn tools(mpi: &Mpi) -> io::Result<(PathBuf, PathBuf, String)> {
    for suffix in [mpi.suffix, ""] {
        let found = |name: &str| process::find_program(&format!("{name}{suffix}"));
        let (Some(compiler), Some(launcher)) = (found("mpicc"), found("mpiexec")) else { continue };
        let said = process::run(Command::new(&launcher).arg("--version"), Duration::from_secs(10))?;
        if said.contains(mpi.mark) {
            return Ok((compiler, launcher, version(mpi.title, &said)));
        }
    }
    let suffix = mpi.suffix;
    Err(io::Error::other(format!(
        "neither mpicc{suffix} and mpiexec{suffix} nor unsuffixed ones found"
    )))
}

/// The title with the first word that looks like a version number.
fn version(title: &str, said: &str) -> String {
    let number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    match said.split_whitespace().find(number) {
        Some(number) => {
            format!("{} {number}", title.trim_end_matches(" yield").trim_end_matches(" TCP"))
        }
        None => title.into(),
    }
}

/// Compiles the program with a wrapper.
///
/// # Errors
/// When it cannot be compiled.
pub(super) fn build(compiler: &Path, program: &Path, scratch: &Path) -> io::Result<()> {
    write_sources(scratch)?;
    let source = scratch.join("msgrate_mpi.c");
    let mut command = Command::new(compiler);
    command.arg("-O3").arg("-o").arg(program).arg(source);
    process::run(&mut command, Duration::from_secs(60)).map(drop)
}

/// Puts the C programs into `dir`.
///
/// # Errors
/// When they cannot be written.
pub(super) fn write_sources(dir: &Path) -> io::Result<()> {
    fs::write(dir.join("search.h"), include_str!("../../c/search.h"))?;
    fs::write(dir.join("measure.h"), include_str!("../../c/measure.h"))?;
    fs::write(dir.join("rounds.h"), include_str!("../../c/rounds.h"))?;
    fs::write(dir.join("msgrate_mpi.c"), include_str!("../../c/msgrate_mpi.c"))?;
    fs::write(dir.join("msgrate_skifch.c"), include_str!("../../c/msgrate_skifch.c"))
}

#[cfg(test)]
mod tests {
    use super::super::Task;
    use super::*;

    #[test]
    fn versions_are_found_in_what_launchers_say() {
        let hydra = "HYDRA build details:\n    Version:                                 4.0.2\n";
        assert_eq!(version("MPICH", hydra), "MPICH 4.0.2");
        assert_eq!(version("Open MPI yield", "mpiexec (OpenRTE) 4.1.4\n"), "Open MPI 4.1.4");
        assert_eq!(version("MPICH TCP", hydra), "MPICH 4.0.2");
        assert_eq!(version("MPICH", "nothing"), "MPICH");
    }

    #[test]
    fn installed_libraries_run_the_program() {
        let scratch = tempfile::tempdir().expect("a temporary directory can be made");
        // MPICH over TCP is left out: its MPI_Finalize once hung on a busy machine.
        for mpi in [OPEN_MPI, MPICH, OPEN_MPI_TCP] {
            let mut subject = match find(&mpi, scratch.path()) {
                Found::Here(subject) => subject,
                Found::Absent(absent) => {
                    println!(
                        "SKIPPED: installed_libraries_run_the_program: {}: {}",
                        mpi.title, absent.reason
                    );
                    continue;
                }
            };
            let cores =
                crate::pin::pick_two(&crate::pin::allowed_cores().expect("affinity is told"));
            for (kernel, sizes) in [(Kernel::Msgrate, vec![8, 100_000]), (Kernel::Latency, vec![8])]
            {
                let task = Task { kernel, sizes, ranks: 2, seconds: 0.002, cores: cores.clone() };
                let rows = subject.measure(&task).unwrap_or_else(|e| panic!("{}: {e}", mpi.title));
                assert_eq!(rows.len(), task.sizes.len());
                assert!(rows.iter().all(|row| row.value() > 0.0 && row.kernel == kernel));
            }
        }
    }
}
