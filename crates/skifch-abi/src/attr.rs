//! What a channel reports of itself.

use crate::Caps;

/// `skifch_attr_t`: limits and estimates of one open channel. The caller fills in `size` before the
/// query; only as many bytes are written.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Attr {
    /// Bytes of this struct, as its reader knows it.
    pub size: usize,
    /// What the channel can do.
    pub caps: Caps,
    /// The largest message in bytes; a longer send is taken up to here.
    pub max_message_bytes: usize,
    /// The largest message in bytes that travels in one cache line or network unit with its header.
    pub max_inline_bytes: usize,
    /// Bytes that one sender can have under way to one receiver before Send answers 0.
    pub window_bytes: usize,
    /// Estimated one-way latency of a short message, in nanoseconds; 0 = unknown.
    pub latency_ns: u64,
    /// Estimated bandwidth to one peer, in bytes per second; 0 = unknown.
    pub bandwidth_bytes_per_s: u64,
}

impl Attr {
    /// All zero but for the size.
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
