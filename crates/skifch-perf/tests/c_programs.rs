//! The C programs compile without a warning, as C99 with GNU extensions and with optimisation.

use std::path::Path;
use std::process::Command;

fn compiles(compiler: &str, source: &str, flags: &[&str]) {
    let name = format!("c_programs {source}");
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = tempfile::tempdir().expect("a temporary directory can be made");
    let mut command = Command::new(compiler);
    command.args(["-std=gnu99", "-O3", "-Wall", "-Wextra", "-Werror"]).args(flags);
    command.arg("-I").arg(dir.join("../../ffi/skifch/include"));
    command.arg("-c").arg(dir.join("c").join(source)).arg("-o").arg(scratch.path().join("out.o"));
    let output = match command.output() {
        Ok(output) => output,
        Err(e) => {
            println!("SKIPPED: {name}: {compiler} cannot be started: {e}");
            return;
        }
    };
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler} does not take {source}:\n{words}");
}

/// Where `figure.h` is.
const SHARED: &str = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/c");

#[test]
fn the_channels_program_compiles() {
    compiles("cc", "msgrate_skifch.c", &[]);
}

#[test]
fn the_mpi_program_compiles_with_each_wrapper() {
    // MPICH declares MPI_STATUSES_IGNORE such that gcc takes it for too small an array; that is
    // intended.
    for wrapper in ["mpicc.mpich", "mpicc.openmpi"] {
        compiles(wrapper, "msgrate_mpi.c", &["-Wno-stringop-overflow"]);
        compiles(wrapper, "mpi/ops.c", &["-Wno-stringop-overflow", SHARED]);
    }
}

#[test]
fn the_shmem_programs_compile() {
    let floor = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/c/shmem/floor");
    for source in ["shmem/ops.c", "shmem/floor/floor.c"] {
        compiles("cc", source, &["-Wpedantic", floor, SHARED]);
    }
    for wrapper in ["mpicc.mpich", "mpicc.openmpi"] {
        compiles(wrapper, "shmem/collectives_mpi.c", &[SHARED]);
    }
}
