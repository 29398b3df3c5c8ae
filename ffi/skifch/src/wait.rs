//! Waiting, and support for programs that also wait for other events.

use crate::SkifCh;
use crate::channel::{optional, with_open};
use libc::c_int;
use skifch::error::Aim;
use skifch_abi::{Events, NetAddr};

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Wait(
    skifch: *mut SkifCh,
    events: u32,
    dst_netaddr: NetAddr,
    timeout_ns: i64,
) -> c_int {
    // SAFETY: the header asks for NULL or a handle, and for what the entry does.
    unsafe {
        with_open("SkifCh_Wait", skifch, aim(events, dst_netaddr), |table, ctx| {
            Ok((table.wait)(ctx, events, dst_netaddr, timeout_ns))
        })
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_EventFd(skifch: *mut SkifCh) -> c_int {
    // SAFETY: as in `SkifCh_Wait`.
    unsafe {
        with_open("SkifCh_EventFd", skifch, Aim::None, |table, ctx| {
            Ok(optional(table.event_fd)?(ctx))
        })
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Arm(
    skifch: *mut SkifCh,
    events: u32,
    dst_netaddr: NetAddr,
) -> c_int {
    // SAFETY: as in `SkifCh_Wait`.
    unsafe {
        with_open("SkifCh_Arm", skifch, aim(events, dst_netaddr), |table, ctx| {
            Ok(optional(table.arm)?(ctx, events, dst_netaddr))
        })
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Progress(skifch: *mut SkifCh) -> c_int {
    // SAFETY: as in `SkifCh_Wait`.
    unsafe {
        with_open("SkifCh_Progress", skifch, Aim::None, |table, ctx| {
            Ok(table.progress.map_or(0, |progress| progress(ctx)))
        })
    }
}

/// The destination is only used when waiting to send.
fn aim(events: u32, dst: NetAddr) -> Aim {
    if Events(events).has(Events::SEND) { Aim::Peer(dst) } else { Aim::None }
}
