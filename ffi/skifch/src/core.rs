//! The three calls of the paper: each validates the handle and makes one jump. The target of the
//! jump returns what the call returns, also on failure (`Host::fail_call`).

use crate::SkifCh;
use crate::failure::no_channel;
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
    unsafe { channel.send(dst_netaddr, iov, iov_count) }
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
    unsafe { channel.recv(cont, cont_count) }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_RecvComp(skifch: *mut SkifCh) -> c_int {
    // SAFETY: the header asks for NULL or a handle.
    let Some(channel) = (unsafe { SkifCh::from_c(skifch) }) else {
        return no_channel("SkifCh_RecvComp", skifch);
    };
    // SAFETY: the header asks for what `recv_comp` does.
    unsafe { channel.recv_comp() }
}
