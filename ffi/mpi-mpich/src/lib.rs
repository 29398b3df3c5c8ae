//! `libmpi.so.12`: MPI with the binary interface of MPICH and its relatives, for programs that
//! others have built.
//!
//! The exported functions in [`entries`] are made from the table of `ffi/mpi-edge`; what they do is
//! there too, in the standard's numbers. Here are the types and the numbers of this interface.
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
