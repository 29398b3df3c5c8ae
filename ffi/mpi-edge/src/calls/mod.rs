//! The implementations behind the exported functions, one module per chapter of the table. Each has
//! the standard's name in lower case. Output parameters of a call are the return value, in the
//! order of the parameters; arrays are written in place.
#![allow(clippy::too_many_arguments, reason = "the standard has them")]

pub mod abi;
mod apart;
mod attributes;
mod buffers;
mod categories;
pub mod collectives;
pub mod communicators;
mod constructors;
mod contents;
mod controls;
mod counters;
pub mod datatypes;
pub mod deprecated;
pub mod environment;
mod errors;
mod events;
pub mod external;
mod external32;
mod generalized;
mod groups;
pub mod info;
mod kinds;
pub mod languages;
mod looks;
mod memory;
mod operands;
mod operations;
pub mod p2p;
mod parts;
pub mod processes;
mod requests;
pub mod tools;
pub mod topologies;
