//! `libsma`: OpenSHMEM 1.6 in C.
//!
//! The exported functions in [`entries`] are made from the table beside this crate. Each calls the
//! function of its family in [`calls`], which takes the types of C apart and calls the engine. An
//! error ends the job, with the name of the function that the program called.
#![allow(clippy::missing_safety_doc, reason = "every contract is the standard's")]

mod calls;
pub mod constants;
pub mod entries;
mod fault;
pub mod fortran;
pub mod long_double;
pub mod types;
