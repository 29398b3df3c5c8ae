//! Recordings of a simulated torus, and their visualization.
//!
//! A [`Recorder`] observes the network and keeps a [`Recording`]: the activity of each output over
//! time, packets in flight, latencies, and traffic between nodes. [`tables`] are files for other
//! programs, [`page`] is for a browser. [`Packets`] keeps single packets; together with calls of
//! programs they become a [`chrome`] trace.

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

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
