//! Implementations of the exported functions, by chapter. The first argument is the name of the
//! function that the program called, for error messages.

pub(crate) mod amo;
pub(crate) mod coll;
pub(crate) mod contexts;
mod exit;
pub(crate) mod extensions;
pub(crate) mod legacy;
pub(crate) mod locks;
pub(crate) mod memory;
pub(crate) mod order;
pub(crate) mod p2p;
pub(crate) mod profiling;
pub(crate) mod rma;
pub(crate) mod sessions;
pub(crate) mod setup;
pub(crate) mod signals;
pub(crate) mod teams;
pub(crate) mod threads;
