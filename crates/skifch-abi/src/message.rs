//! A received message, presented in place.

use crate::NetAddr;
use libc::iovec;

/// `SKIFCH_CONT_SIZE`: the maximum number of pieces in which a message is presented.
pub const CONT_SIZE: usize = 3;

/// `skifch_msg_t`: a message as the extended receive presents it. Its pieces point into the receive
/// ring, are read-only, and stay valid until `RecvComp`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Message {
    /// The pieces; the first `cont_count` are set.
    pub cont: [iovec; CONT_SIZE],
    /// Size of the message in bytes; may be 0.
    pub len: usize,
    /// The address of the sending channel.
    pub src: NetAddr,
    /// The number of pieces: 0 for an empty message, at most [`CONT_SIZE`].
    pub cont_count: i32,
}

impl Message {
    /// No pieces, no bytes.
    pub const EMPTY: Self = Self {
        cont: [iovec { iov_base: core::ptr::null_mut(), iov_len: 0 }; CONT_SIZE],
        len: 0,
        src: 0,
        cont_count: 0,
    };
}
