//! `libmpifort.so.12`: MPI for Fortran over the C library of MPICH's binary interface, for programs
//! built with other MPI libraries.
//!
//! Everything except the types and numbers in [`abi`] is shared with `ffi/mpi-fortran`.
#![allow(non_camel_case_types, reason = "the names are those of the standard")]
#![allow(clippy::missing_safety_doc, reason = "every contract is the standard's")]

#[cfg(target_endian = "big")]
compile_error!("a handle of C does not begin with its number here");

pub mod abi;
// Not in tests, which run without the C library whose variables it sets.
#[cfg(not(test))]
mod ignored;

macro_rules! shared {
    ($($of:vis mod $name:ident in $path:literal;)*) => { $(
        #[path = $path]
        $of mod $name;
    )* };
}

shared! {
    pub mod attributes in "../../mpi-fortran/src/attributes.rs";
    pub mod behaviours in "../../mpi-fortran/src/behaviours.rs";
    pub mod entries in "../../mpi-fortran/src/entries.rs";
    mod handles in "../../mpi-fortran/src/handles.rs";
    mod numbers in "../../mpi-fortran/src/numbers.rs";
    pub mod old in "../../mpi-fortran/src/old.rs";
    pub mod own in "../../mpi-fortran/src/own.rs";
    mod peers in "../../mpi-fortran/src/peers.rs";
    pub mod places in "../../mpi-fortran/src/places.rs";
    pub mod start in "../../mpi-fortran/src/start.rs";
    mod text in "../../mpi-fortran/src/text.rs";
    pub mod types in "../../mpi-fortran/src/types.rs";
}
