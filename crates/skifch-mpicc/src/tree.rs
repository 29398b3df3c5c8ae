//! The locations of headers and libraries.

use crate::words::joined;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
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

    pub(crate) fn include(&self) -> OsString {
        self.0.join("include").into()
    }

    pub(crate) fn lib(&self) -> OsString {
        self.0.join("lib").into()
    }

    /// Whether compiler and linker search there by default.
    fn is_system(&self) -> bool {
        self.0 == Path::new("/usr") || self.0 == Path::new("/")
    }

    /// Options for compiling.
    pub(crate) fn compile(&self) -> Vec<OsString> {
        match self.is_system() {
            true => Vec::new(),
            false => vec![joined(&["-I".as_ref(), &self.include()])],
        }
    }

    /// Where the linker finds the libraries.
    pub(crate) fn link(&self) -> Vec<OsString> {
        match self.is_system() {
            true => Vec::new(),
            false => vec![joined(&["-L".as_ref(), &self.lib()])],
        }
    }

    /// Where the program finds them when it runs.
    pub(crate) fn run(&self) -> Vec<OsString> {
        let lib = self.lib();
        match self.is_system() {
            true => Vec::new(),
            // The compiler would divide it at the comma.
            false if lib.as_bytes().contains(&b',') => {
                let word = OsStr::new("-Xlinker");
                [word, "-rpath".as_ref(), word, &lib].map(OsStr::to_owned).to_vec()
            }
            false => vec![joined(&["-Wl,-rpath,".as_ref(), &lib])],
        }
    }
}
