//! Calls that the system refuses, as sandboxes have it.

use std::ffi::c_long;
use std::io::{Error, Result};
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Makes the system answer `EPERM` to this call of the program and of all that it starts.
pub(crate) fn refuse(command: &mut Command, call: c_long) {
    // SAFETY: between fork and exec; system calls only.
    unsafe { command.pre_exec(move || filter(call)) };
}

fn filter(call: c_long) -> Result<()> {
    let step = |code: u32, jt, jf, k| libc::sock_filter { code: code as u16, jt, jf, k };
    let answer = |with| step(libc::BPF_RET | libc::BPF_K, 0, 0, with);
    let mut steps = [
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, 1, call as u32),
        answer(libc::SECCOMP_RET_ERRNO | libc::EPERM as u32),
        answer(libc::SECCOMP_RET_ALLOW),
    ];
    let program = libc::sock_fprog { len: steps.len() as u16, filter: steps.as_mut_ptr() };
    // SAFETY: integers, and a program that lives through the call.
    let rc = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program)
    };
    if rc == 0 { Ok(()) } else { Err(Error::last_os_error()) }
}
