//! What a network backend of SkifCh implements, and the border between it and the library.
//!
//! A backend implements [`Backend`], [`Domain`], [`Tx`], [`Rx`] and, where it has segments,
//! [`Segment`]. `export_backend!` turns that into the op table of `skifch_plugin.h`, which the
//! library uses alike for built-in backends and for plugins in a shared object.

mod error;
mod host_ref;
mod traits;

pub use error::Error;
pub use host_ref::HostRef;
pub use skifch_abi as abi;
pub use traits::{Backend, Cont, Domain, NoSegment, Port, Rx, Segment, Shown, StatSource, Tx};
