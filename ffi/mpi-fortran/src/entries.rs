//! The entry points, by chapter, generated from the table of `ffi/mpi-edge`.
#![allow(clippy::too_many_arguments, reason = "the standard has them")]

include!(concat!(env!("OUT_DIR"), "/entries.rs"));
