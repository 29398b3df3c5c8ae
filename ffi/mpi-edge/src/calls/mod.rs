//! The functions behind the exported ones, by the chapters of the table. Each has the name of the
//! standard's in small letters. What goes out of a call is what the function answers, in the order
//! of the parameters; an array is written in place.

pub mod abi;
pub mod collectives;
pub mod communicators;
pub mod datatypes;
pub mod environment;
pub mod external;
pub mod languages;
pub mod p2p;
pub mod tools;
pub mod topologies;
