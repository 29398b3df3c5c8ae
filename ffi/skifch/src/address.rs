//! Addresses.

use crate::SkifCh;
use crate::failure::{fail, fail_with, no_channel};
use libc::c_int;
use skifch_abi::{ADDR_NONE, MAX_PORT, MAX_RANK, NetAddr, netaddr, port_of, rank_of};

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_MakeAddr(rank: c_int, port: c_int) -> NetAddr {
    let in_range = |value: c_int, max| u32::try_from(value).ok().filter(|value| *value <= max);
    match (in_range(rank, MAX_RANK), in_range(port, MAX_PORT)) {
        (Some(rank), Some(port)) if netaddr(rank, port) != ADDR_NONE => netaddr(rank, port),
        (Some(_), Some(_)) => {
            let why = format!("rank {rank} with port {port} would be SKIFCH_ADDR_NONE");
            fail_with("SkifCh_MakeAddr", libc::EINVAL, &why)
        }
        _ => {
            let why = format!(
                "rank {rank} or port {port} is out of range: at most {MAX_RANK} and {MAX_PORT}"
            );
            fail_with("SkifCh_MakeAddr", libc::EINVAL, &why)
        }
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_RankOf(addr: NetAddr) -> c_int {
    rank_of(addr) as c_int
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_PortOf(addr: NetAddr) -> c_int {
    port_of(addr) as c_int
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Addr(skifch: *mut SkifCh) -> NetAddr {
    // SAFETY: the header asks for NULL or a handle.
    let Some(channel) = (unsafe { SkifCh::from_c(skifch) }) else {
        return no_channel("SkifCh_Addr", skifch);
    };
    match channel.parts() {
        Ok(_) => channel.addr(),
        Err(error) => fail(&error.context("SkifCh_Addr")),
    }
}
