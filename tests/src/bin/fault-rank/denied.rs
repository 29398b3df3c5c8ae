//! A rank to which the system refuses calls, as containers and sandboxes do.

use crate::{Done, load};
use std::ffi::c_long;
use std::io::Error;

/// What is refused, by the name that the test gives it.
fn calls(what: &str) -> Option<&'static [c_long]> {
    Some(match what {
        "callers" => &[libc::SYS_accept4],
        "memory" => &[libc::SYS_memfd_create],
        "fences" => &[libc::SYS_membarrier],
        "copies" => &[libc::SYS_process_vm_readv, libc::SYS_process_vm_writev],
        "processes" => &[libc::SYS_pidfd_open, libc::SYS_pidfd_send_signal, libc::SYS_pidfd_getfd],
        "faults" => &[libc::SYS_userfaultfd],
        "rings" => &[libc::SYS_io_uring_setup, libc::SYS_io_uring_enter],
        "affinity" => &[libc::SYS_sched_getaffinity, libc::SYS_sched_setaffinity],
        "limits" => &[libc::SYS_prlimit64],
        _ => return None,
    })
}

/// Makes the system answer `EPERM` to these calls of this process from now on.
fn deny(calls: &[c_long]) -> Result<(), Error> {
    let step = |code: u32, jt, jf, k| libc::sock_filter { code: code as u16, jt, jf, k };
    let number = step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0);
    let answer = |with| step(libc::BPF_RET | libc::BPF_K, 0, 0, with);
    let mut filter = vec![number];
    for &call in calls {
        filter.push(step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, 1, call as u32));
        filter.push(answer(libc::SECCOMP_RET_ERRNO | libc::EPERM as u32));
    }
    filter.push(answer(libc::SECCOMP_RET_ALLOW));
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: integers, and a program that lives through the call.
    let rc = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program)
    };
    if rc == 0 { Ok(()) } else { Err(Error::last_os_error()) }
}

/// Goes round in a job, asleep between messages, without these calls.
pub(crate) fn denied(what: &str) -> Done {
    let calls = calls(what).ok_or("no such calls")?;
    if let Err(error) = deny(calls) {
        println!("filter not to be had: {error}");
        return Ok(());
    }
    println!("filter in force");
    load::ring(200)
}
