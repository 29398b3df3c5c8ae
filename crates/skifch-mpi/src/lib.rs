//! MPI over the channel: the engine under the C libraries, with a Rust API of its own.
//!
//! ```no_run
//! use skifch_mpi::datatype::Basic;
//! use skifch_mpi::engine::{ThreadLevel, finalize, init};
//! use skifch_mpi::{Comm, comm, p2p};
//!
//! unsafe { init(ThreadLevel::Single) }?;
//! let value = 7u64;
//! unsafe {
//!     if comm::rank(Comm::WORLD)? == 0 {
//!         p2p::send((&raw const value).cast(), 1, Basic::Uint64.into(), 1, 5, Comm::WORLD)?;
//!     } else {
//!         let mut got = 0u64;
//!         p2p::recv((&raw mut got).cast(), 1, Basic::Uint64.into(), 0, 5, Comm::WORLD)?;
//!     }
//!     finalize()?;
//! }
//! # Ok::<(), skifch_mpi::error::Error>(())
//! ```
//!
//! Calls take memory as pointers and objects as small numbers ([`handle`]), as an engine under
//! several binary interfaces must. Nothing here knows a constant of any of these.

pub mod coll;
pub mod comm;
pub mod datatype;
pub mod engine;
pub mod errhandler;
pub mod error;
pub mod group;
pub mod handle;
pub mod info;
pub mod op;
pub mod p2p;
#[cfg(test)]
mod property;
#[cfg(test)]
mod random;
pub mod tool;
pub mod topology;

pub use handle::{Comm, Datatype, Errhandler, Group, Info, Keyval, Message, Op, Request};
