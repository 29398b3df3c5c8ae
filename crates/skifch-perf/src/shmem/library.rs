//! The OpenSHMEM libraries that the program is linked with.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::ops::{self, COMPILING, FLAGS, Library, Role};
use crate::process;
use crate::subject::skifch::Tree;

/// Builds the program for every library found. The second list has those that are unavailable,
/// with the reason.
///
/// # Errors
/// The tree has no OpenSHMEM, or the floor cannot be built.
pub(super) fn find(scratch: &Path, with_peers: bool) -> io::Result<(Vec<Library>, Vec<String>)> {
    write_sources(scratch)?;
    let tree = Tree::find()?;
    let mut found = vec![ours(&tree, scratch)?, floor(scratch)?];
    let mut left_out = Vec::new();
    let others: [(&str, &dyn Fn() -> io::Result<Library>); 2] =
        [("SkifCh MPI", &|| mpi(&tree, scratch)), ("Open MPI", &|| open_mpi(scratch))];
    for (title, look) in others.iter().filter(|_| with_peers) {
        match look() {
            Ok(library) => found.push(library),
            Err(e) => left_out.push(format!("{title}: {e}")),
        }
    }
    Ok((found, left_out))
}

fn write_sources(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir.join("floor"))?;
    fs::write(dir.join("search.h"), include_str!("../../c/search.h"))?;
    fs::write(dir.join("figure.h"), include_str!("../../c/figure.h"))?;
    fs::write(dir.join("pairs.h"), include_str!("../../c/pairs.h"))?;
    fs::write(dir.join("ops.c"), include_str!("../../c/shmem/ops.c"))?;
    fs::write(dir.join("collectives_mpi.c"), include_str!("../../c/shmem/collectives_mpi.c"))?;
    fs::write(dir.join("floor/shmem.h"), include_str!("../../c/shmem/floor/shmem.h"))?;
    fs::write(dir.join("floor/floor.c"), include_str!("../../c/shmem/floor/floor.c"))
}

fn ours(tree: &Tree, scratch: &Path) -> io::Result<Library> {
    let program = scratch.join("ops.skifch");
    ops::compile(&tree.beside("oshcc")?, &scratch.join("ops.c"), &program)?;
    Ok(Library::of_tree(tree, "SkifCh", Role::Ours, program))
}

/// The same program over a shared library that the compiler cannot inline, so that calls remain
/// calls.
fn floor(scratch: &Path) -> io::Result<Library> {
    let compiler = process::find_program("cc")
        .ok_or_else(|| io::Error::other("no C compiler (Debian: apt install gcc libc6-dev)"))?;
    let headers = scratch.join("floor");
    let library = scratch.join("libfloor.so");
    let mut command = Command::new(&compiler);
    command.args(FLAGS).args(["-shared", "-fPIC", "-I"]).arg(&headers);
    process::run(command.arg(headers.join("floor.c")).arg("-o").arg(&library), COMPILING)?;
    let program = scratch.join("ops.floor");
    let mut command = Command::new(compiler);
    command.args(FLAGS).arg("-I").arg(&headers).arg(scratch.join("ops.c"));
    command.arg("-o").arg(&program).arg("-L").arg(scratch).arg("-lfloor");
    command.arg(format!("-Wl,-rpath,{}", scratch.display()));
    process::run(&mut command, COMPILING)?;
    Ok(Library {
        title: "load/store",
        role: Role::Floor,
        launcher: vec!["FLOOR_PES={ranks}".into()],
        program,
        parts: &["words", "blocks", "meet", "access"],
        ranks: 1..=64,
        fails_at_end: false,
    })
}

fn mpi(tree: &Tree, scratch: &Path) -> io::Result<Library> {
    let program = scratch.join("collectives.skifch");
    ops::compile(&tree.beside("mpicc")?, &scratch.join("collectives_mpi.c"), &program)?;
    let library = Library::of_tree(tree, "SkifCh MPI", Role::Peer, program);
    Ok(Library { parts: &["collectives"], ..library })
}

/// Open MPI's OpenSHMEM as packaged by Debian, whose processes crash in their last call.
fn open_mpi(scratch: &Path) -> io::Result<Library> {
    let said = |name: &String, word: &str| {
        process::run(Command::new(name).arg(word), Duration::from_secs(10)).unwrap_or_default()
    };
    // PATH may find an installed tree of ours first.
    let places =
        |name: &str| ["/usr/bin/", "/usr/local/bin/", ""].map(|dir| format!("{dir}{name}"));
    let is_compiler = |name: &String| said(name, "--showme:version").contains("Open SHMEM");
    let is_launcher = |name: &String| said(name, "--version").contains("open-mpi.org");
    let compiler = places("oshcc").into_iter().find(is_compiler);
    let launcher = places("oshrun").into_iter().find(is_launcher);
    let (Some(compiler), Some(launcher)) = (compiler, launcher) else {
        return Err(io::Error::other(
            "no oshcc and oshrun of Open MPI (Debian: apt install openmpi-bin libopenmpi-dev)",
        ));
    };
    let program = scratch.join("ops.openmpi");
    ops::compile(Path::new(&compiler), &scratch.join("ops.c"), &program)?;
    let flags = ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-np", "{ranks}"];
    let mut words = vec![launcher];
    words.extend(flags.map(str::to_owned));
    Ok(Library {
        title: "Open MPI",
        role: Role::Peer,
        launcher: words,
        program,
        parts: &["words", "blocks", "meet", "access", "collectives"],
        // It spins while it waits: with more PEs than cores it would measure the kernel's time
        // slices.
        ranks: 1..=2,
        fails_at_end: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Figure;

    #[test]
    fn the_floor_is_measured() {
        if process::find_program("cc").is_none() {
            println!("SKIPPED: the_floor_is_measured: there is no C compiler");
            return;
        }
        let scratch = tempfile::tempdir().expect("a temporary directory can be made");
        write_sources(scratch.path()).expect("sources can be written");
        let floor = floor(scratch.path()).expect("it compiles");
        for (part, figures) in [("words", 6), ("meet", 3), ("access", 4)] {
            let mut job = floor.command(2);
            job.args(["0.0005", "0", part]);
            let text = process::run(&mut job, COMPILING).expect("it runs");
            let found = Figure::all(&text);
            assert_eq!(found.len(), figures, "{text}");
            assert!(found.iter().all(|figure| figure.pes == 2 && figure.value > 0.0), "{text}");
        }
        assert!(floor.can("meet", 8) && !floor.can("collectives", 2));
    }
}
