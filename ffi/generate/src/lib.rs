//! What is made from the tables of MPI and OpenSHMEM.
//!
//! Rust, which only the compiler reads, is made by the build scripts of the libraries. Headers,
//! maps of symbols and coverage are read by people and by other tools: they are committed, `cargo
//! xtask mpi` and `cargo xtask shmem` write them, and a test says when they are stale.

#![forbid(unsafe_code)]

mod c;
mod made;
pub mod mpi;
pub mod shmem;

pub use made::{Made, stale};

/// What can go wrong, in words with the place.
pub type Res<T = ()> = Result<T, String>;

/// The place where a process writes down which of these libraries has joined the job; each has it,
/// and to the dynamic linker it is the same one in all.
pub const PROCESS_HOME: &str = "skifch_process_home";
