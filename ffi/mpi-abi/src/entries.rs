//! The exported functions, by chapter, generated from the table of `ffi/mpi-edge`.
#![allow(clippy::too_many_arguments, reason = "the standard has them")]
#![allow(clippy::let_and_return, reason = "of one shape with those that convert")]

include!(concat!(env!("OUT_DIR"), "/entries.rs"));
