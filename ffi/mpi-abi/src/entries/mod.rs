//! The exported functions, by chapter. Made by `cargo xtask mpi`.
#![allow(clippy::too_many_arguments, reason = "the standard has them")]
#![allow(clippy::let_and_return, reason = "of one shape with those that convert")]

pub mod abi;
pub mod collectives;
pub mod communicators;
pub mod datatypes;
pub mod deprecated;
pub mod environment;
pub mod external;
pub mod info;
pub mod io;
pub mod languages;
pub mod onesided;
pub mod p2p;
pub mod partitioned;
pub mod processes;
pub mod sessions;
pub mod tools;
pub mod topologies;
