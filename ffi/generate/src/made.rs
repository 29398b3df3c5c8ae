//! Generated files, in the source tree or in a build script's output directory.

use crate::Res;
use std::path::{Path, PathBuf};

/// A generated file: its path below the root, or its name in a build script's output directory.
pub struct Made {
    /// Its path.
    pub path: PathBuf,
    /// The text it must contain.
    pub text: String,
}

impl Made {
    pub(crate) fn new(path: impl Into<PathBuf>, text: String) -> Self {
        Self { path: path.into(), text }
    }
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The generated files of the tree whose text is out of date.
#[must_use]
pub fn stale(made: Vec<Made>) -> Vec<Made> {
    let root = root();
    let is_fresh = |made: &Made| {
        std::fs::read_to_string(root.join(&made.path)).is_ok_and(|text| text == made.text)
    };
    made.into_iter().filter(|made| !is_fresh(made)).collect()
}

/// Writes the files that a build script generates from the tables in `folder`.
pub(crate) fn in_build(folder: &str, made: &[Made]) -> Res {
    println!("cargo::rerun-if-changed={}", root().join(folder).display());
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: this is for build scripts")?;
    for made in made {
        let path = Path::new(&out).join(&made.path);
        std::fs::write(&path, &made.text).map_err(|cause| failed(&path, &cause))?;
    }
    Ok(())
}

/// Reads a file below the root.
pub(crate) fn read(path: impl AsRef<Path>) -> Res<String> {
    let path = root().join(path);
    std::fs::read_to_string(&path).map_err(|cause| failed(&path, &cause))
}

fn failed(path: &Path, cause: &std::io::Error) -> String {
    format!("{}: {cause}", path.display())
}

/// Fails with the names of the stale files.
#[cfg(test)]
pub(crate) fn assert_fresh(made: Vec<Made>, command: &str) {
    let stale = stale(made);
    let names: Vec<_> = stale.iter().map(|made| made.path.display().to_string()).collect();
    assert!(names.is_empty(), "run `{command}`; stale: {names:?}");
}
