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

/// The major version, if the compiler is gfortran.
fn version(compiler: &[OsString]) -> Option<u32> {
    // The name may have a prefix, and a launcher such as ccache may come before it.
    let program = compiler.last()?;
    if !program.to_string_lossy().rsplit('/').next()?.contains("gfortran") {
        return None;
    }
    let said = Command::new(program).arg("-dumpversion").output().ok()?;
    major(&String::from_utf8_lossy(&said.stdout))
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
        for compiler in [&["flang"][..], &["/no/such/gfortran"], &[]] {
            let words: Vec<_> = compiler.iter().map(OsString::from).collect();
            assert!(options(&words).is_empty(), "{compiler:?}");
        }
    }
}
