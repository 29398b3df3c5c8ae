//! The traits that a SkifCh network backend implements, and the boundary between a backend and the
//! library.
//!
//! A backend implements [`Backend`], [`Domain`], [`Tx`], [`Rx`] and, if it has segments,
//! [`Segment`]. [`export_backend!`] turns these into the op table of `skifch_plugin.h`, which the
//! library uses in the same way for built-in backends and for plugins in a shared object.
//! [`loopback`] is a complete backend to read first.

mod blocked;
mod clock;
pub mod composite;
pub mod conformance;
mod counter;
pub mod errno;
mod error;
mod event;
mod exit_code;
mod export;
pub mod fork;
mod host_ref;
pub mod iov;
pub mod loopback;
pub mod memfd;
pub mod middleware;
mod mixer;
mod namespace;
mod news;
mod no_segment;
pub mod overlay;
pub mod peer;
mod random;
pub mod refusal;
pub mod reserve;
pub mod room;
mod secure;
pub mod test_host;
mod traits;
mod verdict;
mod wait;
pub mod watchdog;
pub mod word;

pub use blocked::{Served, blocked, serve_when_blocked};
pub use clock::monotonic_ns;
pub use counter::Counter;
pub use error::Error;
pub use event::EventFd;
pub use exit_code::ends_with_failure;
pub use export::table;
pub use host_ref::HostRef;
pub use mixer::{ByAddr, Mixer};
pub use namespace::network_namespace;
pub use news::is_news;
pub use no_segment::NoSegment;
pub use random::random;
pub use secure::is_secure;
pub use skifch_abi as abi;
pub use skifch_setting::{Flag, NoFlag};
pub use traits::{Backend, Cont, Domain, Glance, Port, Rx, Segment, Shown, StatSource, Target, Tx};
pub use verdict::verdict;
pub use wait::Policy;
