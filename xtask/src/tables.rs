//! `cargo xtask mpi`, `shmem` and `coverage`: the files of the tree that are generated from the
//! tables of MPI and OpenSHMEM.

use crate::shell::{self, Res};
use skifch_generate::{Made, mpi, shmem, stale};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing, and fail if a file is outdated
    #[arg(long)]
    check: bool,
}

pub(crate) fn of_mpi(args: &Args) -> Res {
    write(args, mpi::files()?, "cargo xtask mpi")
}

pub(crate) fn of_shmem(args: &Args) -> Res {
    write(args, shmem::files()?, "cargo xtask shmem")
}

pub(crate) fn coverage() -> Res {
    print!("{}", mpi::coverage()?);
    Ok(())
}

/// Writes the stale files; with `--check` they are an error instead, which names `command`.
fn write(args: &Args, made: Vec<Made>, command: &str) -> Res {
    let stale = stale(made);
    if args.check && !stale.is_empty() {
        let names: Vec<_> = stale.iter().map(|made| made.path.display().to_string()).collect();
        return Err(format!("stale, run `{command}`: {}", names.join(", ")));
    }
    for made in stale {
        shell::write(&made.path, &made.text)?;
        println!("made {}", made.path.display());
    }
    Ok(())
}
