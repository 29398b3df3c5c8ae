//! How a process learns that it is one of several: rank, size, who shares its node, and a small
//! key-value space to swap addresses through.
//!
//! One file per start-up protocol ([`Boot::protocol`] names the one in use):
//!
//! | name        | found by                          | file           |
//! |-------------|-----------------------------------|----------------|
//! | `pmi1-fd`   | `PMI_FD`, `PMI_RANK`, `PMI_SIZE`  | `pmi1_fd.rs`   |
//! | `pmi1-port` | `PMI_PORT`, `PMI_ID`              | `pmi1_port.rs` |
//! | `single`    | no launcher's mark anywhere       | `single.rs`    |
//!
//! They are tried in this order. A process that carries the marks of a launcher whose protocol
//! is not spoken here gets an error with the mend in its text; it never becomes rank 0 of 1
//! silently. The other side of PMI-1, for launchers, is [`server`].
//!
//! Sources: the PMI-1.1 wire description of MPICH (`src/pmi/maint/pmi-1.1.txt`) and Flux RFC 13.

mod boot;
mod client;
mod conn;
mod env;
mod error;
mod foreign;
#[cfg(test)]
mod fuzz_tests;
mod line;
mod mapping;
mod pmi1_fd;
mod pmi1_port;
pub mod server;
mod single;
mod value;
mod words;

pub use boot::Boot;
pub use env::SECRET;
pub use error::{BootError, BootErrorKind};
pub use line::{LineBuffer, LineFault, MAX_LINE_BYTES, Message};
pub use mapping::NodeMap;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
