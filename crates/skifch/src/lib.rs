//! SkifCh: a low-level message interface with many networks under it.
//!
//! ```no_run
//! use skifch::{Job, netaddr};
//!
//! let job = Job::init()?;
//! let mut channel = job.open(0)?;
//! let next = (job.rank() + 1) % job.size();
//! while channel.send(netaddr(next, 0), b"hello")? == 0 {}
//! loop {
//!     if let Some(message) = channel.recv()? {
//!         println!("{} bytes from {}", message.len(), message.src());
//!         break;
//!     }
//! }
//! # Ok::<(), skifch::Error>(())
//! ```
//!
//! A [`Job`] is this process among its ranks; a [`Channel`] is an open port. The network under them
//! is a backend, built in or a plugin, which only the environment names.

mod builtin;
mod called;
mod channel;
mod claim;
mod cpus;
pub mod error;
mod handle;
mod home;
mod host;
mod image;
mod job;
mod joined;
mod loader;
mod log;
mod message;
mod network;
mod pages;
mod registry;
mod segment;
pub mod settings;
mod spec;
mod waits;
mod words;

pub use called::called;
pub use channel::{Channel, Receiver, Sender};
pub use claim::Claim;
pub use error::Error;
pub use handle::{RawChannel, is_address};
pub use home::{
    Flush, Moved, Mover, NOT_ACTIVE, NOT_HERE, flush_others, move_others, others_are_active,
    set_flush, set_mover,
};
pub use image::{ProgramData, program_data};
pub use job::Job;
pub use message::{Batch, Message, View};
pub use network::{settings_of, settings_of_composite};
#[doc(hidden)]
pub use pages::HugePages;
pub use registry::{BackendSetting, Found, Origin, Registry};
pub use segment::Segment;
pub use skifch_abi::{
    self as abi, AtomicOp, Attr, CONT_SIZE, Caps, Events, JOIN_MAX_BYTES, Join, JoinOp, MAX_PORT,
    MAX_RANK, NetAddr, PeerState, SendFlags, Stats, WordOp, netaddr, port_of, rank_of,
};
#[doc(hidden)]
pub use skifch_backend::{ByAddr, Mixer, word};
pub use skifch_backend::{composite::Composite, conformance, middleware};
#[doc(hidden)]
pub use skifch_ring::{copy_out, copy_payload};
#[doc(hidden)]
pub use skifch_sync::{Turn, Yielding, fetch_to_write, is_pause_short, pauses_in};
pub use waits::Waits;

/// All composite backends, by the names that `SKIFCH_BACKEND` accepts.
pub const COMPOSITES: &[&Composite] = builtin::COMPOSITES;
