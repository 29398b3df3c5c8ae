//! Extended receiving: the sender's address, empty messages, batches.

use crate::SkifCh;
use crate::channel::with_open;
use crate::failure::{fail_rc, no_channel};
use libc::c_int;
use skifch::error::{Aim, Error};
use skifch_abi::Message;

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_RecvEx(skifch: *mut SkifCh, msg: *mut Message) -> c_int {
    // SAFETY: the header asks for NULL or a handle.
    let Some(channel) = (unsafe { SkifCh::from_c(skifch) }) else {
        return no_channel("SkifCh_RecvEx", skifch);
    };
    // SAFETY: the header asks for what `recv_ex` does.
    let rc = unsafe { channel.recv_ex(msg) };
    if rc < 0 {
        return fail_rc("SkifCh_RecvEx", Aim::None, rc as isize);
    }
    rc
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_RecvMany(
    skifch: *mut SkifCh,
    msgs: *mut Message,
    max: c_int,
) -> c_int {
    // SAFETY: the header asks for NULL or a handle, and for what the entry does.
    unsafe {
        with_open("SkifCh_RecvMany", skifch, Aim::None, |table, ctx| match table.recv_many {
            _ if max == 0 => Ok(0),
            _ if max < 0 || msgs.is_null() => {
                let why =
                    format!("{max} messages at {msgs:p}: expected space for at least 1 message");
                Err(Error::new(libc::EINVAL, why))
            }
            Some(recv_many) => Ok(recv_many(ctx, msgs, max)),
            None => Ok((table.recv_ex)(ctx, msgs)),
        })
    }
}
