//! Simulation model of a torus of routers, in virtual time.
//!
//! [`config`] reads a description, [`engine`] simulates the network, [`route`] has the routes,
//! [`traffic`] the traffic patterns, and [`run`] complete runs with their summaries. The README
//! describes what is modelled and gives the sources.

#![forbid(unsafe_code)]

pub mod config;
pub mod engine;
mod error;
mod graph;
pub mod random;
pub mod route;
pub mod run;
pub mod small_file;
pub mod topology;
pub mod traffic;

#[cfg(test)]
mod tests;

pub use error::Error;

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
