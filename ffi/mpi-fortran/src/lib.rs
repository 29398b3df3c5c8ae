//! `libmpifort_abi`: MPI for Fortran over the C library of the standard's binary interface.
//!
//! The entry points in [`entries`] are generated from the table of `ffi/mpi-edge`. Each calls the C
//! function of the same name in the C library, so that tools that intercept C calls see Fortran
//! calls too. Everything except [`abi`] is shared with the library for the interface of MPICH.
#![allow(non_camel_case_types, reason = "the names are those of the standard")]
#![allow(clippy::missing_safety_doc, reason = "every contract is the standard's")]

// Functions of the program get the address of a C handle and read an INTEGER there.
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
