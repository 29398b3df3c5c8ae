//! The code shared by the C libraries of MPI.
//!
//! A library of one ABI exports functions generated from the table in `table/`: each converts its
//! arguments to the types here and calls the function of the same name in [`edge`]. All numbers
//! here are those of the standard ABI; a library with other numbers translates them.
#![allow(clippy::missing_safety_doc, reason = "the contracts are those of the standard")]

mod abi;
mod args;
mod calls;
mod codes;
pub mod constants;
mod handles;
mod ints;
mod predefined;
mod raise;
mod status;
mod text;
pub mod types;

/// The interface for the exported functions.
pub mod edge {
    pub use crate::abi::Abi;
    pub use crate::args::put;
    pub use crate::calls::*;
    pub use crate::handles::{
        Array, Comm, Errhandler, File, Group, Handle, Info, Message, Op, Request, Session, Type,
        Win, predefined_type,
    };
    pub use crate::ints::{Ints, int_or_undefined};
    pub use crate::raise::{Answer, Failure, On, failed, later, no_place, not_given, told};
    pub use crate::status::{Layout, Status, StatusAt};
}
