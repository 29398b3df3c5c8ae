//! `cargo xtask mpi`: everything that is made from the table of MPI. The files are committed, so
//! that a build needs no step before it; a test says when they are stale.

mod constants;
mod coverage;
mod entries;
mod header;
mod kinds;
mod symbols;
mod table;

use crate::args::Args;
use crate::shell::{self, Res, cmd};
use crate::workspace::Workspace;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use table::{Param, Table};

/// A file that is made, below the root, with what it must say.
struct Made {
    path: PathBuf,
    text: String,
}

pub(crate) fn run(_: &Workspace, args: &mut Args) -> Res {
    let is_check = args.flag("--check");
    args.end()?;
    let root = Path::new(".");
    let stale = stale(root)?;
    if is_check && !stale.is_empty() {
        let names: Vec<_> = stale.iter().map(|made| made.path.display().to_string()).collect();
        return Err(format!("stale, run `cargo xtask mpi`: {}", names.join(", ")));
    }
    for made in &stale {
        shell::write(&made.path, &made.text)?;
        println!("made {}", made.path.display());
    }
    Ok(())
}

pub(crate) fn coverage(_: &Workspace, args: &mut Args) -> Res {
    args.end()?;
    let root = Path::new(".");
    print!("{}", coverage::text(&Table::read(root)?, root)?);
    Ok(())
}

/// The files that do not say what the table does.
fn stale(root: &Path) -> Res<Vec<Made>> {
    let made = all(&Table::read(root)?, root)?;
    let is_stale = |made: &Made| {
        std::fs::read_to_string(root.join(&made.path)).is_ok_and(|text| text == made.text)
    };
    Ok(made.into_iter().filter(|made| !is_stale(made)).collect())
}

fn all(table: &Table, root: &Path) -> Res<Vec<Made>> {
    let file = |path: &str, text: String| Made { path: path.into(), text };
    let mut made = vec![
        file("ffi/mpi-abi/include/mpi.h", header::text(table)),
        file("ffi/mpi-abi/mpi_abi.map", symbols::map(table)),
        file("ffi/mpi-abi/twins.ld", symbols::twins(table)),
        file("ffi/mpi-edge/COVERAGE.md", coverage::text(table, root)?),
        file("ffi/mpi-edge/src/constants.rs", formatted(&constants::text(table))?),
        file("ffi/mpi-abi/src/callbacks.rs", formatted(&entries::callbacks(table))?),
        file("ffi/mpi-abi/src/entries/mod.rs", formatted(&entries::list(table))?),
    ];
    for chapter in &table.chapters {
        let path = format!("ffi/mpi-abi/src/entries/{}.rs", chapter.name);
        made.push(file(&path, formatted(&entries::chapter(table, chapter))?));
    }
    Ok(made)
}

/// The callback that a parameter is, in the form of the function.
fn large_callback(table: &Table, param: &Param, is_large: bool) -> Option<String> {
    let name = header::callback_of(table, param)?;
    let large = format!("{name}_c");
    Some(if is_large && table.has_callback(&large) { large } else { name.to_owned() })
}

/// Rust as `cargo fmt` has it.
fn formatted(code: &str) -> Res<String> {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut rustfmt = cmd("rustfmt", ["--edition", "2024", "--emit", "stdout", "--config-path"]);
    rustfmt.arg(config).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = rustfmt.spawn().map_err(|cause| format!("rustfmt: {cause}"))?;
    let mut stdin = child.stdin.take().ok_or("rustfmt has no input")?;
    let code = code.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(code.as_bytes()));
    let output = child.wait_with_output().map_err(|cause| format!("rustfmt: {cause}"))?;
    if !output.status.success() || !matches!(writer.join(), Ok(Ok(()))) {
        return Err(format!("rustfmt: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|cause| format!("rustfmt: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_from_the_table_is_fresh() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let stale = stale(&root).unwrap();
        let names: Vec<_> = stale.iter().map(|made| made.path.display().to_string()).collect();
        assert!(names.is_empty(), "run `cargo xtask mpi`; stale: {names:?}");
    }
}
