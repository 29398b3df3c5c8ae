//! Errors for calls that the channel contract forbids, with the same text on every network. They
//! are cold and kept out of line of the data calls.

use crate::Error;
use skifch_abi::{NetAddr, port_of, rank_of};

/// `EBUSY`: Recv while a message is still out.
#[cold]
#[inline(never)]
#[must_use]
pub fn message_is_out() -> Error {
    Error::new(libc::EBUSY, "a message has not been released: call SkifCh_RecvComp first")
}

/// `EINVAL`: RecvComp while no message is out.
#[cold]
#[inline(never)]
#[must_use]
pub fn nothing_is_out() -> Error {
    Error::new(libc::EINVAL, "there is no message to release: call SkifCh_Recv first")
}

/// `EBADMSG`: the next message has no bytes, and the original interface's Recv returns 0 for "no
/// message".
#[cold]
#[inline(never)]
#[must_use]
pub fn next_is_empty(src: NetAddr) -> Error {
    let text = format!(
        "the next message, from rank {} port {}, is empty, which this call cannot express; use \
         SkifCh_RecvEx",
        rank_of(src),
        port_of(src)
    );
    Error::new(libc::EBADMSG, text)
}

/// `EBUSY`: a claim is out.
#[cold]
#[inline(never)]
#[must_use]
pub fn claim_is_out() -> Error {
    let text = "a claim is outstanding: call SkifCh_SendCommit or SkifCh_SendAbort first";
    Error::new(libc::EBUSY, text)
}

/// `EINVAL`: commit or abort without a claim.
#[cold]
#[inline(never)]
#[must_use]
pub fn nothing_claimed() -> Error {
    Error::new(libc::EINVAL, "there is no claim: call SkifCh_SendClaim first")
}

/// `EMSGSIZE`: a message, or a claim for one, longer than `greatest`; `mend` tells the user how to
/// avoid it.
#[cold]
#[inline(never)]
#[must_use]
pub fn too_long(dst: NetAddr, len: usize, greatest: usize, mend: &str) -> Error {
    let text = format!(
        "a message of {len} bytes to rank {} port {} exceeds the maximum message size of \
         {greatest} bytes; {mend}",
        rank_of(dst),
        port_of(dst)
    );
    Error::new(libc::EMSGSIZE, text)
}
