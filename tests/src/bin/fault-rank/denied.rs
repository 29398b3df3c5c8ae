//! A rank to which the kernel refuses system calls, as in containers and sandboxes.

use crate::{Done, load};
use std::ffi::c_long;

#[path = "../../../../crates/skifch-launch/tests/support/sandbox.rs"]
mod sandbox;

/// The system calls to refuse, by the name that the test uses.
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

/// Takes part in a ring, sleeping between messages, without these system calls.
pub(crate) fn denied(what: &str) -> Done {
    let calls = calls(what).ok_or("no such calls")?;
    if let Err(error) = sandbox::enter(&mut sandbox::without(calls)) {
        println!("filter not to be had: {error}");
        return Ok(());
    }
    println!("filter in force");
    load::ring(200)
}
