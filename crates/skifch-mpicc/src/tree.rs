//! The locations of headers and libraries.

use std::path::{Path, PathBuf};

/// The installed tree.
pub(crate) struct Tree(PathBuf);

impl Tree {
    /// The tree whose `bin` contains this program, with symbolic links followed. `header` must
    /// exist there.
    pub(crate) fn find(header: &str) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|cause| cause.to_string())?;
        let tree = program.parent().and_then(Path::parent).map(Path::to_owned);
        let tree =
            tree.ok_or_else(|| format!("{} is not in an installed tree", program.display()))?;
        if tree.join("include").join(header).exists() {
            return Ok(Self(tree));
        }
        let tree = tree.display();
        Err(format!("there is no include/{header} in {tree}: this is not an installed tree"))
    }

    #[cfg(test)]
    pub(crate) fn at(path: &str) -> Self {
        Self(path.into())
    }

    pub(crate) fn include(&self) -> String {
        self.0.join("include").display().to_string()
    }

    pub(crate) fn lib(&self) -> String {
        self.0.join("lib").display().to_string()
    }

    /// Whether compiler and linker search there by default.
    fn is_system(&self) -> bool {
        self.0 == Path::new("/usr") || self.0 == Path::new("/")
    }

    /// Options for compiling.
    pub(crate) fn compile(&self) -> Vec<String> {
        if self.is_system() { Vec::new() } else { vec![format!("-I{}", self.include())] }
    }

    /// Options for linking.
    pub(crate) fn link(&self, libraries: &[&str]) -> Vec<String> {
        let names = libraries.iter().map(|library| format!("-l{library}"));
        if self.is_system() {
            return names.collect();
        }
        let lib = self.lib();
        [format!("-L{lib}"), format!("-Wl,-rpath,{lib}")].into_iter().chain(names).collect()
    }
}
