//! `libmpifort_abi`: MPI for Fortran, over the C library of the standard's binary interface.
//!
//! The entries in [`entries`] are made from the table of `ffi/mpi-edge`. Each calls the C function
//! of its name, which lies in another library, so that tools that look at C see Fortran too.
//! Everything but [`abi`] is shared with the library over the interface of MPICH.
#![allow(non_camel_case_types, reason = "the names are those of the standard")]
#![allow(clippy::missing_safety_doc, reason = "every contract is the standard's")]

// A function of the program gets a handle of C by its address and reads an INTEGER there.
#[cfg(target_endian = "big")]
compile_error!("a handle of C does not begin with its number here");

pub mod abi;
pub mod attributes;
pub mod behaviours;
pub mod entries;
mod handles;
mod numbers;
pub mod old;
pub mod own;
mod peers;
pub mod places;
pub mod start;
mod text;
pub mod types;
