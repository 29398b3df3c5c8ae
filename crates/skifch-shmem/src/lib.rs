//! OpenSHMEM over the channel: the engine under the C library, with a Rust API of its own.
//!
//! [`Shmem`] is the way in for programs in Rust. The rest is for interfaces in C:
//! calls take memory as pointers and objects as small numbers, as an engine under a C interface
//! must; types are sizes and kinds of operation. Nothing here knows a constant of C but the values
//! that the handles of this crate have. A call that fails says what is wrong; the edge adds the
//! name of the call ([`Error::context`]) and ends the job, as OpenSHMEM demands.
//!
//! A PE is named by an `i32`, as C has it: one that does not exist is an error and never taken.

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
