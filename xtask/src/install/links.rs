//! Symbolic links inside the tree.

use crate::shell::Res;
use std::path::Path;

/// Gives `target` other names beside it in `dir`.
pub(crate) fn names(target: &str, dir: &Path, names: &[&str]) -> Res {
    names.iter().try_for_each(|name| link(target, &dir.join(name)))
}

/// Makes `at` a link to `target`, which lies beside it.
pub(crate) fn link(target: &str, at: &Path) -> Res {
    let made = match std::fs::remove_file(at) {
        Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => Err(cause),
        _ => std::os::unix::fs::symlink(target, at),
    };
    made.map_err(|cause| format!("linking {} to {target}: {cause}", at.display()))
}
