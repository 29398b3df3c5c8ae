//! The crate `mpi` (rsmpi), built with our wrapper against our header, with all of its examples.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_programs::{Linked, MATRIX, Place, both, done, run};
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = "0.8.2";

/// Examples that need dynamic processes, which are not implemented yet.
const LATER: &[&str] = &["spawn", "spawn_multiple"];

/// The minimum number of ranks of examples that need more than one: the first requires it, the
/// second makes a grid, the third counts its own messages apart from others'.
const RANKS: &[(&str, u32)] =
    &[("all_gather_bool", 2), ("cartesian_map", 4), ("immediate_multiple_requests", 2)];

/// The source of the crate from the registry, in a folder where it can be built.
fn source(place: &Place) -> Option<PathBuf> {
    let manifest = format!(
        "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n\
         [lib]\npath = \"lib.rs\"\n[dependencies]\nmpi = \"={VERSION}\"\n"
    );
    let source = place.dir().join("mpi");
    std::fs::write(place.dir().join("Cargo.toml"), manifest).unwrap();
    std::fs::write(place.dir().join("lib.rs"), "").unwrap();
    let vendored = place.dir().join("vendor/mpi/Cargo.toml");
    if !place.fetch(&vendored, "cargo", &["vendor", "--quiet", "vendor"]) {
        return None;
    }
    if !source.exists() {
        run(Command::new("cp").arg("-r").arg(vendored.parent().unwrap()).arg(&source));
        // Make it a package of its own, which is not verified against the registry's checksums.
        let manifest = source.join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).unwrap();
        std::fs::write(&manifest, text + "\n[workspace]\n").unwrap();
        let _ = std::fs::remove_file(source.join("Cargo.lock"));
    }
    Some(source)
}

fn build(place: &Place, source: &Path) -> Vec<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--examples", "--features", "complex derive user-operations"]);
    cargo.arg("--target-dir").arg(place.dir().join("target")).current_dir(source);
    run(cargo.env("PATH", place.path()).env_remove("RUSTFLAGS"));
    let examples = std::fs::read_dir(source.join("examples")).unwrap();
    let stem = |path: PathBuf| path.file_stem().unwrap().to_owned();
    let names = examples.map(|entry| stem(entry.unwrap().path()));
    names.map(|name| place.dir().join("target/debug/examples").join(name)).collect()
}

#[test]
fn every_example_runs() {
    let Some(place) = Place::wanted("rsmpi") else { return };
    let Some(source) = source(&place) else { return };
    let examples = build(&place, &source);
    assert!(examples.len() > 50, "{} examples", examples.len());
    let mut failed = Vec::new();
    for example in &examples {
        let name = example.file_name().unwrap().to_str().unwrap();
        if LATER.contains(&name) {
            continue;
        }
        let least = RANKS.iter().find(|(of, _)| *of == name).map_or(1, |(_, ranks)| *ranks);
        for (ranks, backend) in MATRIX {
            if ranks < least {
                continue;
            }
            // The examples have no run path to the library: the crate passes none to the linker.
            let mut job = place.job(ranks, backend, Linked::Mpich);
            let output = done(job.arg(example));
            if !output.status.success() {
                failed.push(format!("{name}, {ranks} ranks, {backend}:\n{}", both(&output)));
            }
        }
    }
    println!("rsmpi {VERSION}: {} of {} examples", examples.len() - LATER.len(), examples.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
