//! Files that are made, in the tree or where a build script puts them.

use crate::Res;
use std::path::{Path, PathBuf};

/// A file that is made: its path below the root, or its name where a build script puts it.
pub struct Made {
    /// Where it lies.
    pub path: PathBuf,
    /// What it must say.
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

/// Those of the tree that do not say what they must.
#[must_use]
pub fn stale(made: Vec<Made>) -> Vec<Made> {
    let root = root();
    let is_fresh = |made: &Made| {
        std::fs::read_to_string(root.join(&made.path)).is_ok_and(|text| text == made.text)
    };
    made.into_iter().filter(|made| !is_fresh(made)).collect()
}

/// Writes what a build script makes from the tables in `folder`.
pub(crate) fn in_build(folder: &str, made: &[Made]) -> Res {
    println!("cargo::rerun-if-changed={}", root().join(folder).display());
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: this is for build scripts")?;
    for made in made {
        let path = Path::new(&out).join(&made.path);
        std::fs::write(&path, &made.text).map_err(|cause| failed(&path, &cause))?;
    }
    Ok(())
}

/// The text of a file below the root.
pub(crate) fn read(path: impl AsRef<Path>) -> Res<String> {
    let path = root().join(path);
    std::fs::read_to_string(&path).map_err(|cause| failed(&path, &cause))
}

fn failed(path: &Path, cause: &std::io::Error) -> String {
    format!("{}: {cause}", path.display())
}

/// Fails with the names of the files that are stale.
#[cfg(test)]
pub(crate) fn assert_fresh(made: Vec<Made>, command: &str) {
    let stale = stale(made);
    let names: Vec<_> = stale.iter().map(|made| made.path.display().to_string()).collect();
    assert!(names.is_empty(), "run `{command}`; stale: {names:?}");
}
