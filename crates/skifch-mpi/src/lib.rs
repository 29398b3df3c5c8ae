//! MPI over the channel: the engine under the C libraries, with a Rust API of its own.
//!
//! ```no_run
//! use skifch_mpi::datatype::Basic;
//! use skifch_mpi::engine::{ThreadLevel, finalize, init};
//! use skifch_mpi::p2p::{Transfer, recv, send};
//! use skifch_mpi::{Comm, comm};
//!
//! unsafe { init(ThreadLevel::Single) }?;
//! let (mut number, datatype, tag, comm) = (7u64, Basic::Uint64.into(), 5, Comm::WORLD);
//! let buf = (&raw mut number).cast::<u8>();
//! unsafe {
//!     if comm::rank(comm)? == 0 {
//!         send(Transfer { buf: buf.cast_const(), count: 1, datatype, peer: 1, tag, comm })?;
//!     } else {
//!         recv(Transfer { buf, count: 1, datatype, peer: 0, tag, comm })?;
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
