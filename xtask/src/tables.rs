//! `cargo xtask mpi`, `shmem` and `coverage`: what of the tree is made from the tables of MPI and
//! OpenSHMEM.

use crate::args::Args;
use crate::shell::{self, Res};
use crate::workspace::Workspace;
use skifch_generate::{Made, mpi, shmem, stale};

pub(crate) fn of_mpi(_: &Workspace, args: &mut Args) -> Res {
    write(args, mpi::files()?, "cargo xtask mpi")
}

pub(crate) fn of_shmem(_: &Workspace, args: &mut Args) -> Res {
    write(args, shmem::files()?, "cargo xtask shmem")
}

pub(crate) fn coverage(_: &Workspace, args: &mut Args) -> Res {
    args.end()?;
    print!("{}", mpi::coverage()?);
    Ok(())
}

/// Writes those that are stale; with `--check` they are an error instead, which names `command`.
fn write(args: &mut Args, made: Vec<Made>, command: &str) -> Res {
    let is_check = args.flag("--check");
    args.end()?;
    let stale = stale(made);
    if is_check && !stale.is_empty() {
        let names: Vec<_> = stale.iter().map(|made| made.path.display().to_string()).collect();
        return Err(format!("stale, run `{command}`: {}", names.join(", ")));
    }
    for made in stale {
        shell::write(&made.path, &made.text)?;
        println!("made {}", made.path.display());
    }
    Ok(())
}
