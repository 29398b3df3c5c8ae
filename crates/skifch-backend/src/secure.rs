//! Whether the environment can be trusted: a set-uid program must not write or load files that its
//! user names.

/// Whether the process has more rights than its user (`AT_SECURE`, see getauxval(3)): the program
/// is set-uid, set-gid or has capabilities. Its environment then comes from somebody with fewer
/// rights, who must not choose files for it.
pub fn is_secure() -> bool {
    // SAFETY: takes a number, and returns 0 for an unknown one.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}
