//! OpenSHMEM over the channel: the engine under the C library, with a Rust API of its own.
//!
//! [`Shmem`] is the entry point for Rust programs. The other modules serve the C interface: calls
//! take memory as pointers and objects as small integer handles, and types are given as sizes and
//! kinds of operation. The only constants of the C interface known here are the values of this
//! crate's handles. A call that fails returns an error that says what is wrong; the C library adds
//! the name of the call ([`Error::context`]) and ends the job, as OpenSHMEM demands.
//!
//! A PE is named by an `i32`, as in C; a number outside the group is an error.

mod ahead;
pub mod amo;
mod api;
mod area;
pub mod asked;
mod batch;
pub mod coll;
mod control;
pub mod ctx;
mod ended;
mod error;
pub mod heap;
pub mod job;
mod library;
pub mod lock;
pub mod nicevt;
pub mod order;
mod pack;
mod remote;
pub mod rma;
pub mod settings;
pub mod signal;
mod state;
pub mod team;
pub mod wait;

pub use api::{Integer, Members, Plain, Shmem, Slice};
pub use ctx::Ctx;
pub use error::{Error, Result};
pub use team::Team;
