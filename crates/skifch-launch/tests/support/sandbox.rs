//! Calls that the system refuses, as containers and sandboxes have it. Ranks of other tests use it
//! as well.

use libc::sock_filter;
use std::ffi::c_long;
use std::io::{Error, Result};

/// The filter that has the system answer `EPERM` to these calls.
pub(crate) fn without(calls: &[c_long]) -> Vec<sock_filter> {
    let step = |code: u32, jt, jf, k| sock_filter { code: code as u16, jt, jf, k };
    let number = step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0);
    let answer = |with| step(libc::BPF_RET | libc::BPF_K, 0, 0, with);
    let mut filter = vec![number];
    for &call in calls {
        filter.push(step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, 1, call as u32));
        filter.push(answer(libc::SECCOMP_RET_ERRNO | libc::EPERM as u32));
    }
    filter.push(answer(libc::SECCOMP_RET_ALLOW));
    filter
}

/// Puts a filter in force for this process and all that it starts; system calls only.
pub(crate) fn enter(filter: &mut [sock_filter]) -> Result<()> {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: integers, and a program that lives through the call.
    let rc = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program)
    };
    if rc == 0 { Ok(()) } else { Err(Error::last_os_error()) }
}
