//! Symbolic links in the installed tree.

use crate::shell::Res;
use std::path::Path;

/// Creates further names for `target` next to it in `dir`.
pub(crate) fn names(target: &str, dir: &Path, names: &[&str]) -> Res {
    names.iter().try_for_each(|name| link(target, &dir.join(name)))
}

/// Makes `at` a link to `target`, which is in the same folder.
pub(crate) fn link(target: &str, at: &Path) -> Res {
    let made = match std::fs::remove_file(at) {
        Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => Err(cause),
        _ => std::os::unix::fs::symlink(target, at),
    };
    made.map_err(|cause| format!("linking {} to {target}: {cause}", at.display()))
}
