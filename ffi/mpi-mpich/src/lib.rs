//! `libmpi.so.12`: MPI with the binary interface of MPICH and its relatives, for programs built
//! with other MPI libraries.
//!
//! The exported functions in [`entries`] are generated from the table of `ffi/mpi-edge`, which also
//! has their implementations, in the standard's numbers. This crate has the types and numbers of
//! this interface.
#![allow(non_snake_case, non_camel_case_types, reason = "the names are those of the standard")]
#![allow(clippy::missing_safety_doc, reason = "every contract is the standard's")]

pub mod callbacks;
mod codes;
pub mod entries;
pub mod extra;
mod handles;
mod numbers;
mod raise;
mod sentinels;
mod status;
pub mod types;
