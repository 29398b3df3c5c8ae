//! Choice arguments: programs that include `mpif.h` or `shmem.fh`, which declare no interfaces,
//! call a procedure with buffers of different types and ranks, which gfortran rejects since version
//! 10 unless an option allows it.

use std::ffi::OsString;
use std::process::Command;

/// The first gfortran version that has the option; earlier versions accept such calls.
const FIRST: u32 = 10;

/// The extra options that this compiler needs.
pub(crate) fn options(compiler: &[OsString]) -> Vec<OsString> {
    match version(compiler) {
        Some(FIRST..) => vec!["-fallow-argument-mismatch".into()],
        _ => Vec::new(),
    }
}

/// The major version, if the compiler is gfortran. It is asked, as it may have another name, a
/// launcher such as ccache before it, and options behind it.
fn version(compiler: &[OsString]) -> Option<u32> {
    said(compiler, "--version")?.starts_with("GNU Fortran").then_some(())?;
    major(&said(compiler, "-dumpversion")?)
}

/// What the compiler prints with this option.
fn said(compiler: &[OsString], option: &str) -> Option<String> {
    let (program, words) = compiler.split_first()?;
    let output = Command::new(program).args(words).arg(option).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn major(version: &str) -> Option<u32> {
    version.trim().split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(major("12\n"), Some(12));
        assert_eq!(major("9.4.0\n"), Some(9));
        assert_eq!(major(""), None);
    }

    #[test]
    fn others_are_told_nothing() {
        for compiler in [&["cc"][..], &["/no/such/gfortran"], &[]] {
            let words: Vec<_> = compiler.iter().map(OsString::from).collect();
            assert!(options(&words).is_empty(), "{compiler:?}");
        }
    }

    #[test]
    fn gfortran_is_known_behind_a_launcher_and_before_options() {
        let plain = options(&["gfortran".into()]);
        for compiler in [&["env", "gfortran"][..], &["gfortran", "-O2", "-m64"]] {
            let words: Vec<_> = compiler.iter().map(OsString::from).collect();
            assert_eq!(options(&words), plain, "{compiler:?}");
        }
    }
}
