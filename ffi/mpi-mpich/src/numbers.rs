//! Translation between numbers of the MPICH ABI and of the standard, generated from the table of
//! `ffi/mpi-edge`.
#![allow(dead_code, reason = "each kind is there both ways")]
#![allow(clippy::manual_range_patterns, reason = "each constant stands for itself")]

include!(concat!(env!("OUT_DIR"), "/numbers.rs"));
