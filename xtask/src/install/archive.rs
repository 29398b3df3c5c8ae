//! Static C libraries.

use crate::shell::{self, Res, cmd};
use std::fmt::Write as _;
use std::path::Path;

/// Makes a static library of an object. It has the symbols of the shared library, including those
/// that `script` defines; as there, a program may replace a function that has a second name.
pub(super) fn make(object: &Path, script: Option<&str>, to: &Path) -> Res {
    let named = object.with_extension("named.o");
    let object = match script {
        Some(script) => {
            with_names(object, script, &named)?;
            &named
        }
        None => object,
    };
    // `ar` adds to an existing archive, so remove it first.
    match std::fs::remove_file(to) {
        Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {cause}", to.display()))
        }
        _ => shell::run(cmd("ar", ["rcs"]).arg(to).arg(object)),
    }
}

/// Applies a linker script that defines further names to the object.
fn with_names(object: &Path, script: &str, to: &Path) -> Res {
    let joined = object.with_extension("twins.o");
    shell::run(cmd("ld", ["-r"]).arg(object).arg(script).arg("-o").arg(&joined))?;
    let text = std::fs::read_to_string(script).map_err(|cause| format!("{script}: {cause}"))?;
    let list = object.with_extension("weak");
    shell::write(&list, &replaceable(&text))?;
    let mut weaken = std::ffi::OsString::from("--weaken-symbols=");
    weaken.push(&list);
    shell::run(cmd("objcopy", [] as [&str; 0]).arg(weaken).arg(joined).arg(to))
}

/// The names that have an alias in a linker script, one per line.
fn replaceable(script: &str) -> String {
    script.lines().filter_map(|line| line.strip_suffix(';')?.split_once(" = ")).fold(
        String::new(),
        |mut names, (_, name)| {
            _ = writeln!(names, "{name}");
            names
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_a_second_one_may_be_replaced() {
        assert_eq!(replaceable("/* Made. */\npshmem_g = shmem_g;\np_a = a;\n"), "shmem_g\na\n");
    }
}
