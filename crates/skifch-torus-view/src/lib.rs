//! What happened on a simulated torus, to look at.
//!
//! [`Recorder`] is told by the network of everything and keeps a [`Recording`]: what each output
//! did over time, when packets were under way, how long they took, who sent to whom. [`tables`] are
//! files for other programs, [`page`] is for a browser. [`Packets`] keeps single packets, which
//! with calls of programs become a [`chrome`] trace.

#![forbid(unsafe_code)]

pub mod chrome;
mod packets;
pub mod page;
mod recorder;
mod recording;
pub mod tables;
#[cfg(test)]
mod tests;

pub use packets::Packets;
pub use recorder::Recorder;
pub use recording::{Output, Recording, Step, Traffic};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
