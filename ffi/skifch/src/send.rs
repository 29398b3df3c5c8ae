//! Extended sending: flags, empty messages, messages built in place.

use crate::SkifCh;
use crate::channel::{optional, with_open};
use crate::failure::{fail_send, no_channel};
use libc::{c_int, iovec, size_t};
use skifch::error::Aim;
use skifch_abi::NetAddr;

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_SendEx(
    skifch: *mut SkifCh,
    dst_netaddr: NetAddr,
    iov: *const iovec,
    iov_count: c_int,
    flags: u32,
    taken: *mut size_t,
) -> c_int {
    // SAFETY: the header asks for NULL or a handle.
    let Some(channel) = (unsafe { SkifCh::from_c(skifch) }) else {
        return no_channel("SkifCh_SendEx", skifch);
    };
    let mut unwanted = 0;
    let taken = if taken.is_null() { &raw mut unwanted } else { taken };
    // SAFETY: the header asks for what `send_ex` does; `taken` is writable.
    let rc = unsafe { channel.send_ex(dst_netaddr, iov, iov_count, flags, taken) };
    if rc < 0 {
        // SAFETY: as above.
        return unsafe { fail_send("SkifCh_SendEx", dst_netaddr, iov, iov_count, rc as isize) };
    }
    rc
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_SendClaim(
    skifch: *mut SkifCh,
    dst_netaddr: NetAddr,
    len: size_t,
    cont: *mut iovec,
    cont_count: *mut c_int,
) -> c_int {
    let aim = Aim::Bytes(dst_netaddr, len);
    // SAFETY: the header asks for NULL or a handle, and for what the entry does.
    unsafe {
        with_open("SkifCh_SendClaim", skifch, aim, |table, ctx| {
            Ok(optional(table.claim)?(ctx, dst_netaddr, len, cont, cont_count))
        })
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_SendCommit(skifch: *mut SkifCh, len: size_t) -> c_int {
    // SAFETY: as in `SkifCh_SendClaim`.
    unsafe {
        with_open("SkifCh_SendCommit", skifch, Aim::None, |table, ctx| {
            Ok(optional(table.commit)?(ctx, len))
        })
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_SendAbort(skifch: *mut SkifCh) -> c_int {
    // SAFETY: as in `SkifCh_SendClaim`.
    unsafe {
        with_open("SkifCh_SendAbort", skifch, Aim::None, |table, ctx| {
            Ok(optional(table.abort)?(ctx))
        })
    }
}
