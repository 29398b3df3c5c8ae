//! Limits and estimates that a channel reports.

use crate::Caps;

/// `skifch_attr_t`: limits and estimates of one open channel. The caller fills in `size` before the
/// query; only as many bytes are written.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Attr {
    /// Size of this struct in the caller's version.
    pub size: usize,
    /// The capabilities of the channel.
    pub caps: Caps,
    /// The maximum message size in bytes; of a longer send a prefix of this size is accepted.
    pub max_message_bytes: usize,
    /// The largest message in bytes that is sent in one cache line or network unit with its header.
    pub max_inline_bytes: usize,
    /// Bytes that one sender can have in flight to one receiver before a send returns 0.
    pub window_bytes: usize,
    /// Estimated one-way latency of a short message, in nanoseconds; 0 = unknown.
    pub latency_ns: u64,
    /// Estimated bandwidth to one peer, in bytes per second; 0 = unknown.
    pub bandwidth_bytes_per_s: u64,
}

impl Attr {
    /// All zero except the size.
    pub const fn new() -> Self {
        Self {
            size: size_of::<Self>(),
            caps: Caps::NONE,
            max_message_bytes: 0,
            max_inline_bytes: 0,
            window_bytes: 0,
            latency_ns: 0,
            bandwidth_bytes_per_s: 0,
        }
    }
}

impl Default for Attr {
    fn default() -> Self {
        Self::new()
    }
}
