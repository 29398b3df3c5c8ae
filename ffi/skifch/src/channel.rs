//! Opening and closing channels, and access to the op table for calls off the fast path.

use crate::failure::{answer, fail, fail_rc, fail_with, no_channel};
use crate::job;
use libc::{c_int, c_void};
pub use skifch::RawChannel as SkifCh;
use skifch::error::{Aim, Error};
use skifch_abi::{MAX_PORT, Plugin};

/// Calls `entry` of the open channel behind `skifch`; a negative result becomes a failure.
///
/// # Safety
/// `skifch` is NULL or readable as the start of a handle.
pub(crate) unsafe fn with_open(
    call: &str,
    skifch: *const SkifCh,
    aim: Aim,
    entry: impl FnOnce(&'static Plugin, *mut c_void) -> Result<c_int, Error>,
) -> c_int {
    // SAFETY: our caller's promise.
    let Some(channel) = (unsafe { SkifCh::from_c(skifch) }) else {
        return no_channel(call, skifch);
    };
    let rc = channel.parts().and_then(|(table, ctx)| entry(table, ctx));
    match rc {
        Ok(rc) if rc < 0 => fail_rc(call, aim, rc as isize),
        Ok(rc) => rc,
        Err(error) => fail(&error.context(call)),
    }
}

/// An optional entry of the op table.
pub(crate) fn optional<F>(entry: Option<F>) -> Result<F, Error> {
    entry.ok_or_else(|| Error::new(libc::ENOTSUP, "not supported by this backend"))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Open(port: c_int) -> *mut SkifCh {
    let Some(port) = u32::try_from(port).ok().filter(|port| *port <= MAX_PORT) else {
        let why = format!("port {port} is not valid: give 1 to {MAX_PORT}; port 0 is already open");
        return fail_with("SkifCh_Open", libc::EINVAL, &why);
    };
    answer(open("SkifCh_Open", port))
}

fn open(call: &str, port: u32) -> Result<*mut SkifCh, Error> {
    let handle = job::held(call)?.open(port)?.into_raw();
    job::with(call, |joined| {
        joined.channels.push(handle);
        Ok(std::ptr::from_ref(handle).cast_mut())
    })
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Close(skifch: *mut SkifCh) -> c_int {
    // SAFETY: the header asks for NULL or a handle.
    let Some(channel) = (unsafe { SkifCh::from_c(skifch) }) else {
        return no_channel("SkifCh_Close", skifch);
    };
    if channel.port() == 0 && channel.parts().is_ok() {
        let why = "port 0 belongs to the job: SkifCh_AllFinalize closes it";
        return fail_with("SkifCh_Close", libc::EINVAL, why);
    }
    // SAFETY: the header asks that no other call with this handle is under way.
    if let Err(error) = unsafe { channel.close() } {
        return fail(&error);
    }
    job::forget(channel);
    0
}
