//! The channel itself: through a C program linked with `libskifch.so`, through the Rust API, and
//! through the Rust kernels over the C ABI of the library loaded at run time.

use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::{Found, Info, Launched, Role, mpi};
use crate::process;
use crate::row::Kernel;

const ALL: &[Kernel] = &[
    Kernel::Msgrate,
    Kernel::Latency,
    Kernel::Bandwidth,
    Kernel::Many,
    Kernel::Alltoall,
    Kernel::Ring,
];
const C_KERNELS: &[Kernel] =
    &[Kernel::Msgrate, Kernel::Latency, Kernel::Bandwidth, Kernel::Many, Kernel::Ring];

/// Paths of an installed tree or of a build directory.
pub(crate) struct Tree {
    pub(crate) launcher: PathBuf,
    program: PathBuf,
}

impl Tree {
    /// The tree that this program belongs to.
    ///
    /// # Errors
    /// It belongs to none.
    pub(crate) fn find() -> io::Result<Self> {
        let program = std::env::current_exe()?;
        let dir = program.parent().map(Path::to_path_buf).unwrap_or_default();
        let launcher = existing("skifrun", &[dir.join("skifrun")])?;
        Ok(Self { launcher, program })
    }

    /// Another program of the tree.
    ///
    /// # Errors
    /// The tree has none of that name.
    pub(crate) fn beside(&self, name: &str) -> io::Result<PathBuf> {
        existing(name, &[self.program.with_file_name(name)]).map_err(|e| {
            io::Error::other(format!("{e} (cargo xtask install makes the whole tree)"))
        })
    }

    fn library(&self) -> io::Result<PathBuf> {
        let places = ["../lib/libskifch.so.1", "../lib/libskifch.so", "libskifch.so"];
        existing("libskifch.so", &places.map(|place| self.program.with_file_name(place)))
    }

    fn header_dir(&self) -> io::Result<PathBuf> {
        let installed = self.program.with_file_name("../include/skifch.h");
        let source =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ffi/skifch/include/skifch.h");
        let header = existing("skifch.h", &[installed, source])?;
        Ok(header.parent().map(Path::to_path_buf).unwrap_or_default())
    }

    fn launched(&self, info: Info, program: Vec<String>, kernels: &'static [Kernel]) -> Launched {
        let launcher = vec![text(&self.launcher), "-n".into(), "{ranks}".into()];
        Launched { info, launcher, program, kernels, ranks: 2..=64 }
    }
}

/// The first of `places` that exists.
fn existing(name: &str, places: &[PathBuf]) -> io::Result<PathBuf> {
    let found = places.iter().find(|place| place.exists()).cloned();
    found.ok_or_else(|| {
        let tried: Vec<String> = places.iter().map(|place| text(place)).collect();
        io::Error::other(format!("{name} not found: looked for {}", tried.join(", ")))
    })
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn found(id: &str, title: &str, result: io::Result<Launched>) -> Found {
    match result {
        Ok(subject) => Found::Here(Box::new(subject)),
        Err(e) => {
            Found::absent(id, title, format!("{e} (cargo xtask install makes the whole tree)"))
        }
    }
}

/// The C program, compiled here and linked with the library.
pub fn find_c_program(scratch: &Path) -> Found {
    let (id, title) = ("skifch-c", "SkifCh C");
    let built = Tree::find().and_then(|tree| {
        let program = build(&tree, scratch)?;
        let info = Info::new(id, title, "C program linked with libskifch.so", Role::Skifch);
        Ok(tree.launched(info, vec![text(&program)], C_KERNELS))
    });
    found(id, title, built)
}

/// The C program over a given network, whatever the environment says.
pub struct Over {
    /// The name in commands and results.
    pub id: &'static str,
    title: &'static str,
    how: &'static str,
    settings: &'static [&'static str],
}

/// Networks that can be measured together in one run.
pub const OVER: [Over; 3] = [
    Over {
        id: "skifch-shm",
        title: "SkifCh shm",
        how: "C program, shared memory",
        settings: &["SKIFCH_BACKEND=shm"],
    },
    Over {
        id: "skifch-udp",
        title: "SkifCh UDP",
        how: "C program, UDP over the loopback",
        settings: &["SKIFCH_BACKEND=udp"],
    },
    Over {
        id: "skifch-udp-mac",
        title: "SkifCh UDP MAC",
        how: "C program, UDP over the loopback, every datagram signed as between hosts",
        settings: &["SKIFCH_BACKEND=udp", "SKIFCH_UDP_MAC=on"],
    },
];

/// The C program with these settings.
pub fn find_over(over: &Over, scratch: &Path) -> Found {
    let built = Tree::find().and_then(|tree| {
        let program = build(&tree, scratch)?;
        let info = Info::new(over.id, over.title, over.how, Role::Skifch);
        let mut launched = tree.launched(info, vec![text(&program)], C_KERNELS);
        let settings = std::iter::once(&"env").chain(over.settings).map(ToString::to_string);
        launched.launcher.splice(0..0, settings);
        Ok(launched)
    });
    found(over.id, over.title, built)
}

/// Compiles the C program and links it with the library under both of its names.
fn build(tree: &Tree, scratch: &Path) -> io::Result<PathBuf> {
    let compiler = process::find_program("cc")
        .ok_or_else(|| io::Error::other("no C compiler (Debian: apt install gcc libc6-dev)"))?;
    mpi::write_sources(scratch)?;
    for name in ["libskifch.so", "libskifch.so.1"] {
        let link = scratch.join(name);
        if !link.exists() {
            symlink(tree.library()?.canonicalize()?, link)?;
        }
    }
    let program = scratch.join("msgrate_skifch");
    let mut command = Command::new(compiler);
    command.arg("-O3").arg("-I").arg(tree.header_dir()?).arg("-o").arg(&program);
    command.arg(scratch.join("msgrate_skifch.c")).arg("-L").arg(scratch).arg("-lskifch");
    command.arg(format!("-Wl,-rpath,{}", text(scratch)));
    process::run(&mut command, Duration::from_secs(60))?;
    Ok(program)
}

/// MPI over the channel: the same program as for the peers, compiled with the wrapper of the tree.
pub fn find_mpi(scratch: &Path) -> Found {
    let (id, title) = ("skifch-mpi", "SkifCh MPI");
    let built = Tree::find().and_then(|tree| {
        let wrapper = existing("mpicc", &[tree.program.with_file_name("mpicc")])?;
        let program = scratch.join("msgrate.skifch");
        mpi::build(&wrapper, &program, scratch)?;
        let info = Info::new(id, title, "MPI over the channel, libmpi_abi.so", Role::Skifch);
        Ok(tree.launched(info, vec![text(&program)], C_KERNELS))
    });
    found(id, title, built)
}

/// The Rust kernels over the C ABI.
pub fn find_so(_scratch: &Path) -> Found {
    let (id, title) = ("skifch-so", "SkifCh C ABI");
    let tree = Tree::find().and_then(|tree| {
        let info = Info::new(id, title, "Rust kernels over libskifch.so by dlopen", Role::Skifch);
        let library = text(&tree.library()?);
        let words = [&text(&tree.program), "__rank", "--way", "so", "--library", &library];
        let program = words.map(ToString::to_string).to_vec();
        Ok(tree.launched(info, program, ALL))
    });
    found(id, title, tree)
}

/// The Rust kernels over the Rust API, which is linked into this program.
pub fn find_rust() -> Found {
    let (id, title) = ("skifch", "SkifCh Rust");
    let tree = Tree::find().map(|tree| {
        let info = Info::new(id, title, "Rust API, linked in", Role::Skifch);
        let words = [&text(&tree.program), "__rank", "--way", "rust"];
        tree.launched(info, words.map(ToString::to_string).to_vec(), ALL)
    });
    found(id, title, tree)
}
