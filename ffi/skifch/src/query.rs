//! Information: peers, limits, counters, messages, version.

use crate::SkifCh;
use crate::channel::{optional, with_open};
use crate::failure::fail_with;
use libc::{c_char, c_int, size_t};
use skifch::error::{self, Aim, Error};
use skifch_abi::{Attr, NetAddr, STAT_NAMES, Stats};
use std::ffi::CString;
use std::sync::LazyLock;

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_PeerState(skifch: *mut SkifCh, peer: NetAddr) -> c_int {
    // SAFETY: the header asks for NULL or a handle.
    unsafe {
        with_open("SkifCh_PeerState", skifch, Aim::Peer(peer), |table, ctx| {
            Ok(optional(table.peer_state)?(ctx, peer))
        })
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Query(skifch: *mut SkifCh, attr: *mut Attr) -> c_int {
    // SAFETY: the header asks for NULL or a handle, and for an `attr` of the size in it.
    unsafe {
        with_open("SkifCh_Query", skifch, Aim::None, |table, ctx| {
            let mut full = Attr::new();
            let rc = (table.query)(ctx, &raw mut full);
            if rc < 0 { Ok(rc) } else { hand_out(&mut full, attr, |it| &mut it.size) }
        })
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Stats(skifch: *mut SkifCh, stats: *mut Stats) -> c_int {
    // SAFETY: the header asks for NULL or a handle, and for `stats` of the size in it.
    unsafe {
        with_open("SkifCh_Stats", skifch, Aim::None, |table, ctx| {
            let mut full = Stats::new();
            let rc = optional(table.stats)?(ctx, &raw mut full);
            if rc < 0 { Ok(rc) } else { hand_out(&mut full, stats, |it| &mut it.size) }
        })
    }
}

/// Copies `full` to the caller's struct, at most as many bytes as its first word, the size, allows.
///
/// # Safety
/// `to` is NULL, or its first word is readable and as many bytes as that says are writable.
unsafe fn hand_out<T>(
    full: &mut T,
    to: *mut T,
    size_of_it: impl FnOnce(&mut T) -> &mut size_t,
) -> Result<c_int, Error> {
    if to.is_null() {
        return Err(Error::new(libc::EINVAL, "the struct to fill in is NULL"));
    }
    // SAFETY: our caller's promise.
    let size = unsafe { to.cast::<size_t>().read() };
    if size < size_of::<size_t>() {
        let why = format!("size is {size}: set it to the size of the struct before the call");
        return Err(Error::new(libc::EINVAL, why));
    }
    *size_of_it(full) = size;
    let bytes = size.min(size_of::<T>());
    // SAFETY: `bytes` are within both; the caller's struct is not ours.
    unsafe { to.cast::<u8>().copy_from_nonoverlapping(std::ptr::from_ref(full).cast(), bytes) };
    Ok(0)
}

/// The names and descriptions of the counters as C strings.
static STAT_TEXTS: LazyLock<Vec<(CString, CString)>> = LazyLock::new(|| {
    let text = |text: &str| CString::new(text).unwrap_or_default();
    STAT_NAMES.iter().map(|(name, help)| (text(name), text(help))).collect()
});

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_StatCount() -> c_int {
    STAT_NAMES.len() as c_int
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_StatName(index: c_int) -> *const c_char {
    stat_text("SkifCh_StatName", index, |(name, _)| name)
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_StatHelp(index: c_int) -> *const c_char {
    stat_text("SkifCh_StatHelp", index, |(_, help)| help)
}

fn stat_text(
    call: &str,
    index: c_int,
    part: impl FnOnce(&'static (CString, CString)) -> &'static CString,
) -> *const c_char {
    match usize::try_from(index).ok().and_then(|index| STAT_TEXTS.get(index)) {
        Some(texts) => part(texts).as_ptr(),
        None => {
            let why = format!("there is no counter {index}: the library has {}", STAT_NAMES.len());
            fail_with(call, libc::EINVAL, &why)
        }
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_StrError() -> *const c_char {
    error::last_text()
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_Version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
