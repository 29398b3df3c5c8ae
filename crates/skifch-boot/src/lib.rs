//! Start-up of a parallel process: rank, size, which ranks share its node, and a small key-value
//! space for exchanging addresses.
//!
//! There is one file per start-up protocol ([`Boot::protocol`] returns the one in use):
//!
//! | name        | found by                          | file           |
//! |-------------|-----------------------------------|----------------|
//! | `pmi1-fd`   | `PMI_FD`, `PMI_RANK`, `PMI_SIZE`  | `pmi1_fd.rs`   |
//! | `pmi1-port` | `PMI_PORT`, `PMI_ID`              | `pmi1_port.rs` |
//! | `single`    | no sign of any launcher           | `single.rs`    |
//!
//! They are tried in this order. A process started by a launcher whose protocol is not supported
//! gets an error whose message names the remedy; it never silently becomes rank 0 of 1. The server
//! side of PMI-1, for launchers, is [`server`].
//!
//! Sources: the PMI-1.1 wire description of MPICH (`src/pmi/maint/pmi-1.1.txt`) and Flux RFC 13.

mod abort;
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

pub use abort::Aborter;
pub use boot::Boot;
pub use env::SECRET;
pub use error::{BootError, BootErrorKind};
pub use line::{LineBuffer, LineFault, MAX_LINE_BYTES, Message};
pub use mapping::NodeMap;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
