//! The MPI libraries that the program is linked with.

use std::fs;
use std::io;
use std::path::Path;

use crate::ops::{self, Library, Role};
use crate::subject::mpi::{MPICH, MPICH_TCP, Mpi, OPEN_MPI, OPEN_MPI_TCP, OPEN_MPI_YIELD};
use crate::subject::skifch::Tree;

/// Libraries that spin are measured while there are cores for all ranks, those that yield with
/// more ranks. Measuring a spinning one beyond that would only show the cost of spinning.
const ON_HOST: [(&Mpi, &str, std::ops::RangeInclusive<u32>); 3] = [
    (&OPEN_MPI, "Open MPI", 1..=2),
    (&OPEN_MPI_YIELD, "Open MPI yield", 3..=64),
    (&MPICH, "MPICH", 1..=2),
];
const OVER_TCP: [(&Mpi, &str, std::ops::RangeInclusive<u32>); 2] =
    [(&OPEN_MPI_TCP, "Open MPI TCP", 1..=2), (&MPICH_TCP, "MPICH TCP", 1..=2)];

/// Builds the program for every library found. The second list has those that are unavailable,
/// with the reason.
///
/// # Errors
/// The tree has no MPI.
pub(super) fn find(
    scratch: &Path,
    with_peers: bool,
    is_far: bool,
) -> io::Result<(Vec<Library>, Vec<String>)> {
    fs::write(scratch.join("search.h"), include_str!("../../c/search.h"))?;
    fs::write(scratch.join("figure.h"), include_str!("../../c/figure.h"))?;
    fs::write(scratch.join("ops.c"), include_str!("../../c/mpi/ops.c"))?;
    let mut found = vec![ours(scratch)?];
    let mut left_out = Vec::new();
    let peers: &[_] = if is_far { &OVER_TCP } else { &ON_HOST };
    for (mpi, title, ranks) in peers.iter().filter(|_| with_peers) {
        match peer(mpi, title, scratch) {
            Ok(library) => found.push(Library { ranks: ranks.clone(), ..library }),
            Err(e) => left_out.push(format!("{title}: {e}")),
        }
    }
    Ok((found, left_out))
}

fn ours(scratch: &Path) -> io::Result<Library> {
    let tree = Tree::find()?;
    let program = scratch.join("ops.skifch");
    ops::compile(&tree.beside("mpicc")?, &scratch.join("ops.c"), &program)?;
    Ok(Library::of_tree(&tree, "SkifCh", Role::Ours, program))
}

fn peer(mpi: &Mpi, title: &'static str, scratch: &Path) -> io::Result<Library> {
    let (compiler, launcher) = mpi.driver()?;
    let program = scratch.join(format!("ops.{}", title.replace(' ', "-")));
    ops::compile(&compiler, &scratch.join("ops.c"), &program)?;
    Ok(Library {
        title,
        role: Role::Peer,
        launcher,
        program,
        parts: &[],
        ranks: 1..=u32::MAX,
        fails_at_end: false,
    })
}
