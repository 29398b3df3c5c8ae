//! The three calls of the paper. On success each is the test of the handle, one indirect call and
//! the test of the answer; nothing is kept over the call, so nothing is saved on the stack.

use crate::SkifCh;
use crate::failure::{fail_bare, no_channel};
use libc::{c_int, iovec, ssize_t};
use skifch_abi::NetAddr;

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Send(
    skifch: *mut SkifCh,
    dst_netaddr: NetAddr,
    iov: *const iovec,
    iov_count: c_int,
) -> ssize_t {
    // SAFETY: the header asks for NULL or a handle.
    let Some(channel) = (unsafe { SkifCh::from_c(skifch) }) else {
        return no_channel("SkifCh_Send", skifch);
    };
    // SAFETY: the header asks for what `send` does.
    let rc = unsafe { channel.send(dst_netaddr, iov, iov_count) };
    if rc < 0 {
        return fail_bare("SkifCh_Send", rc);
    }
    rc
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Recv(
    skifch: *mut SkifCh,
    cont: *mut iovec,
    cont_count: *mut c_int,
) -> ssize_t {
    // SAFETY: the header asks for NULL or a handle.
    let Some(channel) = (unsafe { SkifCh::from_c(skifch) }) else {
        return no_channel("SkifCh_Recv", skifch);
    };
    // SAFETY: the header asks for what `recv` does.
    let rc = unsafe { channel.recv(cont, cont_count) };
    if rc < 0 {
        return fail_bare("SkifCh_Recv", rc);
    }
    rc
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_RecvComp(skifch: *mut SkifCh) -> c_int {
    // SAFETY: the header asks for NULL or a handle.
    let Some(channel) = (unsafe { SkifCh::from_c(skifch) }) else {
        return no_channel("SkifCh_RecvComp", skifch);
    };
    // SAFETY: the header asks for what `recv_comp` does.
    let rc = unsafe { channel.recv_comp() };
    if rc < 0 {
        return fail_bare("SkifCh_RecvComp", rc as isize);
    }
    0
}
