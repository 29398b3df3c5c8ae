//! `libsma`: OpenSHMEM 1.6 in C.
//!
//! The exported functions in [`entries`] are generated from the table in `table/`. Each calls the
//! function of its family in [`calls`], which converts the C types and calls the engine. An error
//! ends the job with a message that names the function the program called.
#![allow(clippy::missing_safety_doc, reason = "every contract is the standard's")]

mod calls;
pub mod constants;
pub mod entries;
mod fault;
pub mod fortran;
mod gfortran;
pub mod long_double;
pub mod types;
