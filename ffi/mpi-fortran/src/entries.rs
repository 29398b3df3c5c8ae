//! The entries, by chapter, from the table of `ffi/mpi-edge`.
#![allow(clippy::too_many_arguments, reason = "the standard has them")]

include!(concat!(env!("OUT_DIR"), "/entries.rs"));
