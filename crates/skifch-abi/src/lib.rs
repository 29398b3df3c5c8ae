//! Types shared by SkifCh, its backends and its plugins, exactly as `skifch.h` and
//! `skifch_plugin.h` declare them. No logic lives here beyond splitting an address.
//!
//! Every struct that may be extended starts with its size (in the plugin interface: with the
//! version and the size); fields are only ever appended.

mod addr;
mod attr;
mod caps;
mod host;
mod join;
mod message;
mod ops;
mod segment;
mod stats;

pub use addr::{
    ADDR_NONE, MAX_PORT, MAX_RANK, NetAddr, PORT_BITS, RANK_BITS, netaddr, port_of, rank_of,
};
pub use attr::Attr;
pub use caps::{Caps, Events, PeerState, SendFlags};
pub use host::{HOST_PART, Host, LogLevel, Param};
pub use join::{JOIN_MAX_BYTES, Join, JoinOp};
pub use libc::iovec;
pub use message::{CONT_SIZE, Message};
pub use ops::{ABI_MAJOR, ABI_MINOR, PLUGIN_SYMBOL, Plugin, PluginEntry};
pub use segment::{AtomicOp, WordOp};
pub use stats::{STAT_NAMES, Stats};
