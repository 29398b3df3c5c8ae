//! A torus of routers as a model, in virtual time.
//!
//! [`config`] reads a description, [`engine`] is the network, [`route`] the ways through it,
//! [`traffic`] who sends to whom, and [`run`] a whole run with its summary. The README says what is
//! modelled and where it is from.

#![forbid(unsafe_code)]

pub mod config;
pub mod engine;
mod error;
mod graph;
pub mod random;
pub mod route;
pub mod run;
pub mod topology;
pub mod traffic;

#[cfg(test)]
mod tests;

pub use error::Error;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
