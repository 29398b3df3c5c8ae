//! Programs that include `mpif.h` call a function with buffers of different types, which gfortran
//! refuses since its version 10 unless it is told not to.

use std::process::Command;

/// Knows the option, and the versions before refuse nothing.
const FIRST: u32 = 10;

/// What this compiler has to be told.
pub(crate) fn options(compiler: &[String]) -> Vec<String> {
    match version(compiler) {
        Some(FIRST..) => vec!["-fallow-argument-mismatch".to_owned()],
        _ => Vec::new(),
    }
}

/// The version, if it is gfortran.
fn version(compiler: &[String]) -> Option<u32> {
    // It may have a prefix, and stand behind another program's name.
    let program = compiler.last()?;
    if !program.rsplit('/').next()?.contains("gfortran") {
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
            let words: Vec<_> = compiler.iter().map(|&word| word.to_owned()).collect();
            assert!(options(&words).is_empty(), "{compiler:?}");
        }
    }
}
