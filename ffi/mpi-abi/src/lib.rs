//! `libmpi_abi`: MPI with the binary interface of the standard (MPI 5.0).
//!
//! The exported functions in [`entries`] are generated from the table of `ffi/mpi-edge`, which also
//! has their implementations. This crate has the types of this ABI and their conversion to those of
//! the edge.
#![allow(non_snake_case, non_camel_case_types, reason = "the names are those of the standard")]
#![allow(clippy::missing_safety_doc, reason = "every contract is the standard's")]

pub mod callbacks;
pub mod entries;
pub mod types;
