//! A received message, shown in place.

use crate::NetAddr;
use libc::iovec;

/// `SKIFCH_CONT_SIZE`: the most segments that one message is shown in.
pub const CONT_SIZE: usize = 3;

/// `skifch_msg_t`: one message as the extended receive shows it. The segments point into the
/// receive ring, are read-only, and stay valid until `RecvComp`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Message {
    /// The segments; the first `cont_count` are set.
    pub cont: [iovec; CONT_SIZE],
    /// Bytes of the message; may be 0.
    pub len: usize,
    /// The address of the sending channel.
    pub src: NetAddr,
    /// How many segments are set: 0 for an empty message, at most [`CONT_SIZE`].
    pub cont_count: i32,
}

impl Message {
    /// No segments, no bytes.
    pub const EMPTY: Self = Self {
        cont: [iovec { iov_base: core::ptr::null_mut(), iov_len: 0 }; CONT_SIZE],
        len: 0,
        src: 0,
        cont_count: 0,
    };
}
